// SPDX-License-Identifier: Apache-2.0
// Sorts and searches, in NumPy's order: NaN last, complex numbers by real and
// then imaginary part.
#pragma once

#include <optional>
#include <vector>

#include "core/ndarray.h"

namespace tenorite::ops {

struct SortOptions {
  int axis = -1;
  // Items that are equal though their bits differ (zeros, NaNs) keep their
  // order; orders of positions always are stable.
  bool stable = false;
  bool descending = false;
};

// A copy in NumPy's K order, sorted along the axis. AxisError for an axis that
// is not there.
ndarray sort(const ndarray& a, const SortOptions& options);
// ValueError for an array that is read-only.
void sort_in_place(const ndarray& a, const SortOptions& options);
// The positions along the axis that sort it: int64 in C order.
ndarray argsort(const ndarray& a, const SortOptions& options);

// A copy in K order, in which the items at some positions of the sorted axis
// (below its length) are in their places, with smaller ones before and larger
// ones behind; it may be sorted. AxisError and ValueError as above.
ndarray partition(const ndarray& a, std::vector<int64_t> ranks, int axis);
void partition_in_place(const ndarray& a, std::vector<int64_t> ranks, int axis);
// Positions along the axis that partition it: int64 in C order.
ndarray argpartition(const ndarray& a, std::vector<int64_t> ranks, int axis);
// Positions of the 0 < k < n smallest items (largest if `descending`) along the
// axis, sorted by value, ties by position. Empty if a full sort is faster.
std::optional<ndarray> first_positions(const ndarray& a, int64_t k, int axis,
                                       bool descending);
// The items with the given ranks along the last axis, in ascending rank, each
// rank once; in K order. Empty if a full sort is faster.
std::optional<ndarray> items_at_ranks(const ndarray& a,
                                      std::vector<int64_t> ranks);

// Positions that sort `words >> bits` stably in each row of a (rows, n) array
// of uint64: those of the first `count` <= n in order, int64 (rows, count),
// counted in the array as a whole. Meant for random words.
ndarray order_words(const ndarray& words, int bits, int64_t count);

// Where `values` would be inserted into a sorted line of the same dtype: int64
// in C order, with the shape of `values`.
ndarray searchsorted(const ndarray& sorted, const ndarray& values, bool right);

// Whether each value, NaNs aside, is in a sorted line of the same dtype: bool,
// of the same order and shape.
ndarray is_in_sorted(const ndarray& sorted, const ndarray& values);

}  // namespace tenorite::ops
