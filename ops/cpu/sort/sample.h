// SPDX-License-Identifier: Apache-2.0
// Pivots from a sample of a line of numbers.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace tenorite::cpu {

// NumPy's order of real numbers: NaNs are last.
template <class T>
bool is_less(T x, T y) {
  return x < y || (y != y && x == x);
}

// Items of a line, in place of what is in `sample`, as many as it holds.
template <class T>
void take_sample(const T* items, int64_t n, std::vector<T>& sample) {
  uint64_t state = 0;
  for (T& item : sample) {
    // Multiples of the golden ratio are spread evenly, but not in step with
    // what repeats in the items.
    state += 0x9e3779b97f4a7c15;
    item = items[static_cast<int64_t>(
        (state >> 32) * static_cast<uint64_t>(n) >> 32)];
  }
}

// An item as a pivot. Nothing is less than NaN; what is not less than infinity
// is equal to it or NaN.
template <class T>
T pivot_of(T item) {
  return item == item ? item : std::numeric_limits<T>::infinity();
}

}  // namespace tenorite::cpu
