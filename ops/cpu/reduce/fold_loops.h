// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/table/op.h"

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

// target[offset[i]] = op(target[offset[i]], value i), one after the other.
struct AtBlock {
  char* target;
  const int64_t* offset;  // times `scale` in bytes
  int64_t scale;
  const char* values;
  int64_t value_stride;
  int64_t n;
};
using AtLoop = void (*)(const AtBlock& block, unsigned* error);

// Null for loops whose operands do not all have one type.
struct LeftFoldLoops {
  FoldLoop fold;
  AtLoop at;
};
const LeftFoldLoops& fold_loops_of(Op op, int loop);
void register_fold_loops(Op op, int loop, LeftFoldLoops loops);

}  // namespace tenorite::cpu
