// SPDX-License-Identifier: Apache-2.0
// How a warp stores what its lanes hold.
#pragma once

#include "ops/cuda/tuning.h"

namespace tenorite::cuda {

// The lanes' vectors, one lane's behind the other's, go to where a lane's
// begin, kShift words behind an aligned place: as aligned vectors, the last of
// a lane completed by the next lane's first words. All threads of the warp take
// part.
template <int kShift, int kVectors>
__device__ __forceinline__ void store_shifted(
    unsigned* to, const uint4 (&vectors)[kVectors]) {
  constexpr int kWords = 4 * kVectors, kHead = 4 - kShift;
  unsigned words[kWords + kHead];
  memcpy(words, vectors, sizeof(vectors));
#pragma unroll
  for (int i = 0; i < kHead; ++i)
    words[kWords + i] = __shfl_down_sync(~0u, words[i], 1);
  const int lane = threadIdx.x % kWarp;
#pragma unroll
  for (int v = 0; v < kVectors; ++v) {
    const int at = kHead + 4 * v;
    if (v < kVectors - 1 || lane < kWarp - 1)
      *reinterpret_cast<uint4*>(to + at) =
          uint4{words[at], words[at + 1], words[at + 2], words[at + 3]};
  }
  // What is left at both ends, of four words: by as few instructions as the
  // alignment allows, since each takes as long as a vector of all lanes.
  const bool first = lane == 0, last = lane == kWarp - 1;
  if (!first && !last) return;
  constexpr int kTail = kWords - kShift;
  if constexpr (kShift != 2) {
    constexpr int kLast = kShift == 1 ? kTail : kTail + 2;
    to[first ? 0 : kLast] = first ? words[0] : words[kLast];
  }
  auto store_pair = [&](int at, unsigned x, unsigned y) {
    *reinterpret_cast<uint2*>(to + at) = uint2{x, y};
  };
  if constexpr (kShift == 2)
    store_pair(first ? 0 : kTail, first ? words[0] : words[kTail],
               first ? words[1] : words[kTail + 1]);
  else if constexpr (kShift == 1) {
    if (first) store_pair(1, words[1], words[2]);
  } else {
    if (last) store_pair(kTail, words[kTail], words[kTail + 1]);
  }
}

// `shift`, the same in all lanes: words between an aligned place and `to`.
template <int kVectors>
__device__ __forceinline__ void store_vectors(void* to,
                                              const uint4 (&vectors)[kVectors],
                                              int shift) {
  auto* words = static_cast<unsigned*>(to);
  switch (shift) {
    case 1:
      return store_shifted<1>(words, vectors);
    case 2:
      return store_shifted<2>(words, vectors);
    case 3:
      return store_shifted<3>(words, vectors);
    default:
#pragma unroll
      for (int v = 0; v < kVectors; ++v)
        static_cast<uint4*>(to)[v] = vectors[v];
  }
}

}  // namespace tenorite::cuda
