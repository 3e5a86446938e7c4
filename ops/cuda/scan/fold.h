// SPDX-License-Identifier: Apache-2.0
// Folds in index order, one thread after the other, of any binary op.
#pragma once

#include <cuda_runtime_api.h>

#include "ops/plan/fold_lanes.h"

namespace tenorite::cuda {

// One thread per lane and segment. All memory is of the loop's type.
struct FoldArgs {
  const char* in;
  char* out;
  int64_t n;
  int64_t in_stride;
  int64_t out_stride;  // per element when accumulating, else per segment
  FoldLanes lanes;
  bool accumulate;
  bool has_initial;
  int64_t segments;  // at least 1
  int64_t chunk;     // of the segments if `begin` is null
  const int64_t* begin;
  const int64_t* end;
  alignas(16) char initial[16];
  unsigned* error;
};

// Sorted numbers of targets, the place of each occurrence among values, and
// where each target's occurrences begin.
template <class Key, class Place>
struct SortedTargets {
  const Key* keys;
  const Place* order;
  const Place* starts;
};

// ufunc.at over occurrences sorted by target: one thread per target that has
// any, or one warp where those are few.
struct AtArgs {
  char* target;   // number 0
  int size;       // bytes of the loop's type
  int kept_size;  // bytes of a target that is narrower than that, or 0
  int64_t step;   // bytes between targets
  int64_t places;
  const int64_t* runs;  // how many targets have occurrences
  bool narrow;          // which of the two there are
  SortedTargets<uint32_t, uint32_t> narrow_targets;
  SortedTargets<uint64_t, int64_t> wide_targets;
  int64_t n;
  const char* values;  // null: `scalar` for all
  int64_t value_stride;
  bool aligned;  // each value is at a multiple of its size
  alignas(16) char scalar[16];
  unsigned* error;
};

// The folds of one family; `index` counts its loops that can be folded.
struct FoldFamily {
  void (*fold)(const FoldArgs& args, int index, cudaStream_t stream);
  void (*at)(const AtArgs& args, int index, cudaStream_t stream);
};
struct FoldEntry {
  const FoldFamily* family = nullptr;  // null where a loop is not T,T->T
  int index = 0;
};
FoldEntry fold_entry(Op op, int loop);
void register_fold(Op op, int loop, FoldEntry entry);

}  // namespace tenorite::cuda
