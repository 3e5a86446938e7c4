// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "ops/cpu/machine/pass.h"
#include "ops/cpu/machine/vector_set.h"

namespace tenorite::cpu {

struct WrittenPass {
  std::vector<uint8_t> code;  // of a function of (pointers, n)
  int64_t width = 0;          // elements that it takes at a time
};
// Pure: any processor can write it.
WrittenPass write_pass(const Pass& pass, VectorSet set);

}  // namespace tenorite::cpu
