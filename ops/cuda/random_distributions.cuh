// SPDX-License-Identifier: Apache-2.0
// Kernels of distributions: a thread makes the numbers of one block of a call.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/random_families.h"
#include "ops/cuda/tuning.h"
#include "ops/device/random_rejection.h"

namespace tenorite::cuda {

__device__ __forceinline__ uint64_t item(const RandomParameter& parameter,
                                         int64_t i) {
  if (parameter.inner > 1) i /= parameter.inner;
  // One pass over the array needs no remainder.
  if (i >= parameter.period) i %= parameter.period;
  return parameter.data[i];
}

struct RandomParameters {
  RandomParameter parameter[kMaxRandomParameters];
  bool arrays;
};

__device__ __forceinline__ void load(const RandomParameters& from, int64_t i,
                                     rng::Parameters& p) {
#pragma unroll
  for (int k = 0; k < kMaxRandomParameters; ++k)
    if (from.parameter[k].data) p.word[k] = item(from.parameter[k], i);
}

template <class F, class T>
__global__ void __launch_bounds__(kThreads)
    random_kernel(T* out, int64_t n, const rng::CallKey key,
                  const __grid_constant__ RandomParameters from) {
  using From = typename F::From;
  constexpr int kLanes = From::kLanes;
  const int64_t block = int64_t{blockIdx.x} * kThreads + threadIdx.x;
  const int64_t first = block * kLanes;
  if (first >= n) return;
  rng::Parameters p;
#pragma unroll
  for (int k = 0; k < kMaxRandomParameters; ++k)
    p.word[k] = from.parameter[k].value;
  if constexpr (is_same<From, rng::FromStream>) {
    if (from.arrays) load(from, first, p);
    rng::Substream stream(key, first);
    out[first] = F()(stream, p);
  } else {
    typename From::Input in[kLanes];
    rng::make_inputs<From>(key, block, in);
    T values[kLanes];
    const bool whole = first + kLanes <= n;
#pragma unroll
    for (int lane = 0; lane < kLanes; ++lane) {
      if (from.arrays) load(from, whole ? first + lane : first, p);
      values[lane] = F()(in[lane], p);
    }
    // Memory of the pool and of arrays is as aligned as its items at least.
    if (whole && kLanes * sizeof(T) == 16 &&
        reinterpret_cast<uintptr_t>(out) % 16 == 0) {
      uint4 vector;
      memcpy(&vector, values,
             sizeof(vector) < sizeof(values) ? sizeof(vector) : sizeof(values));
      reinterpret_cast<uint4*>(out)[block] = vector;
      return;
    }
#pragma unroll
    for (int lane = 0; lane < kLanes; ++lane)
      if (first + lane < n) out[first + lane] = values[lane];
  }
}

template <class F, class T>
void draw(const RandomPlan& plan) {
  RandomParameters from{};
  for (int k = 0; k < kMaxRandomParameters; ++k) {
    from.parameter[k] = plan.parameter[k];
    from.arrays = from.arrays || plan.parameter[k].data;
  }
  constexpr int64_t kPerBlock = int64_t{kThreads} * F::From::kLanes;
  DeviceGuard guard(plan.device);
  random_kernel<F, T><<<static_cast<unsigned>((plan.n - 1) / kPerBlock + 1),
                        kThreads, 0, stream_handle(plan.device, plan.stream)>>>(
      reinterpret_cast<T*>(plan.out), plan.n, plan.key, from);
  TENORITE_CUDA_LAUNCHED("random");
}

// A row of ops/random_table.def, for the file of its family.
template <bool kOurs, class F, class T>
void register_draw(Distribution distribution) {
  if constexpr (kOurs) random_draw(distribution) = draw<F, T>;
}

}  // namespace tenorite::cuda
