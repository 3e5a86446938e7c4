// SPDX-License-Identifier: Apache-2.0
// Which kernel folds a reduction and how the work is divided. Pure functions
// of the plan and the kind of device.
#pragma once

#include "ops/cuda/reduce_args.h"
#include "ops/plan.h"

namespace tenorite::cuda {

enum class ReduceClass { kRows, kRuns, kBrief, kColumns, kAny };
ReduceClass classify(const ReducePlan& plan, bool converts);

// All but the partials and the finishing. The plan's output has elements of
// `result_bytes`.
ReduceArgs reduce_args(const ReducePlan& plan, const ReduceKernels& kernels,
                       ReduceClass kind, bool converts, int64_t result_bytes,
                       int64_t multiprocessors);

// The same outputs from the partials of the splits.
ReduceArgs merge_args(const ReduceArgs& args);

}  // namespace tenorite::cuda
