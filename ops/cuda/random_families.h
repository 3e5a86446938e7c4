// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/random_plan.h"

namespace tenorite::cuda {

// The distributions of a family, each in a file of its own.
using RandomDraw = void (*)(const RandomPlan& plan);
RandomDraw random_direct(Distribution distribution);
RandomDraw random_continuous(Distribution distribution);
RandomDraw random_count(Distribution distribution);

}  // namespace tenorite::cuda
