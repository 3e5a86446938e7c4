// SPDX-License-Identifier: Apache-2.0
// Sorts and searches, in NumPy's order: NaN last, complex numbers by real and
// then imaginary part.
#pragma once

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

// The items of a dense line of real numbers of 4 or 8 bytes in another one, in
// parts (at most 256) that can be sorted by themselves; where each part ends.
std::vector<int64_t> split_line(const ndarray& from, const ndarray& to,
                                int parts);

// Where `values` would be inserted into a sorted line of the same dtype: int64
// in C order, with the shape of `values`.
ndarray searchsorted(const ndarray& sorted, const ndarray& values, bool right);

}  // namespace tenorite::ops
