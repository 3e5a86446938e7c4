// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "ops/cuda/abi/fast_divisor.h"
#include "ops/cuda/errors.h"
#include "ops/plan/index_walk.h"

namespace tenorite::cuda {

// Offsets of elements that must not be written.
inline constexpr int64_t kSkip = INT64_MIN;

// What a kernel needs to turn some index arrays into offsets, beside the array
// `other` whose elements the indices are paired with. The numbers of a launch's
// indices fit 31 bits.
inline constexpr int kArraysAtOnce = 4;
// Plans with more axes, once merged, are cut into parts.
inline constexpr int kIndexAxes = 8;
struct IndexArrays {
  int arrays;
  int first;  // the number of arrays in earlier passes
  const char* index[kArraysAtOnce];
  bool narrow[kArraysAtOnce];  // int32 instead of int64
  int64_t bound[kArraysAtOnce];
  int64_t base_stride[kArraysAtOnce];
  int axis[kArraysAtOnce];
  IndexMode mode;
  bool skip;  // errors give kSkip instead of the nearest element
  bool gaps;  // negative indices give kSkip
  int launch;
  ErrorRecord* record;
  int64_t begin;  // the position of the first index of the launch
  uint32_t size;
  int ndim;
  FastDivisor shape[kIndexAxes];
  int64_t strides[kArraysAtOnce][kIndexAxes];
  int64_t other_strides[kIndexAxes];
};
// For arrays `first` and those after it of (a part of) a plan whose indices
// begin at position `begin`.
IndexArrays index_arrays(const IndexPlan& plan, int first, bool skip,
                         int64_t begin);

// Whether one launch can take the plan's items, `words` each; with no words,
// its indices.
bool fits_launch(const IndexPlan& plan, int64_t words);
// A plan in two, the second of which begins `indices` later.
struct IndexPlanHalves {
  IndexPlan first, second;
  int64_t indices;
};
IndexPlanHalves halve(const IndexPlan& plan);

// Calls body(part, begin) for parts of the plan that a launch can take.
template <class F>
void for_parts(const IndexPlan& plan, int64_t words, F&& body,
               int64_t begin = 0) {
  if (fits_launch(plan, words)) return body(plan, begin);
  const IndexPlanHalves halves = halve(plan);
  for_parts(halves.first, words, body, begin);
  for_parts(halves.second, words, body, begin + halves.indices);
}

// offsets[b] of every index; with `positions`, also the mixed-radix number of
// the index tuple, which tells equal destinations.
void resolve_offsets(const IndexPlan& plan, bool skip, int64_t* offsets,
                     int64_t* positions, cudaStream_t stream);
// Sets to kSkip all offsets but the last one of every position below `extent`.
void keep_last(int64_t* offsets, int64_t* positions, int64_t size,
               int64_t extent, Device device, StreamId stream);
// last[p] = the largest b that selects position p; what is there stays where
// none does. At most kArraysAtOnce arrays and INT32_MAX indices.
void mark_last(const IndexPlan& plan, int* last, cudaStream_t stream);
// The indices of a plan with a single array, brought into [0, bound).
void resolve_indices(const IndexPlan& plan, int* indices, cudaStream_t stream);

// other <- base (or base <- other) for an aligned plan. `offsets` of all
// indices, or null.
void move_indexed(const IndexPlan& plan, bool put, const int64_t* offsets);
// With negative indices for what stays as it is.
void move_filled(const IndexPlan& plan);
// Gathers along the axis of unit stride of whole rows that fit into shared
// memory; false when that does not suit the plan.
bool gather_columns(const IndexPlan& plan);

}  // namespace tenorite::cuda
