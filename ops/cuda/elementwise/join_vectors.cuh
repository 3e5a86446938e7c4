// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tenorite::cuda {

// The 16 bytes that start `shift` bytes into two vectors.
__device__ __forceinline__ uint4 join_vectors(const uint4& first,
                                              const uint4& second,
                                              unsigned shift) {
  unsigned w[8] = {first.x,  first.y,  first.z,  first.w,
                   second.x, second.y, second.z, second.w};
#pragma unroll
  for (int i = 0; i < 6; ++i) w[i] = shift & 8 ? w[i + 2] : w[i];
#pragma unroll
  for (int i = 0; i < 5; ++i) w[i] = shift & 4 ? w[i + 1] : w[i];
  const unsigned bits = shift % 4 * 8;
  return {__funnelshift_r(w[0], w[1], bits), __funnelshift_r(w[1], w[2], bits),
          __funnelshift_r(w[2], w[3], bits), __funnelshift_r(w[3], w[4], bits)};
}

}  // namespace tenorite::cuda
