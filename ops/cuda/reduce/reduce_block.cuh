// SPDX-License-Identifier: Apache-2.0
// How the threads of a block share its tile of a reduction and put together
// what they have. Every order depends on the launch's shape alone.
#pragma once

#include "ops/cuda/reduce/reduce_access.cuh"

namespace tenorite::cuda {

struct Tile {
  long begin, end;  // units
};
__device__ __forceinline__ Tile tile_of(const ReduceArgs& a) {
  if (a.splits == 1) return {0, a.units};
  long begin = blockIdx.y * a.chunk;
  return {begin, min(begin + a.chunk, a.units)};
}
// The first group of the block, which takes so many.
__device__ __forceinline__ long first_group(const ReduceArgs& a, int groups) {
  return (a.first_tile + blockIdx.x) * groups;
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

template <class Acc>
__device__ __forceinline__ Acc shuffle_down(Acc x, int by) {
  unsigned w[(sizeof(Acc) + 3) / 4] = {};
  memcpy(w, &x, sizeof(Acc));
#pragma unroll
  for (unsigned& word : w) word = __shfl_down_sync(0xffffffffu, word, by);
  memcpy(&x, w, sizeof(Acc));
  return x;
}

// stage[part * outputs + o] for `parts` parts of each output becomes stage[o].
// All threads of the block take part.
template <class F>
__device__ __forceinline__ void combine_parts(typename F::Acc* stage,
                                              int outputs, int parts) {
#pragma unroll 1
  for (; parts > 1; parts = (parts + 1) / 2) {
    __syncthreads();
    const int pairs = parts / 2 * outputs, apart = (parts + 1) / 2 * outputs;
#pragma unroll 1
    for (int i = threadIdx.x; i < pairs; i += kReduceThreads)
      stage[i] = F::combine(stage[i], stage[i + apart]);
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

// A partial result of another block, which may have been written just now.
template <class Acc>
__device__ __forceinline__ Acc load_partial(const Acc* p) {
  using Word = choose_t<
      sizeof(Acc) % 8 == 0, unsigned long,
      choose_t<sizeof(Acc) % 4 == 0, unsigned,
               choose_t<sizeof(Acc) == 2, unsigned short, unsigned char>>>;
  constexpr int kWords = sizeof(Acc) / sizeof(Word);
  Word w[kWords];
#pragma unroll
  for (int i = 0; i < kWords; ++i)
    w[i] = __ldcg(reinterpret_cast<const Word*>(p) + i);
  Acc x;
  memcpy(&x, w, sizeof(Acc));
  return x;
}

// stage[o] holds the block's part of each of the tile's outputs, of which only
// the first `used` exist; `parts` is for those of all splits. Says whether the
// block is the last one of its tile; then stage[o] becomes the fold of all
// parts, in an order that depends on the counts alone. All threads of the block
// take part.
template <class F>
__device__ __noinline__ bool merge_parts(typename F::Acc* parts,
                                         unsigned* arrivals, int splits,
                                         typename F::Acc* stage, int outputs,
                                         int used) {
  using Acc = typename F::Acc;
  constexpr int K = 4;  // loads in flight
  const int thread = threadIdx.x;
#pragma unroll 1
  for (int o = thread; o < used; o += kReduceThreads)
    parts[(long)blockIdx.y * outputs + o] = stage[o];
  __syncthreads();
  bool last = false;
  if (thread == 0) {
    __threadfence();
    last = atomicInc(arrivals, splits - 1) == splits - 1;
    __threadfence();
  }
  if (!__syncthreads_or(last)) return false;
  const int wide = min(outputs, kReduceThreads);
  const int lanes = kReduceThreads / wide, lane = thread / wide;
#pragma unroll 1
  for (int o = thread - lane * wide; lane < lanes && o < outputs;
       o += kReduceThreads) {
    Acc acc = F::neutral();
#pragma unroll 1
    for (int s = lane; s < splits && o < used; s += K * lanes) {
      Acc part[K];
#pragma unroll
      for (int u = 0; u < K; ++u)
        part[u] =
            s + u * lanes < splits
                ? load_partial(&parts[(s + u * lanes) * (long)outputs + o])
                : F::neutral();
#pragma unroll
      for (int u = 0; u < K; ++u) acc = F::combine(acc, part[u]);
    }
    stage[lane * wide + o] = acc;
  }
  combine_parts<F>(stage, wide, lanes);
  return true;
}

template <class F>
__device__ __forceinline__ bool merge_splits(const ReduceArgs& a,
                                             typename F::Acc* stage,
                                             int outputs, int used) {
  auto* parts = reinterpret_cast<typename F::Acc*>(a.partials) +
                blockIdx.x * a.splits * outputs;
  return merge_parts<F>(parts, a.arrivals + blockIdx.x, (int)a.splits, stage,
                        outputs, used);
}

// Combines what the lanes of each output hold, then the splits, and writes the
// results. Lanes are neighbouring threads or, by column, `slots` threads apart.
template <class F, class Args>
__device__ __forceinline__ void finish_tile(const Args& a,
                                            typename F::Acc acc) {
  using Acc = typename F::Acc;
  alignas(16) __shared__ unsigned char bytes[kReduceThreads * sizeof(Acc)];
  Acc* stage = reinterpret_cast<Acc*>(bytes);
  const int thread = threadIdx.x;
  const int lanes = a.lanes, slots = a.slots;
  const long first = first_group(a, slots);
  const int used = (int)min(a.outer_size - first, (long)slots);
  int slot = thread;
  bool holds = true;
  int parts = lanes;
  if (!a.by_column) {
    const int neighbours = min(lanes, 1 << kWarpLog2);
    combine_warp<F>(acc, neighbours);
    slot = thread >> a.lanes_log2;
    holds = (thread & (neighbours - 1)) == 0;
    parts = lanes / neighbours;
  }
  if (parts > 1 || a.splits > 1) {
    const int part = (thread & (lanes - 1)) >> kWarpLog2;
    if (holds) stage[a.by_column ? thread : part * slots + slot] = acc;
    combine_parts<F>(stage, slots, parts);
    if (a.splits > 1 && !merge_splits<F>(a, stage, slots, used)) return;
    slot = thread;
    holds = true;
    if (slot < used) acc = stage[slot];
  }
  if (holds && slot < used) write_result<F>(a, first + slot, acc);
}
// One copy for kernels in which a call's latency matters less than the time to
// compile them.
template <class F, class Args>
__device__ __noinline__ void finish_tile_apart(const Args& a,
                                               typename F::Acc acc) {
  finish_tile<F>(a, acc);
}

}  // namespace tenorite::cuda
