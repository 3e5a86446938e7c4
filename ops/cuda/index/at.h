// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/scan/fold.h"
#include "ops/plan/plan.h"

namespace tenorite::cuda {

// ufunc.at for any loop and any dtypes: round r applies the r-th occurrence
// of every target with one elementwise pass. The host plans the rounds, so it
// waits for the offsets.
void at_in_rounds(const AtPlan& plan);

// Extremes of float32 and float64 in any order; false, and nothing is done,
// where the result could depend on it: with NaN and with -0.0. Waits, to know.
bool at_extremes(const AtPlan& plan, const AtArgs& args);

}  // namespace tenorite::cuda
