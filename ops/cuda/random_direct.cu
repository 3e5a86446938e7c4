// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/random_distributions.cuh"

namespace tenorite::cuda {

RandomDraw random_direct(Distribution distribution) {
  switch (distribution) {
#define ROW_direct(name, functor, result) \
  case Distribution::name:                \
    return draw<rng::functor, type_of_t<result>>;
#define ROW_continuous(name, functor, result)
#define ROW_count(name, functor, result)
#define TENORITE_RANDOM(family, name, functor, parameters, result) \
  ROW_##family(name, functor, result)
#include "ops/random_table.def"
#undef TENORITE_RANDOM
    default:
      return nullptr;
  }
}

}  // namespace tenorite::cuda
