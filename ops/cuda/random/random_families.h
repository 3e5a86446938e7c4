// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/random_plan.h"

namespace tenorite::cuda {

// The kernel of a distribution; the file of its family stores it here.
using RandomDraw = void (*)(const RandomPlan& plan);
RandomDraw& random_draw(Distribution distribution);

}  // namespace tenorite::cuda
