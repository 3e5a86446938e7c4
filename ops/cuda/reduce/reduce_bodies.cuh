// SPDX-License-Identifier: Apache-2.0
// How the kernels of reductions fold what `Args` tell of. That is a ReduceArgs,
// for elements in memory, or something derived from it with own versions of
//   load_lumps(), load_elements()   for elements that are made up on the way
//   write_result()                  for what becomes of the results
#pragma once

#include "ops/cuda/reduce/reduce_block.cuh"
#include "ops/cuda/reduce/reduce_tuning.cuh"

namespace tenorite::cuda {

// Folds whose elements are often of another dtype in memory. For the others the
// host makes a converted copy first, which saves much compile time.
template <class F>
inline constexpr bool kConverts = false;
template <class T, bool Wide>
inline constexpr bool kConverts<reduction::FloatingSum<T, Wide>> = true;
template <class T>
inline constexpr bool kConverts<reduction::FloatingProduct<T>> = true;
template <class T>
inline constexpr bool kConverts<reduction::WrappingSum<T>> = true;
template <class T>
inline constexpr bool kConverts<reduction::WrappingProduct<T>> = true;
template <class T>
inline constexpr bool kConverts<reduction::Spread<T>> = true;

// Reduced elements that lie side by side, in one run or in many.
template <class F, bool OneRun, class Args>
__device__ __forceinline__ void fold_rows(const Args& a) {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  constexpr int N = ReduceTuning<F>::kRowVector;
  constexpr int K = ReduceTuning<F>::kRowLoads;
  constexpr int kItem = ReduceTuning<F>::kItem;
  const int lanes = 1 << a.lanes_log2;
  const int lane = threadIdx.x & (lanes - 1);
  const Tile tile = tile_of(a);
  const int slot = threadIdx.x >> a.lanes_log2;
  const long first = first_group(a, kReduceThreadsLog2 - a.lanes_log2);
  auto state = Lane::start();
  long taken = 0;
  if (first + slot < a.outer_size) {
    const char* x = a.in + outer_offsets(a, first + slot).in;
    [[maybe_unused]] choose_t<OneRun, NoWalk, RunWalk> walk(
        a, tile.begin + lane, lanes);
#pragma unroll 1
    for (long v = tile.begin + lane; v < tile.end; v += K * lanes) {
      const char* p[K];
      int count[K];
      if constexpr (OneRun) {
        long left = a.run - v * N;  // elements
#pragma unroll
        for (int u = 0; u < K; ++u) {
          p[u] = x + (v + u * lanes) * (long)(N * kItem);
          bool inside = v + u * lanes < tile.end;
          count[u] = inside ? (int)min(left - u * lanes * N, (long)N) : 0;
        }
      } else {
#pragma unroll
        for (int u = 0; u < K; ++u) {
          bool inside = v + u * lanes < tile.end;
          p[u] = inside ? x + walk.offset(a, N * kItem) : x;
          count[u] = inside ? walk.count(a, N) : 0;
          walk.advance(a);
        }
      }
      LumpOf<Value, N> raw[K];
      load_lumps<Value, N>(a, p, count, raw);
      RowFold<F, N>::take(state, raw, count, v * N, lanes * N, taken);
#pragma unroll
      for (int u = 0; u < K; ++u) taken += count[u];
    }
  }
  auto acc = Lane::settle(state, taken);
  if constexpr (!OneRun)
    if (taken > 0) place_in_runs(a, acc, N);
  if constexpr (OneRun)
    finish_tile<F>(a, acc);
  else
    finish_tile_apart<F>(a, acc);
}

__device__ __forceinline__ bool is_masked(const ReduceArgs& a) {
  return a.mask != nullptr;
}

// Any layout, one element at a time. kOneAxis: one axis is reduced, and no mask
// is in memory, as the caller knows.
template <class F, bool kOneAxis = false, class Args>
__device__ __forceinline__ void fold_any(const Args& a) {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  constexpr int K = ReduceTuning<F>::kAnyLoads;
  const int slots_log2 = kReduceThreadsLog2 - a.lanes_log2;
  const int slots = 1 << slots_log2;
  const int lanes = 1 << a.lanes_log2;
  const int thread = threadIdx.x;
  const int lane = a.by_column ? thread >> slots_log2 : thread & (lanes - 1);
  const Tile tile = tile_of(a);
  const int slot = a.by_column ? thread & (slots - 1) : thread >> a.lanes_log2;
  const long first = first_group(a, slots_log2);
  auto state = Lane::start();
  long taken = 0;
  if (first + slot < a.outer_size) {
    Offsets outer = outer_offsets(a, first + slot);
    const char* x = a.in + outer.in;
    const char* mask = a.mask ? a.mask + outer.mask : nullptr;
#pragma unroll 1
    for (long r = tile.begin + lane; r < tile.end; r += K * lanes) {
      const char* p[K];
      unsigned valid = 0;
      if constexpr (kOneAxis) {
        const int left = (int)min(tile.end - r, (long)(K * lanes));
        const char* const at = x + r * a.reduced_in;
#pragma unroll
        for (int u = 0; u < K; ++u) {
          p[u] = at + u * (lanes * a.reduced_in);
          valid |= (unsigned)(u * lanes < left) << u;
        }
      } else {
#pragma unroll
        for (int u = 0; u < K; ++u) {
          long position = r + u * lanes;
          if (position < tile.end) {
            Offsets reduced = reduced_offsets(a, position);
            bool keep = !mask || mask[reduced.mask];
            p[u] = x + reduced.in;
            valid |= (unsigned)keep << u;
          }
        }
      }
      Value e[K];
      load_elements<Value, kConverts<F>>(a, p, valid, e);
      // Threads of a warp do not often have all of theirs where a mask decides.
      if (!is_masked(a) && valid == (1u << K) - 1)
        Lane::template take<K>(state, e, r, lanes, taken);
      else
        take_some<F, K>(state, e, valid, r, lanes, taken);
      taken += __popc(valid);
    }
  }
  finish_tile_apart<F>(a, Lane::settle(state, taken));
}

}  // namespace tenorite::cuda
