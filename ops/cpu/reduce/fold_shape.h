// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cpu/reduce/reduce_loops.h"
#include "ops/plan/plan.h"

namespace tenorite::cpu {

// Elements of one output that one call folds, where they lie side by side.
inline constexpr int64_t kRun = 16384;
// Below this, copying runs together is cheaper than a call for each.
inline constexpr int64_t kShortRun = 64;
// Elements that are packed (converted, gathered, masked) before they are
// folded, so that they are still in the cache.
inline constexpr int64_t kPackedBytes = 32 << 10;
// Accumulators that are updated side by side.
inline constexpr int64_t kAccBytes = 16 << 10;
// Elements that are worth another thread.
inline constexpr int64_t kTask = 1 << 16;

// The loops of a reduction.
struct ResolvedFold {
  const FoldLoops* loops;
  DType value;   // of the elements that the loops take
  DType result;  // of what they give
  reduction::Finishing finishing;
};
// TypeError if there are none.
ResolvedFold resolve_fold(ReduceOp op, DType in, DType compute, bool masked);

// How the elements of one output are folded: by a binary tree over the reduced
// positions that depends on nothing but this.
struct FoldShape {
  bool columns;  // the elements of neighbouring outputs are side by side
  bool direct;   // they are folded where they are
  int64_t unit = INT64_MAX;  // positions that are cut only by themselves
  int64_t leaf;              // positions that one call folds
  // Outputs of a block, which are no part of the tree. Of columns a multiple
  // of 16: which of two NaN is kept depends on where vectors end.
  int64_t width;
};
FoldShape fold_shape(const ReducePlan& plan, const ResolvedFold& fold);

// The positions of the left branch.
inline int64_t split_fold(int64_t n, int64_t unit, int split_step) {
  if (n > unit) return n / unit / 2 * unit;
  return n / 2 - n / 2 % split_step;
}

}  // namespace tenorite::cpu
