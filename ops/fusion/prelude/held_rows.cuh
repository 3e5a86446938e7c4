// SPDX-License-Identifier: Apache-2.0
// Rows that the threads of a block keep in registers.
#pragma once

#include "ops/fusion/prelude/rows.cuh"

namespace tenorite::kernel {

// A thread's part of a row: I vectors of V elements, one for each turn of the
// lanes that share the row. All vectors but the last one are whole; kExact:
// that one too, and a block's rows all exist. Where one does not, its threads
// take the block's last row too, and store nothing.
template <int V, int I, bool kExact>
struct HeldRow {
  int row, lane, lanes_log2;
  int last;  // elements of the last vector
  bool exists;

  template <class Loop>
  __device__ __forceinline__ explicit HeldRow(const Loop& loop) {
    lanes_log2 = loop.fold[0].lanes_log2;
    lane = threadIdx.x & ((1 << lanes_log2) - 1);
    row = threadIdx.x >> lanes_log2;
    exists = kExact || row < loop.rows_here();
    if (!exists) row = loop.rows_here() - 1;
    last = kExact ? V : max(0, min(loop.run - at(I - 1), V));
  }
  // The first element of a vector.
  __device__ __forceinline__ int at(int i) const {
    return (lane + (i << lanes_log2)) * V;
  }
  __device__ __forceinline__ int count(int i) const {
    return i < I - 1 ? V : last;
  }
  __device__ __forceinline__ bool has(int i, int e) const {
    return e < count(i);
  }
  __device__ __forceinline__ int stored(int i) const {
    return exists ? count(i) : 0;
  }
  __device__ __forceinline__ bool writes_kept() const {
    return exists && lane == 0;
  }
};

template <class Acc>
__device__ __forceinline__ Acc shuffle_from(Acc x, int lane) {
  unsigned w[(sizeof(Acc) + 3) / 4] = {};
  memcpy(w, &x, sizeof(Acc));
#pragma unroll
  for (unsigned& word : w) word = __shfl_sync(0xffffffffu, word, lane);
  memcpy(&x, w, sizeof(Acc));
  return x;
}

// What a lane of reduce_rows, or of reduce_brief, keeps of a row.
template <class F, bool kBrief, class T, int V, int I, bool kExact>
__device__ __forceinline__ typename F::Acc fold_held_lane(
    const HeldRow<V, I, kExact>& held, const T (&x)[I][V]) {
  using Value = typename F::Value;
  using Lane = cuda::LaneFold<F>;
  constexpr int K =
      kBrief ? cuda::kBriefLoads : cuda::ReduceTuning<F>::kRowLoads;
  static_assert(V == cuda::ReduceTuning<F>::kRowVector);
  auto state = Lane::start();
  int taken = 0;
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
      if (count == 0) continue;
      cuda::LumpOf<Value, V> raw;
      memcpy(&raw, x[i], sizeof(raw));
      if constexpr (kBrief && V == 4) {
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
  return Lane::settle(state, taken);
}

// The fold of each thread's row, of the reduction's own dtype `Own`. All
// threads of the block take part; `shared` is for this fold alone.
template <class F, bool kBrief, int Threads, class Own, class Out, class T,
          int V, int I, bool kExact>
__device__ __forceinline__ Out fold_held(const RowFold& how, int run,
                                         const HeldRow<V, I, kExact>& held,
                                         const T (&x)[I][V], char* shared) {
  using Acc = typename F::Acc;
  constexpr int kWarp = 1 << cuda::kWarpLog2, kWarps = Threads / kWarp;
  Acc acc = fold_held_lane<F, kBrief>(held, x);
  const int lanes = 1 << held.lanes_log2;
  cuda::combine_warp<F>(acc, min(lanes, kWarp));
  const int thread = threadIdx.x;
  if (lanes <= kWarp) {
    acc = shuffle_from(acc, thread & (kWarp - 1) & -lanes);
  } else {
    // Each warp puts the parts together, in the order of combine_parts.
    const int slots = Threads >> held.lanes_log2;
    const int slot = thread >> held.lanes_log2;
    Acc* parts = (Acc*)shared;
    if ((thread & (kWarp - 1)) == 0)
      parts[(held.lane >> cuda::kWarpLog2) * slots + slot] = acc;
    __syncthreads();
    acc = parts[thread & (kWarps - 1)];
#pragma unroll 1
    for (int by = kWarps / 2; by >= slots; by /= 2)
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
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(y));
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
