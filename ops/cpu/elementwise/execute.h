// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cpu/elementwise/float_checks.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/plan/plan.h"

namespace tenorite::cpu {

// Runs a loop over the planned operands, converting those whose dtype is not
// their loop_dtype if asked to, and raises what the loop found. Returns the
// floating-point errors that `check` and those of conversions find.
[[nodiscard]] FloatErrors execute(const ElementwisePlan& plan, CpuLoop loop,
                                  bool convert, int64_t grain,
                                  const FloatCheck& check);

}  // namespace tenorite::cpu
