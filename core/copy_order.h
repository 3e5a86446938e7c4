// SPDX-License-Identifier: Apache-2.0
// In which order NumPy lays out the axes of a copy of one array.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace tenorite {

// A permutation of axes, outermost first, by the lengths of their strides
// alone. Unlike k_order, repeated axes (stride 0) come last.
inline void copy_order(int ndim, const int64_t* strides, int* order) {
  for (int i = 0; i < ndim; ++i) order[i] = i;
  std::stable_sort(order, order + ndim, [&](int a, int b) {
    return std::llabs(strides[a]) > std::llabs(strides[b]);
  });
}

}  // namespace tenorite
