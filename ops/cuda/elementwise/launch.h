// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/elementwise/loop.h"
#include "ops/plan/plan.h"

namespace tenorite::cuda {

// Runs one of a loop's kernels over the planned operands. The contiguous kernel
// is taken for loops whose own types are the operands' dtypes, so that nothing
// is left to convert, and otherwise only when no operand converts.
void run_loop(const ElementwisePlan& plan, const CudaLoop& loop,
              bool contiguous_converts);

// Whether the converting kernel of a loop on `loop_dtype` stores results of
// `dtype` at full speed.
bool stores_at_full_speed(DType loop_dtype, DType dtype);

}  // namespace tenorite::cuda
