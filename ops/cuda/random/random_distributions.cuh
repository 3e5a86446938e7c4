// SPDX-License-Identifier: Apache-2.0
// Kernels of distributions: a thread makes the numbers of one block of a call.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/random/random_bounds.cuh"
#include "ops/cuda/random/random_families.h"
#include "ops/device/random_trials.h"

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

template <class F>
__device__ __forceinline__ void load(const RandomParameters& from, int64_t i,
                                     rng::Parameters& p) {
#pragma unroll
  for (int k = 0; k < kMaxRandomParameters; ++k)
    if (from.parameter[k].data) p.word[k] = item(from.parameter[k], i);
  rng::prepare<F>(p);
}

// The numbers of one block of a call, with parameters that `own` has of a lane.
template <class F, class T, class Own>
__device__ __forceinline__ void make_block(
    const rng::RoundKeys<rng::CallKey>& key, int64_t block, const Own& own,
    T* values) {
  using From = typename F::From;
  typename From::Input in[From::kLanes];
  rng::make_inputs<From>(key, block, in);
#pragma unroll
  for (int lane = 0; lane < From::kLanes; ++lane)
    values[lane] = F()(in[lane], own(lane));
}

template <class F, class T>
__global__ void __launch_bounds__(kThreads)
    random_kernel(T* out, int64_t n,
                  const __grid_constant__ rng::RoundKeys<rng::CallKey> key,
                  const __grid_constant__ RandomParameters from) {
  using From = typename F::From;
  constexpr int kLanes = From::kLanes;
  // All numbers of a block at once; a substream has but one.
  using Vector = std::conditional_t<kLanes * sizeof(T) == 16, uint4, uint2>;
  constexpr bool kVector = sizeof(Vector) == kLanes * sizeof(T) && kLanes > 1;
  rng::Parameters p;
#pragma unroll
  for (int k = 0; k < kMaxRandomParameters; ++k)
    p.word[k] = from.parameter[k].value;
  const int64_t stride = int64_t{gridDim.x} * kThreads;
  const int64_t blocks = (n - 1) / kLanes + 1;
  int64_t block = int64_t{blockIdx.x} * kThreads + threadIdx.x;
  if constexpr (kVector) {
    // Blocks of which all numbers are wanted, where memory is so aligned.
    const bool aligned = reinterpret_cast<uintptr_t>(out) % sizeof(Vector) == 0;
    const int64_t vectors = aligned && !from.arrays ? n / kLanes : 0;
#pragma unroll 1
    for (; block < vectors; block += stride) {
      T values[kLanes];
      make_block<F>(
          key, block, [&](int) -> const rng::Parameters& { return p; }, values);
      Vector vector;
      memcpy(&vector, values, sizeof(vector));
      reinterpret_cast<Vector*>(out)[block] = vector;
    }
  }
#pragma unroll 1
  for (; block < blocks; block += stride) {
    const int64_t first = block * kLanes;
    if constexpr (is_same<From, rng::FromStream>) {
      if (from.arrays) load<F>(from, first, p);
      rng::Substream stream(key, first);
      out[first] = F()(stream, p);
    } else {
      // All parameters first, so that lanes are made side by side.
      rng::Parameters own[kLanes];
#pragma unroll
      for (int lane = 0; lane < kLanes; ++lane) {
        if (from.arrays) load<F>(from, std::min(first + lane, n - 1), p);
        own[lane] = p;
      }
      T values[kLanes];
      make_block<F>(
          key, block,
          [&](int lane) -> const rng::Parameters& { return own[lane]; },
          values);
#pragma unroll
      for (int lane = 0; lane < kLanes; ++lane)
        if (first + lane < n) out[first + lane] = values[lane];
    }
  }
}

// The words of blocks that are in registers.
template <int kBlocks>
struct TrialWords {
  rng::Philox4x32 block[kBlocks];
  __device__ uint64_t operator()(int k) const {
    const unsigned* at = block[k / 2].v + 2 * (k % 2);
    return rng::joined(at[0], at[1]);
  }
};

inline constexpr int kTrialRounds = 8;

// First trials of as many elements as kTrialRounds for each thread; those that
// failed are drawn thereafter, so that they do not hold up a warp each.
template <class F, class Of, bool small, class T>
__global__ void __launch_bounds__(kThreads)
    trials_kernel(T* out, int64_t n,
                  const __grid_constant__ rng::RoundKeys<rng::CallKey> key,
                  const rng::Parameters p) {
  constexpr int kBlocks = rng::trial_blocks<Of>(small);
  constexpr int kElements = kThreads * kTrialRounds;
  __shared__ unsigned short failed[kElements];
  __shared__ int failures;
  if (threadIdx.x == 0) failures = 0;
  __syncthreads();
  const int64_t first = int64_t{blockIdx.x} * kElements;
#pragma unroll 1
  for (int i = threadIdx.x; i < kElements && first + i < n; i += kThreads) {
    TrialWords<kBlocks> words;
#pragma unroll
    for (int block = 0; block < kBlocks; ++block)
      words.block[block] = rng::philox(key, first + i, block);
    rng::FirstTrial<TrialWords<kBlocks>, std::bool_constant<small>> trial{words,
                                                                          {}};
    const auto value = (T) typename rng::Trials<Of>::Make()(trial, p);
    if (trial.good)
      out[first + i] = value;
    else
      failed[atomicAdd(&failures, 1)] = static_cast<unsigned short>(i);
  }
  __syncthreads();
#pragma unroll 1
  for (int k = threadIdx.x; k < failures; k += kThreads) {
    rng::Substream stream(key, first + failed[k], rng::kTrialIsBlock<F>);
    out[first + failed[k]] = F()(stream, p);
  }
}

