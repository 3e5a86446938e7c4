// SPDX-License-Identifier: Apache-2.0
// Counts with the same parameters for all elements, by trials that a table
// decides (ops/device/random_bounds.h). Elements whose trial was rejected get
// together for the next one, so that they do not hold up a warp each.
#pragma once

#include <cstdint>

#include "ops/cuda/abi/tuning.h"
#include "ops/device/random_bounds.h"

namespace tenorite::cuda {

struct BoundedArgs {
  int64_t* out;
  int64_t n;
  rng::RoundKeys<rng::CallKey> key;
  rng::BoundedHat hat;
  rng::Parameters parameters;
};

// Elements that a block has at a time.
inline constexpr int kBoundedElements = kThreads * kBoundedRounds;

// By the rule itself.
template <class F>
__device__ __noinline__ int64_t draw_alone(const BoundedArgs& args,
                                           int64_t position) {
  rng::Substream stream(args.key, position);
  return F()(stream, args.parameters);
}

template <class F>
__device__ __forceinline__ void draw_bounded(const BoundedArgs& args) {
  __shared__ double bounds[rng::kMaxBounds];
  // Elements of this trial and of the next one, and how many there are of each;
  // the counter of the trial before is the next but one.
  __shared__ uint16_t elements[2][kBoundedElements];
  __shared__ int counts[3], undecided;
  for (int i = threadIdx.x; i < args.hat.size; i += kThreads)
    bounds[i] = rng::bound_of<F>(args.hat, i, args.parameters);
  if (threadIdx.x < 3) counts[threadIdx.x] = 0;
  int next = 0;
  const int64_t chunks = (args.n - 1) / kBoundedElements + 1;
  for (int64_t chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x) {
    const int64_t first = chunk * kBoundedElements;
    int total =
        static_cast<int>(min(args.n - first, int64_t{kBoundedElements}));
    if (threadIdx.x == 0) undecided = 0;
    __syncthreads();
#pragma unroll 1
    for (unsigned trial = 0; total > 0; ++trial) {
      uint16_t* from = elements[trial & 1];
      uint16_t* to = elements[~trial & 1];
      if (threadIdx.x == 0) counts[next == 2 ? 0 : next + 1] = 0;
#pragma unroll 1
      for (int j = threadIdx.x; j < total; j += kThreads) {
        const int i = trial == 0 ? j : from[j];
        const int64_t position = first + i;
        unsigned number;
        const rng::Verdict verdict = rng::decide(
            args.hat, bounds, rng::philox(args.key, position, trial), number);
        if (verdict == rng::Verdict::kAccepted)
          args.out[position] = rng::Bounds<F>::finish(number, args.parameters);
        else if (verdict == rng::Verdict::kRejected)
          to[atomicAdd(&counts[next], 1)] = static_cast<uint16_t>(i);
        else if (trial == 0)  // which reads no elements
          from[atomicAdd(&undecided, 1)] = static_cast<uint16_t>(i);
        else
          args.out[position] = draw_alone<F>(args, position);
      }
      __syncthreads();
      total = counts[next];
      next = next == 2 ? 0 : next + 1;
      if (trial == 0 && undecided > 0) {
#pragma unroll 1
        for (int j = threadIdx.x; j < undecided; j += kThreads)
          args.out[first + from[j]] = draw_alone<F>(args, first + from[j]);
        __syncthreads();
      }
    }
  }
}

}  // namespace tenorite::cuda
