// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/plan.h"

namespace tenorite::cuda {

// A copy between long lines and rows of few elements, of aligned elements of
// one dtype and without a mask. False, with nothing done, if it is another.
bool interleave(const ElementwisePlan& plan);

}  // namespace tenorite::cuda
