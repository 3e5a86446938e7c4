// SPDX-License-Identifier: Apache-2.0
// Rows that a block keeps in shared memory.
#pragma once

#include "jit/prelude/groups/rows.cuh"

namespace tenorite::kernel {

__device__ __forceinline__ cuda::Lump<4> shared_lump(const char* p) {
  const uint4 v = *(const uint4*)p;
  return {{v.x, v.y, v.z, v.w}};
}

// What a lane of reduce_rows keeps of a row.
template <class F, bool kPadded>
__device__ __forceinline__ typename F::Acc fold_lane(const char* x, int run,
                                                     int lane, int lanes) {
  using Value = typename F::Value;
  using Lane = cuda::LaneFold<F>;
  constexpr int N = cuda::ReduceTuning<F>::kRowVector;
  constexpr int K = cuda::ReduceTuning<F>::kRowLoads;
  const int units = (run + N - 1) / N;
  auto state = Lane::start();
  long taken = 0;
#pragma unroll 1
  for (int v = lane; v < units; v += K * lanes) {
    cuda::LumpOf<Value, N> raw[K];
    int count[K];
    bool full = true;
#pragma unroll
    for (int u = 0; u < K; ++u) {
      const int at = v + u * lanes;
      count[u] = at < units ? min(run - at * N, N) : 0;
      full &= count[u] == N;
      raw[u] = {};
      if (count[u] > 0) raw[u] = shared_lump(x + row_place<kPadded>(at * 16));
    }
    if constexpr (Lane::kWholeBatches) {
      if (full) {
        Value all[K * N];
#pragma unroll
        for (int u = 0; u < K; ++u) {
          auto e = bit_cast<cuda::Elements<Value, N>>(raw[u]);
#pragma unroll
          for (int n = 0; n < N; ++n) all[u * N + n] = e.x[n];
        }
        Lane::template take<K * N>(state, all, 0, 1, taken);
        taken += K * N;
        continue;
      }
    }
#pragma unroll
    for (int u = 0; u < K; ++u) {
      cuda::take_vector<F, N>(state, raw[u], count[u],
                              (long)(v + u * lanes) * N, taken);
      taken += count[u];
    }
  }
  return Lane::settle(state, taken);
}

// What a lane of reduce_short_rows keeps of a row.
template <class F, bool kPadded>
__device__ __forceinline__ typename F::Acc fold_short_lane(const char* x,
                                                           int run, int lane,
                                                           int lanes) {
  using Value = typename F::Value;
  using Lane = cuda::LaneFold<F>;
  constexpr int N = cuda::ReduceTuning<F>::kRowVector;
  constexpr int K = cuda::kShortRowLoads;
  auto state = Lane::start();
  int taken = 0;
  int i = lane * N;
  if constexpr (Lane::kWholeBatches) {
#pragma unroll 1
    for (; i + (K - 1) * lanes * N + N <= run; i += K * lanes * N) {
      Value all[K * N];
#pragma unroll
      for (int u = 0; u < K; ++u) {
        auto e = bit_cast<cuda::Elements<Value, N>>(shared_lump(
            x + row_place<kPadded>((i + u * lanes * N) * (int)sizeof(Value))));
#pragma unroll
        for (int n = 0; n < N; ++n) all[u * N + n] = e.x[n];
      }
      Lane::template take<K * N>(state, all, i, 1, taken);
      taken += K * N;
    }
  }
#pragma unroll 1
  for (; i < run; i += lanes * N) {
    const int count = min(run - i, N);
    const cuda::Lump<4> raw =
        shared_lump(x + row_place<kPadded>(i * (int)sizeof(Value)));
    if constexpr (N == 4) {
      if (count <= 2) {
        const cuda::Lump<2> half{{raw.w[0], raw.w[1]}};
        cuda::take_vector<F, 2>(state, half, count, i, taken);
        taken += count;
        break;
      }
    }
    cuda::take_vector<F, N>(state, raw, count, i, taken);
    taken += count;
  }
  return Lane::settle(state, taken);
}

// results[row] = the fold of a row in shared memory, of the reduction's own
// dtype `Own`. All threads of the block take part; they must have met since the
// rows were written, and meet before the results are read.
template <class F, bool kShortRows, int Threads, class Own,
          bool kPadded = false, class Out>
__device__ __forceinline__ void fold_rows(const RowFold& how, const char* x,
                                          int pitch, int rows, int run,
                                          char* shared, Out* results) {
  using Acc = typename F::Acc;
  static_assert(sizeof(Acc) <= kRowPartBytes);
  const int lanes = 1 << how.lanes_log2;
  const int lane = threadIdx.x & (lanes - 1);
  const int slot = threadIdx.x >> how.lanes_log2;
  const int slots = Threads >> how.lanes_log2;
  const int parts = lanes >> cuda::kWarpLog2;
  Acc* stage = (Acc*)shared;
#pragma unroll 1
  for (int base = 0; base < rows; base += slots) {
    const int row = base + slot;
    Acc acc = cuda::LaneFold<F>::settle(cuda::LaneFold<F>::start(), 0);
    if (row < rows)
      acc = kShortRows
                ? fold_short_lane<F, kPadded>(x + row * pitch, run, lane, lanes)
                : fold_lane<F, kPadded>(x + row * pitch, run, how.first(lane),
                                        lanes);
    cuda::combine_warp<F>(acc, min(lanes, 1 << cuda::kWarpLog2));
    if (parts > 1) {
      __syncthreads();
      if ((lane & 31) == 0)
        stage[(lane >> cuda::kWarpLog2) * slots + slot] = acc;
#pragma unroll 1
      for (int half = parts / 2; half > 0; half /= 2) {
        __syncthreads();
        const int i = threadIdx.x, pairs = half * slots;
        if (i < pairs) stage[i] = F::combine(stage[i], stage[i + pairs]);
      }
      __syncthreads();
      if (lane == 0) acc = stage[slot];
    }
    if (lane == 0 && row < rows)
      results[row] =
          cast<Out>(bit_cast<Own>(F::finish(acc, run, how.finishing)));
  }
}

}  // namespace tenorite::kernel
