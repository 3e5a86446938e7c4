// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tenorite::cuda {

// Division by an invariant, for dividends below 2^31.
struct FastDivisor {
  uint32_t divisor;
  uint32_t multiplier;
  uint32_t shift;
};

// Granlund, Montgomery 1994: n / d = (n * m / 2^32 + n) >> shift.
inline FastDivisor make_divisor(int64_t d) {
  uint32_t shift = 0;
  while ((int64_t{1} << shift) < d) ++shift;
  uint64_t multiplier =
      ((uint64_t{1} << 32) * ((uint64_t{1} << shift) - d)) / d + 1;
  return {static_cast<uint32_t>(d), static_cast<uint32_t>(multiplier), shift};
}

}  // namespace tenorite::cuda
