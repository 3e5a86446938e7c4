// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/cpu_targets.h"

namespace tenorite::cpu {

// Vectors for machine code: 16 registers of 32 bytes with AVX2, 32 of 64 bytes
// with AVX-512, which also has registers of masks, with a bit for each element.
enum class VectorSet : uint8_t { kAvx2, kAvx512 };

// The widest ones of this processor, if it has any.
inline VectorSet vector_set_of_processor() {
  return has_avx512() ? VectorSet::kAvx512 : VectorSet::kAvx2;
}

}  // namespace tenorite::cpu
