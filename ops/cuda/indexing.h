// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "ops/cuda/errors.h"
#include "ops/index_walk.h"

namespace tenorite::cuda {

// Offsets of elements that must not be written.
inline constexpr int64_t kSkip = INT64_MIN;

// What a kernel needs to turn some index arrays into offsets.
inline constexpr int kArraysAtOnce = 4;
struct IndexArrays {
  int arrays;
  int first;  // the number of arrays in earlier passes
  const int64_t* index[kArraysAtOnce];
  int64_t bound[kArraysAtOnce];
  int64_t base_stride[kArraysAtOnce];
  int axis[kArraysAtOnce];
  IndexMode mode;
  bool skip;  // errors give kSkip instead of the nearest element
  int launch;
  ErrorRecord* record;
  int64_t size;
  int ndim;
  int64_t shape[kMaxDims];
  int64_t strides[kArraysAtOnce][kMaxDims];
};
IndexArrays index_arrays(const IndexPlan& plan, int first, bool skip);

// offsets[b] of every index; with `positions`, also the mixed-radix number of
// the index tuple, which tells equal destinations.
void resolve_offsets(const IndexPlan& plan, bool skip, int64_t* offsets,
                     int64_t* positions, cudaStream_t stream);
// Sets to kSkip all offsets but the last one of every position below `extent`.
void keep_last(int64_t* offsets, int64_t* positions, int64_t size,
               int64_t extent, Device device, StreamId stream);

}  // namespace tenorite::cuda
