// SPDX-License-Identifier: Apache-2.0
// Binary search by a thread, in keys that a kernel before has sorted.
#pragma once

#include <cstdint>

namespace tenorite::cuda {

// Where the first of n sorted keys is that is at least `value`; n if none is.
template <class Key>
__device__ int64_t first_at_least(const Key* keys, int64_t n, int64_t value) {
  int64_t low = 0, high = n;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (static_cast<int64_t>(keys[middle]) < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace tenorite::cuda