// Threads take more than one item where there are many, but blocks enough for
// all multiprocessors to end at about the same time.
inline unsigned random_grid(int64_t items, Device device) {
  constexpr int64_t kRounds = 8, kPerMultiprocessor = 64;
  const int64_t most = (items - 1) / kThreads + 1;
  const int64_t enough =
      int64_t{properties(device).multiprocessors} * kPerMultiprocessor;
  const int64_t grid =
      std::max((most - 1) / kRounds + 1, std::min(most, enough));
  return static_cast<unsigned>(grid);
}

template <class F, class Of, bool small, class T>
bool try_all(const RandomPlan& plan, const rng::Parameters& p) {
  const int64_t blocks = (plan.n - 1) / (kThreads * kTrialRounds) + 1;
  trials_kernel<F, Of, small, T><<<static_cast<unsigned>(blocks), kThreads, 0,
                                   stream_handle(plan.device, plan.stream)>>>(
      reinterpret_cast<T*>(plan.out), plan.n, rng::RoundKeys(plan.key), p);
  TENORITE_CUDA_LAUNCHED("random");
  return true;
}

// False where parameters that are numbers leave no first trials.
template <class F, class T>
bool draw_by_trials(const RandomPlan& plan, const rng::Parameters& p) {
  if constexpr (rng::kHasTrials<F>) {
    if constexpr (std::is_same_v<F, rng::Beta>) {
      if (rng::beta_of_logarithms(p))
        return try_all<F, rng::BetaOfLogarithms, false, T>(plan, p);
    } else if constexpr (rng::Trials<F>::kGammas > 0) {
      if (rng::has_trials<F>(p, true)) return try_all<F, F, true, T>(plan, p);
    }
    if (rng::has_trials<F>(p, false)) return try_all<F, F, false, T>(plan, p);
  }
  return false;
}

template <class F>
__global__ void __launch_bounds__(kThreads)
    bounded_kernel(const __grid_constant__ BoundedArgs args) {
  draw_bounded<F>(args);
}

template <class F>
bool draw_by_bounds(const RandomPlan& plan, const rng::Parameters& p) {
  if constexpr (rng::Bounds<F>::kHas) {
    if (!rng::Bounds<F>::apply(p)) return false;
    const BoundedArgs args{reinterpret_cast<int64_t*>(plan.out), plan.n,
                           rng::RoundKeys(plan.key), rng::Bounds<F>::hat(p), p};
    // Blocks that stay: each makes a table.
    const int64_t most =
        int64_t{kBoundedBlocks} * properties(plan.device).multiprocessors;
    const auto blocks = static_cast<unsigned>(
        std::min((plan.n - 1) / kBoundedElements + 1, most));
    bounded_kernel<F>
        <<<blocks, kThreads, 0, stream_handle(plan.device, plan.stream)>>>(
            args);
    TENORITE_CUDA_LAUNCHED("random");
    return true;
  }
  return false;
}

template <class F, class T>
void draw(const RandomPlan& plan) {
  RandomParameters from{};
  rng::Parameters p{};
  for (int k = 0; k < kMaxRandomParameters; ++k) {
    from.parameter[k] = plan.parameter[k];
    from.arrays = from.arrays || plan.parameter[k].data;
    p.word[k] = plan.parameter[k].value;
  }
  if (!from.arrays) rng::prepare<F>(p);
  for (int k = 0; k < kMaxRandomParameters; ++k)
    from.parameter[k].value = p.word[k];
  const int64_t items = (plan.n - 1) / F::From::kLanes + 1;
  DeviceGuard guard(plan.device);
  if (!from.arrays &&
      (draw_by_trials<F, T>(plan, p) || draw_by_bounds<F>(plan, p)))
    return;
  random_kernel<F, T><<<random_grid(items, plan.device), kThreads, 0,
                        stream_handle(plan.device, plan.stream)>>>(
      reinterpret_cast<T*>(plan.out), plan.n, rng::RoundKeys(plan.key), from);
  TENORITE_CUDA_LAUNCHED("random");
}

// A row of ops/table/random_table.def, for the file of its family.
template <bool kOurs, class F, class T>
void register_draw(Distribution distribution) {
  if constexpr (kOurs) random_draw(distribution) = draw<F, T>;
}

}  // namespace tenorite::cuda
