// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/plan.h"

namespace tenorite::cuda {

// ufunc.at for any loop and any dtypes: round r applies the r-th occurrence
// of every target with one elementwise pass. The host plans the rounds, so it
// waits for the offsets.
void at_in_rounds(const AtPlan& plan);

}  // namespace tenorite::cuda
