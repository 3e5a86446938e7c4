// SPDX-License-Identifier: Apache-2.0
// Assertions as a release has them.
#undef TENORITE_ASSERTIONS
#include "core/assert.h"

namespace tenorite::testing {

int evaluations_without_assertions() {
  int evaluations = 0;
  TENORITE_ASSERT(++evaluations < 0, "a condition without assertions");
  return evaluations;
}

}  // namespace tenorite::testing
