// SPDX-License-Identifier: Apache-2.0
// Which copies are between long lines and rows of few elements, and how they
// are launched. Touches no device.
#pragma once

#include <vector>

#include "ops/cuda/copy/interleave_args.h"
#include "ops/plan/plan.h"

namespace tenorite::cuda {

struct InterleaveLaunch {
  InterleaveArgs args{};
  bool packs;  // lines become rows; else rows become lines
  size_t itemsize;
  bool turns_bytes = false;  // by the kernels of interleave_bytes.cuh
  int64_t blocks;
  size_t shared_bytes;
};

// A copy of aligned elements of one dtype without a mask. False where it is
// another kind of copy.
bool plan_interleave(const ElementwisePlan& plan, InterleaveLaunch& launch);
// As many launches as the sources need. False where some source is neither
// lines nor rows.
bool plan_join(const JoinPlan& plan, std::vector<InterleaveLaunch>& launches);

}  // namespace tenorite::cuda
