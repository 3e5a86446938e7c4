// SPDX-License-Identifier: Apache-2.0
// Operations on one array of bytes: where it is long, the results of all 256
// are computed, and looked up for each element.
#pragma once

#include "ops/cuda/elementwise/loop.h"
#include "ops/plan/plan.h"

namespace tenorite::cuda {

// Whether an operation on contiguous operands is such, and its results are
// wider than bytes.
bool is_tabled(const ElementwisePlan& plan);
void run_by_table(const ElementwisePlan& plan, const CudaLoop& loop);

}  // namespace tenorite::cuda
