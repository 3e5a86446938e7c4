// SPDX-License-Identifier: Apache-2.0
// Counts and sums by bins.
#pragma once

#include "core/ndarray.h"

namespace tenorite::ops {

// The least and the largest item of `a`, which is not empty, in this order.
ndarray least_and_largest(const ndarray& a);
// The number of occurrences of each of 0 .. bins - 1 in `a`, whose items are
// integers in that range.
ndarray count_numbers(const ndarray& a, int64_t bins);
// The outer ones of edges that are evenly spaced, and the letter of the
// floating dtype in which NumPy would find the bins.
struct EvenEdges {
  double first, last;
  char precision;
};
// Items per bin between float64 edges; those outside and NaNs are left out.
// `even` where the edges are evenly spaced, else null.
ndarray count_in_bins(const ndarray& a, const ndarray& edges,
                      const EvenEdges* even);
// The bin index of each item; the number of bins for items outside all bins.
ndarray bin_numbers(const ndarray& a, const ndarray& edges,
                    const EvenEdges* even);
// Sums of float64 weights by the numbers of bins, int64 in [0, bins]; those of
// the last number are left out. On CUDA added in an order of its own.
ndarray sum_by_number(const ndarray& numbers, const ndarray& weights,
                      int64_t bins);
// Which items of a sorted line are the first of those that are equal.
ndarray first_of_equals(const ndarray& sorted);

}  // namespace tenorite::ops
