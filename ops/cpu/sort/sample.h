// SPDX-License-Identifier: Apache-2.0
// Pivots from a sample of a line of numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace tenorite::cpu {

// NumPy's order of real numbers: NaNs are last.
template <class T>
bool is_less(T x, T y) {
  return x < y || (y != y && x == x);
}

// Pivots near quantiles, from a sample of `size` items that it leaves in
// `sample`. Shares ascend in [0, 1). No pivot is NaN, than which nothing is
// less.
template <class T>
std::vector<T> pivots_of(const T* items, int64_t n,
                         const std::vector<double>& shares, int64_t size,
                         std::vector<T>& sample) {
  sample.resize(static_cast<size_t>(size));
  uint64_t state = 0;
  for (T& item : sample) {
    // Multiples of the golden ratio are spread evenly, but not in step with
    // what repeats in the items.
    state += 0x9e3779b97f4a7c15;
    item = items[static_cast<int64_t>(
        (state >> 32) * static_cast<uint64_t>(n) >> 32)];
  }
  std::vector<T> pivots;
  auto first = sample.begin();
  for (const double share : shares) {
    const auto next =
        sample.begin() +
        static_cast<int64_t>(share * static_cast<double>(sample.size()));
    std::nth_element(first, next, sample.end(), is_less<T>);
    // What is not less than infinity is equal to it or NaN.
    pivots.push_back(*next == *next ? *next
                                    : std::numeric_limits<T>::infinity());
    first = next;
  }
  return pivots;
}

}  // namespace tenorite::cpu
