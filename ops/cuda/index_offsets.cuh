// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/errors.cuh"
#include "ops/cuda/indexing.h"

namespace tenorite::cuda {

// `offset` (and `position`) after the arrays' indices of element b. An index
// out of bounds is recorded and replaced by the nearest one that is not.
__device__ inline int64_t add_offset(const IndexArrays& arrays, int64_t b,
                                     int64_t offset, int64_t& position) {
  for (int k = 0; k < arrays.arrays; ++k) {
    const char* p = reinterpret_cast<const char*>(arrays.index[k]);
    int64_t rest = b;
    for (int d = arrays.ndim - 1; d > 0; --d) {
      p += rest % arrays.shape[d] * arrays.strides[k][d];
      rest /= arrays.shape[d];
    }
    if (arrays.ndim > 0) p += rest * arrays.strides[k][0];
    int64_t given = *reinterpret_cast<const int64_t*>(p);
    int64_t index = given, bound = arrays.bound[k];
    bool outside = false;
    if (arrays.mode == IndexMode::kRaise) {
      if (index < 0) index += bound;
      outside = index < 0 || index >= bound;
    } else if (arrays.mode == IndexMode::kWrap) {
      if (index < 0 || index >= bound) index %= bound;
      if (index < 0) index += bound;
    }
    if (outside)
      report(arrays.record, {arrays.launch, arrays.first + k, b, given, bound,
                             arrays.axis[k]});
    if (outside && arrays.skip) offset = kSkip;
    index = max(int64_t{0}, min(index, bound - 1));
    if (offset != kSkip) offset += index * arrays.base_stride[k];
    position = position * bound + index;
  }
  return offset;
}

}  // namespace tenorite::cuda
