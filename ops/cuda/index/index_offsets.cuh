// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/abi/fast_divisor.cuh"
#include "ops/cuda/abi/index_faults.cuh"
#include "ops/cuda/index/indexing.h"

namespace tenorite::cuda {

// The index that array k has at p for element b, in [0, bound). One out of
// bounds is recorded and replaced by the nearest one that is not; `skip` is set
// where nothing must be written.
__device__ __forceinline__ int64_t bring_in(const IndexArrays& arrays, int k,
                                            int64_t given, uint32_t b,
                                            bool& skip) {
  const int64_t bound = arrays.bound[k];
  if (arrays.gaps) {
    skip = skip || given < 0;
    return max(int64_t{0}, min(given, bound - 1));
  }
  bool outside = false;
  const int64_t position = position_of(arrays.mode, given, bound, outside);
  if (outside) {
    report(arrays.record, {arrays.launch, arrays.first + k, arrays.begin + b,
                           given, bound, arrays.axis[k]});
    skip = skip || arrays.skip;
  }
  return position;
}

__device__ __forceinline__ int64_t load_index(const IndexArrays& arrays, int k,
                                              const char* p) {
  return arrays.narrow[k] ? *reinterpret_cast<const int*>(p)
                          : *reinterpret_cast<const int64_t*>(p);
}

// Where index b leads.
struct Destination {
  int64_t offset;    // kSkip where nothing must be written
  int64_t position;  // mixed-radix number of the index tuple
  int64_t other;     // offset in the array that indices are paired with
};
// Continues what earlier arrays have found.
__device__ inline void follow(const IndexArrays& arrays, uint32_t b,
                              Destination& to) {
  const char* p[kArraysAtOnce];
#pragma unroll
  for (int k = 0; k < kArraysAtOnce; ++k) p[k] = arrays.index[k];
  uint32_t rest = b;
  for (int d = arrays.ndim - 1; d >= 0; --d) {
    uint32_t next = d > 0 ? divide(rest, arrays.shape[d]) : 0;
    int64_t i = rest - next * arrays.shape[d].divisor;
    rest = next;
    to.other += i * arrays.other_strides[d];
#pragma unroll
    for (int k = 0; k < kArraysAtOnce; ++k)
      if (k < arrays.arrays) p[k] += i * arrays.strides[k][d];
  }
#pragma unroll
  for (int k = 0; k < kArraysAtOnce; ++k) {
    if (k >= arrays.arrays) break;
    bool skip = to.offset == kSkip;
    int64_t index = bring_in(arrays, k, load_index(arrays, k, p[k]), b, skip);
    to.offset = skip ? kSkip : to.offset + index * arrays.base_stride[k];
    to.position = to.position * arrays.bound[k] + index;
  }
}

}  // namespace tenorite::cuda
