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
  const long first = first_group(a, a.slots);
  auto state = Lane::start();
  long taken = 0;
  if (first + slot < a.outer_size) {
    const char* x = a.in + outer_offsets(a, first + slot).in;
    [[maybe_unused]] choose_t<OneRun, NoWalk, RunWalk> walk(
        a, tile.begin + lane, lanes);
    long v =
        tile.begin +
        (OneRun && a.middle ? first_middle_vector(lane, a.lanes_log2) : lane);
    if constexpr (OneRun && !is_same<Args, ReduceArgs>) {
      // Of elements that a group's steps make up, whole batches come first:
      // their text, which is long, then asks for nothing.
      auto take = [&]<int U>() {
        const char* p[U];
        int count[U];
#pragma unroll
        for (int u = 0; u < U; ++u) {
          p[u] = x + (v + u * lanes) * (long)(N * kItem);
          count[u] = U == 1 ? (int)min(a.run - v * N, (long)N) : N;
        }
        LumpOf<Value, N> raw[U];
        load_lumps<Value, N>(a, p, count, raw);
        RowFold<F, N>::take(state, raw, count, v * N, lanes * N, taken);
#pragma unroll
        for (int u = 0; u < U; ++u) taken += count[u];
        v += U * lanes;
      };
      const long whole = min(tile.end, a.run / N);
#pragma unroll 1
      while (v + (K - 1) * lanes < whole) take.template operator()<K>();
#pragma unroll 1
      while (v < tile.end) take.template operator()<1>();
    } else {
#pragma unroll 1
      for (; v < tile.end; v += K * lanes) {
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
  }
  auto acc = Lane::settle(state, taken);
  if constexpr (!OneRun)
    if (taken > 0) place_in_runs(a, acc, N);
  if constexpr (OneRun)
    finish_tile<F>(a, acc);
  else
    finish_tile_apart<F>(a, acc);
}

// Rows of middle length, if they are many: a thread has all of a lane's
// accumulators.
template <class F>
__device__ __forceinline__ void fold_middle_rows(const ReduceArgs& a) {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  constexpr int N = ReduceTuning<F>::kRowVector;
  constexpr int S = kMiddleStates;
  const int lanes = 1 << a.lanes_log2;
  const int lane = threadIdx.x & (lanes - 1);
  const long row = first_group(a, a.slots) + (threadIdx.x >> a.lanes_log2);
  typename Lane::State state[S];
  int taken[S];
#pragma unroll
  for (int s = 0; s < S; ++s) {
    state[s] = Lane::start();
    taken[s] = 0;
  }
  if (row < a.outer_size) {
    const char* x = a.in + outer_offsets(a, row).in;
    const int run = (int)a.run;
#pragma unroll 1
    for (int at = lane * N; at < run; at += S * lanes * N) {
      const char* p[S];
      int count[S];
#pragma unroll
      for (int s = 0; s < S; ++s) {
        const int from = at + s * lanes * N;
        p[s] = x + (long)from * (int)sizeof(Value);
        count[s] = max(min(run - from, N), 0);
      }
      LumpOf<Value, N> raw[S];
      load_lumps<Value, N>(a, p, count, raw);
#pragma unroll
      for (int s = 0; s < S; ++s) {
        take_vector<F, N>(state[s], raw[s], count[s], at + s * lanes * N,
                          taken[s]);
        taken[s] += count[s];
      }
    }
  }
  typename F::Acc acc[S];
#pragma unroll
  for (int s = 0; s < S; ++s) acc[s] = Lane::settle(state[s], taken[s]);
#pragma unroll
  for (int by = 1; by < S; by *= 2)
#pragma unroll
    for (int s = 0; s < S; s += 2 * by)
      acc[s] = F::combine(acc[s], acc[s + by]);
  finish_tile<F>(a, acc[0]);
}

__device__ __forceinline__ bool is_masked(const ReduceArgs& a) {
  return a.mask != nullptr;
}

// Any layout, one element at a time. kOneAxis: one axis is reduced, and no mask
// is in memory, as the caller knows. kLoads: how many are in flight, which is
// part of the order of batches alone, and not chosen for them.
template <class F, bool kOneAxis = false,
          int kLoads = ReduceTuning<F>::kAnyLoads, class Args>
__device__ __forceinline__ void fold_any(const Args& a) {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  constexpr int K = Lane::kWholeBatches ? ReduceTuning<F>::kAnyLoads : kLoads;
  const int lanes = a.lanes;
  const Tile tile = tile_of(a);
  const int row = a.by_column ? a.slots : lanes;
  const int outer = (int)threadIdx.x / row;
  const int inner = (int)threadIdx.x - outer * row;
  const int lane = a.by_column ? outer : inner;
  const int slot = a.by_column ? inner : outer;
  const long first = first_group(a, a.slots);
  auto state = Lane::start();
  long taken = 0;
  if (lane < lanes && first + slot < a.outer_size) {
    Offsets kept = outer_offsets(a, first + slot);
    const char* x = a.in + kept.in;
    const char* mask = a.mask ? a.mask + kept.mask : nullptr;
    long r = tile.begin + lane;
    if constexpr (kOneAxis && !Lane::kWholeBatches) {
      auto take = [&]<int U>() {
        const char* p[U];
#pragma unroll
        for (int u = 0; u < U; ++u) p[u] = x + (r + u * lanes) * a.reduced_in;
        unsigned valid = U == K || r + lanes < tile.end ? (1u << U) - 1 : 1;
        Value e[U];
        load_elements<Value, kConverts<F>>(a, p, valid, e);
        if (U == K && !is_masked(a))
          Lane::template take<U>(state, e, r, lanes, taken);
        else
          take_some<F, U>(state, e, valid, r, lanes, taken);
        taken += __popc(valid);
        r += U * lanes;
      };
      // Pairs stay together whatever K is: see LaneFold of sums of doubles.
      static_assert(K % 2 == 0);
#pragma unroll 1
      while (r + (K - 1) * lanes < tile.end) take.template operator()<K>();
#pragma unroll 1
      while (r < tile.end) take.template operator()<2>();
    } else {
#pragma unroll 1
      for (; r < tile.end; r += K * lanes) {
        const char* p[K];
        unsigned valid = 0;
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
        Value e[K];
        load_elements<Value, kConverts<F>>(a, p, valid, e);
        // Threads of a warp do not often have all of theirs where a mask
        // decides.
        if (!is_masked(a) && valid == (1u << K) - 1)
          Lane::template take<K>(state, e, r, lanes, taken);
        else
          take_some<F, K>(state, e, valid, r, lanes, taken);
        taken += __popc(valid);
      }
    }
  }
  finish_tile_apart<F>(a, Lane::settle(state, taken));
}

}  // namespace tenorite::cuda
