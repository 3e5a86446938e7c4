// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/op.h"

namespace tenorite::cpu {

// Lanes that one call folds side by side, and the bytes of state it keeps for
// each of them between calls.
inline constexpr int kFoldLanes = 128;
inline constexpr int kFoldStateBytes = 32;
inline constexpr int kMaxFoldLoops = 20;

// n elements of `lanes` lanes, all of the loop's type; alignment is free.
struct FoldBlock {
  void* state;  // kFoldStateBytes per lane, aligned to 16
  const char* in;
  int64_t in_stride;
  int64_t in_lane_stride;
  char* out;
  int64_t out_stride;
  int64_t out_lane_stride;
  int64_t n;
  int lanes;
  bool start;     // the first element starts the fold
  bool partials;  // store every partial result, else only if `last`
  bool last;
};
using FoldLoop = void (*)(const FoldBlock& block, unsigned* error);

// The loops of one op in the order of its row; null where the operands do not
// all have one type.
const FoldLoop* fold_loops_of(Op op);
void register_fold_loop(Op op, int loop, FoldLoop fold);

}  // namespace tenorite::cpu
