// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/random/random_families.h"

namespace tenorite::cuda {

RandomDraw& random_draw(Distribution distribution) {
  static RandomDraw draws[] = {
#define TENORITE_RANDOM(family, name, functor, parameters, result) nullptr,
#include "ops/table/random_table.def"
#undef TENORITE_RANDOM
  };
  return draws[static_cast<int>(distribution)];
}

void random(const RandomPlan& plan) { random_draw(plan.distribution)(plan); }

}  // namespace tenorite::cuda
