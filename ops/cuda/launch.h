// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/loop.h"
#include "ops/plan.h"

namespace tenorite::cuda {

// Runs one of a loop's kernels over the planned operands. The strided kernel
// converts operands from and to their dtypes in memory; the contiguous one is
// taken for loops whose own types are those dtypes, so that nothing is left to
// convert, and otherwise only when no operand converts.
void run_loop(const ElementwisePlan& plan, const CudaLoop& loop,
              bool contiguous_converts);

}  // namespace tenorite::cuda
