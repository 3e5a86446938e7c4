// SPDX-License-Identifier: Apache-2.0
// How the threads of a block share its tile of a reduction and put together
// what they have. Every order depends on the launch's shape alone.
#pragma once

#include "ops/cuda/reduce_access.cuh"

namespace tenorite::cuda {

struct Tile {
  long begin, end;  // units
};
__device__ __forceinline__ Tile tile_of(const ReduceArgs& a) {
  if (a.splits == 1) return {0, a.units};
  long begin = blockIdx.y * a.chunk;
  return {begin, min(begin + a.chunk, a.units)};
}
// The first group of the block, which takes 2^groups_log2.
__device__ __forceinline__ long first_group(const ReduceArgs& a,
                                            int groups_log2) {
  return (a.first_tile + blockIdx.x) << groups_log2;
}

template <class F>
__device__ __forceinline__ void write_result(const ReduceArgs& a, long output,
                                             typename F::Acc acc) {
  using Result = typename F::Result;
  long offset =
      a.dense ? output * (long)sizeof(Result) : outer_offsets(a, output).out;
  *reinterpret_cast<Result*>(a.out + offset) =
      F::finish(acc, a.reduced_size, a.finishing);
}

template <class F>
__device__ __forceinline__ void emit_inline(const ReduceArgs& a, long output,
                                            typename F::Acc acc) {
  if (a.splits == 1)
    write_result<F>(a, output, acc);
  else
    reinterpret_cast<typename F::Acc*>(
        a.partials)[output * a.splits + blockIdx.y] = acc;
}
// One copy for all kernels that do this once per output; it would only take
// registers and compile time there.
template <class F>
__device__ __noinline__ void emit(const ReduceArgs& a, long output,
                                  typename F::Acc acc) {
  emit_inline<F>(a, output, acc);
}

template <class Acc>
__device__ __forceinline__ Acc shuffle_down(Acc x, int by) {
  constexpr unsigned kAll = 0xffffffffu;
  if constexpr (sizeof(Acc) < 4) {
    return (Acc)__shfl_down_sync(kAll, (unsigned)x, by);
  } else {
    static_assert(sizeof(Acc) % 4 == 0);
    unsigned w[sizeof(Acc) / 4];
    memcpy(w, &x, sizeof(Acc));
#pragma unroll
    for (unsigned& word : w) word = __shfl_down_sync(kAll, word, by);
    memcpy(&x, w, sizeof(Acc));
    return x;
  }
}

// stage[part * outputs + o] for `parts` (a power of two) parts of each output
// becomes stage[o]. All threads of the block take part.
template <class F>
__device__ __forceinline__ void combine_parts(typename F::Acc* stage,
                                              int outputs, int parts) {
#pragma unroll 1
  for (int half = parts / 2; half > 0; half /= 2) {
    __syncthreads();
    int pairs = half * outputs;
#pragma unroll 1
    for (int i = threadIdx.x; i < pairs; i += kReduceThreads)
      stage[i] = F::combine(stage[i], stage[i + pairs]);
  }
  __syncthreads();
}

// Combines what neighbouring threads of a warp hold; the first of each `lanes`
// has the result. All threads of the warp take part.
template <class F>
__device__ __forceinline__ void combine_warp(typename F::Acc& acc, int lanes) {
#pragma unroll 1
  for (int half = 1; half < lanes; half *= 2)
    acc = F::combine(acc, shuffle_down(acc, half));
}

// Combines what the lanes of each output hold. Lanes are neighbouring threads
// or, by column, `slots` threads apart. Says whether the thread has the result
// of an output then, and of which slot.
template <class F>
__device__ __forceinline__ bool combine_lanes(const ReduceArgs& a,
                                              typename F::Acc& acc, int& slot,
                                              int lane) {
  using Acc = typename F::Acc;
  alignas(16) __shared__ unsigned char bytes[kReduceThreads * sizeof(Acc)];
  Acc* stage = reinterpret_cast<Acc*>(bytes);
  const int lanes = 1 << a.lanes_log2;
  const int slots = kReduceThreads >> a.lanes_log2;
  int parts = lanes;
  if (!a.by_column) {
    combine_warp<F>(acc, min(lanes, 1 << kWarpLog2));
    parts = lanes >> kWarpLog2;
  }
  if (parts <= 1) return lane == 0;
  if (a.by_column)
    stage[threadIdx.x] = acc;
  else if (lane % (1 << kWarpLog2) == 0)
    stage[(lane >> kWarpLog2) * slots + slot] = acc;
  combine_parts<F>(stage, slots, parts);
  slot = threadIdx.x;
  if (slot >= slots) return false;
  acc = stage[slot];
  return true;
}

}  // namespace tenorite::cuda
