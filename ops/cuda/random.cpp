// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/random_families.h"

namespace tenorite::cuda {

void random(const RandomPlan& plan) {
  for (auto* family : {random_direct, random_continuous, random_count})
    if (RandomDraw draw = family(plan.distribution)) return draw(plan);
}

}  // namespace tenorite::cuda
