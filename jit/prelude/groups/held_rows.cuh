// SPDX-License-Identifier: Apache-2.0
// Rows that the threads of a block keep in registers.
#pragma once

#include "jit/prelude/groups/rows.cuh"

namespace tenorite::kernel {

// A thread's part of a row: I vectors of V elements. A lane of the row's folds
// takes every 2^lanes_log2th vector; P threads share its vectors, the first I
// of them, and so on. The first W of each thread are whole. Threads whose row
// does not exist take the block's last one too, and store nothing.
template <int V, int I, int P, int W>
struct HeldRow {
  int row, part, lane, lanes_log2;
  int left;  // elements of the row from the thread's first one
  bool exists;

  // kRows: all rows of the block exist.
  template <bool kRows, class Loop>
  __device__ __forceinline__ static HeldRow of(const Loop& loop) {
    HeldRow h;
    h.lanes_log2 = loop.fold[0].lanes_log2;
    const int thread = threadIdx.x;
    h.lane = loop.fold[0].first(thread & ((1 << h.lanes_log2) - 1));
    const int group = thread >> h.lanes_log2;
    h.part = group % P;
    h.row = group / P;
    h.exists = kRows || h.row < loop.rows_here();
    if (!h.exists) h.row = loop.rows_here() - 1;
    h.left = loop.run - h.at(0);
    return h;
  }
  // The first element of a vector.
  __device__ __forceinline__ int at(int i) const {
    return (lane + ((part * I + i) << lanes_log2)) * V;
  }
  // Its elements, none if it is not positive. Not clamped to 0: ptxas 13.0
  // takes comparisons of max(min(x, V), 0) with V for others on sm_90.
  __device__ __forceinline__ int count(int i) const {
    return i < W ? V : min(left - (i << lanes_log2) * V, V);
  }
  __device__ __forceinline__ bool has(int i, int e) const {
    return e < count(i);
  }
  __device__ __forceinline__ int stored(int i) const {
    return exists ? count(i) : 0;
  }
  __device__ __forceinline__ bool writes_kept() const {
    return exists && part == 0 && lane == 0;
  }
};

template <class T>
__device__ __forceinline__ T shuffle_from(T x, int lane) {
  unsigned w[(sizeof(T) + 3) / 4] = {};
  memcpy(w, &x, sizeof(T));
#pragma unroll
  for (unsigned& word : w) word = __shfl_sync(0xffffffffu, word, lane);
  memcpy(&x, w, sizeof(T));
  return x;
}

// Takes a thread's elements as a lane of reduce_rows does, or of
// reduce_short_rows.
template <class F, bool kShortRows, class T, int V, int I, int P, int W>
__device__ __forceinline__ void take_held(
    typename cuda::LaneFold<F>::State& state, int& taken,
    const HeldRow<V, I, P, W>& held, const T (&x)[I][V]) {
  using Value = typename F::Value;
  using Lane = cuda::LaneFold<F>;
  constexpr int K =
      kShortRows ? cuda::kShortRowLoads : cuda::ReduceTuning<F>::kRowLoads;
  static_assert(V == cuda::ReduceTuning<F>::kRowVector);
  static_assert(P == 1 || I % K == 0);
#pragma unroll
  for (int b = 0; b < I; b += K) {
    if constexpr (Lane::kWholeBatches) {
      if (b + K <= I && held.count(b + K - 1) == V) {
        Value all[K * V];
#pragma unroll
        for (int i = 0; i < K * V; ++i)
          all[i] = bit_cast<Value>(x[min(b + i / V, I - 1)][i % V]);
        Lane::template take<K * V>(state, all, held.at(b), 1, taken);
        taken += K * V;
        continue;
      }
    }
#pragma unroll
    for (int i = b; i < b + K && i < I; ++i) {
      const int count = held.count(i);
      if (count <= 0) continue;
      cuda::LumpOf<Value, V> raw;
      memcpy(&raw, x[i], sizeof(raw));
      if constexpr (kShortRows && V == 4) {
        if (count <= 2) {
          const cuda::Lump<2> half{{raw.w[0], raw.w[1]}};
          cuda::take_vector<F, 2>(state, half, count, held.at(i), taken);
          taken += count;
          continue;
        }
      }
      cuda::take_vector<F, V>(state, raw, count, held.at(i), taken);
      taken += count;
    }
  }
}

// The fold of each thread's row, of the reduction's own dtype `Own`. All
// threads of the block take part. `states` is for what goes from one thread of
// a lane to the next, for all folds; `parts`, of warps, is for this fold alone.
template <class F, bool kShortRows, int Threads, class Own, class Out, class T,
          int V, int I, int P, int W>
__device__ __forceinline__ Out fold_held(const RowFold& how, int run,
                                         const HeldRow<V, I, P, W>& held,
                                         const T (&x)[I][V], uint4* states,
                                         uint4* parts) {
  using State = typename cuda::LaneFold<F>::State;
  using Acc = typename F::Acc;
  static_assert(P <= 2 && sizeof(State) <= 32 && sizeof(Acc) <= kRowPartBytes);
  constexpr int kWarp = 1 << cuda::kWarpLog2;
  const int thread = threadIdx.x;
  const int lanes = 1 << held.lanes_log2;
  const int slot = (thread >> held.lanes_log2) / P;
  const bool in_warp = lanes * P <= kWarp;
  State state = cuda::LaneFold<F>::start();
  int taken = held.part * I * V;
#pragma unroll 1
  for (int part = 0; part < P; ++part) {
    if (part > 0 && in_warp) {
      const State before = shuffle_from(state, (thread - lanes) & (kWarp - 1));
      if (held.part == part) state = before;
    } else if (part > 0) {
      State* of_lane = (State*)states + (slot << held.lanes_log2) + held.lane;
      if (held.part < part) *of_lane = state;
      __syncthreads();
      if (held.part == part) state = *of_lane;
    }
    if (held.part == part) take_held<F, kShortRows>(state, taken, held, x);
  }
  Acc acc = cuda::LaneFold<F>::settle(state, taken);
  cuda::combine_warp<F>(acc, min(lanes, kWarp));
  if (in_warp) {
    acc = shuffle_from(acc,
                       (thread & (kWarp - 1) & -(lanes * P)) + (P - 1) * lanes);
  } else {
    // Each warp puts the parts together, in the order of combine_parts.
    const int slots = (Threads / P) >> held.lanes_log2;
    const int count = slots * (lanes >> cuda::kWarpLog2);
    Acc* of_warps = (Acc*)parts;
    if (held.part == P - 1 && (thread & (kWarp - 1)) == 0)
      of_warps[((thread & (lanes - 1)) >> cuda::kWarpLog2) * slots + slot] =
          acc;
    __syncthreads();
    acc = of_warps[thread & (count - 1)];
#pragma unroll 1
    for (int by = count / 2; by >= slots; by /= 2)
      acc = F::combine(acc, cuda::shuffle_down(acc, by));
    acc = shuffle_from(acc, slot);
  }
  return cast<Out>(bit_cast<Own>(F::finish(acc, run, how.finishing)));
}

// x / y, correctly rounded, for many x: as the compiler's own division where
// neither over- nor underflow is near, without its check and reciprocal for
// each x. Elsewhere `plain` is set, and the result is none.
struct RowDivisor {
  float y, inverse, least, most;

  __device__ __forceinline__ explicit RowDivisor(float y) : y(y) {
#ifdef __CUDA_ARCH__
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(y));
#else
    const float r = 1 / y;
#endif
    inverse = fmaf(r, fmaf(-y, r, 1.0f), r);
    // With these the quotient is far from subnormal numbers and from infinity,
    // and what the product leaves of x has no bit below the least one.
    const float size = fabsf(y);
    const bool usable = size >= 0x1p-60f && size <= 0x1p60f;
    least = usable ? fmaxf(size * 0x1p-62f, 0x1p-100f) : math::kInf<float>;
    most = usable ? fminf(size * 0x1p62f, 0x1p126f) : -1;
  }
  __device__ __forceinline__ float divide(float x, bool& plain) const {
    const float size = fabsf(x);
    plain |= !((size >= least || size == 0) && size <= most);
    const float q = x * inverse;
    // Of a zero the last step would lose the sign.
    return copysignf(fmaf(inverse, fmaf(-y, q, x), q), q);
  }
};

}  // namespace tenorite::kernel
