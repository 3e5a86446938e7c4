// SPDX-License-Identifier: Apache-2.0
// Which kernel folds a reduction and how the work is divided. Pure functions
// of the plan and the kind of device.
#pragma once

#include "ops/cuda/abi/reduce_args.h"
#include "ops/cuda/reduce/reduce_table.h"
#include "ops/plan/plan.h"

namespace tenorite::cuda {

enum class ReduceClass {
  kRows,
  kRuns,
  kShortRows,
  kMiddleRows,
  kFewTerms,
  kColumns,
  kFewColumns,
  kAny
};
ReduceClass classify(const ReducePlan& plan, bool converts);
const void* kernel_of(const ReduceKernels& kernels, ReduceClass kind);

// All but what the splits share, far axes and the finishing. The plan's output
// has elements of `result_bytes`.
ReduceArgs reduce_args(const ReducePlan& plan, const ReduceKernels& kernels,
                       ReduceClass kind, bool converts, int64_t result_bytes,
                       int64_t multiprocessors);

// Writes the first `most` axes of a plan, and returns their number.
int reduce_axes(const ReducePlan& plan, int most, ReduceAxis* axes);

// The accumulators that the splits leave for each other.
int64_t partial_count(const ReduceArgs& args, const ReduceKernels& kernels,
                      ReduceClass kind);

}  // namespace tenorite::cuda
