// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/abi/fast_divisor.h"

namespace tenorite::cuda {

__device__ __forceinline__ uint32_t divide(uint32_t n, const FastDivisor& d) {
  return (__umulhi(n, d.multiplier) + n) >> d.shift;
}

}  // namespace tenorite::cuda
