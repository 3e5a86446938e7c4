// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/reduce/reduce_column_fold.cuh"

namespace tenorite::cuda {

// What a thread has in flight and the blocks of a multiprocessor that the
// registers must suffice for.
template <class F>
struct ReduceTuning {
  static constexpr int kItem = sizeof(typename F::Value);
  static constexpr int kState = sizeof(typename LaneFold<F>::State);
  static constexpr int kRowBlocks = kState > 16 ? 3 : 4;
  static constexpr int kShortRowBlocks = kState > 16 ? 4 : 5;
  static constexpr int kRowVector = 16 / kItem;
  static constexpr int kRowLoads = kItem == 1 ? 2 : 4;
  // Each byte of a column vector may need an accumulator of its own.
  static constexpr int kColumnVector =
      kItem == 1 && !kFoldsWords<F> ? 8 : 16 / kItem;
  static constexpr int kColumnLoads = 64 / (kColumnVector * kItem);
  static constexpr int kBlocks =
      sizeof(ColumnFold<F, kColumnVector>) > 96 || kColumnLoads > 4 ? 2 : 3;
  static constexpr int kAnyLoads = 4;
};

}  // namespace tenorite::cuda
