// SPDX-License-Identifier: Apache-2.0
// Reductions whose kept elements are contiguous.
#pragma once

#include "ops/cuda/reduce/reduce_block.cuh"
#include "ops/cuda/reduce/reduce_tuning.cuh"

namespace tenorite::cuda {

// Where a vector of neighbouring outputs begins and how many it has.
struct OutputVector {
  long output, in;
  int width;
};
template <int N>
__device__ __forceinline__ OutputVector output_vector_at(const ReduceArgs& a,
                                                         long group, int item) {
  long outer = 0, vector = group;
  if (a.outer_ndim > 1) {
    outer = divide(group, a.run_vectors, a.index32);
    vector -= outer * a.run_vectors.by;
  }
  return {outer * a.run + vector * N,
          offsets_of(a, 0, a.outer_ndim - 1, outer).in + vector * (N * item),
          (int)min(a.run - vector * N, (long)N)};
}

// The results of a vector, straight from the registers.
template <class F, int N>
__device__ __forceinline__ void write_vector(const ReduceArgs& a,
                                             const OutputVector& vector,
                                             const ColumnFold<F, N>& columns,
                                             long taken) {
  using Result = typename F::Result;
  constexpr int kBytes = N * (int)sizeof(Result);
  constexpr int kStore = kBytes < 16 ? kBytes : 16;
  Elements<Result, N> r;
#pragma unroll
  for (int n = 0; n < N; ++n)
    r.x[n] =
        F::finish(columns.settle(n, 0, 1, taken), a.reduced_size, a.finishing);
  auto* to = reinterpret_cast<Result*>(a.out) + vector.output;
  if (vector.width == N) {
    struct alignas(kStore) Piece {
      unsigned char bytes[kStore];
    };
    struct Pieces {
      Piece at[kBytes / kStore];
    } pieces = bit_cast<Pieces>(r);
#pragma unroll
    for (int i = 0; i < kBytes / kStore; ++i)
      reinterpret_cast<Piece*>(to)[i] = pieces.at[i];
  } else {
#pragma unroll
    for (int n = 0; n < N - 1; ++n)
      if (n < vector.width) to[n] = r.x[n];
  }
}

// Each thread takes a vector of neighbouring outputs or, of few positions, two.
// For `Args` see reduce_bodies.cuh; others than ReduceArgs have one vector, and
// results that do not leave as vectors. kOneAxis: one axis is reduced, as the
// caller knows.
template <class F, bool kOneAxis = false, class Args>
__device__ __forceinline__ void fold_columns(const Args& a) {
  using Value = typename F::Value;
  using Acc = typename F::Acc;
  constexpr int N = ReduceTuning<F>::kColumnVector;
  constexpr int K = ReduceTuning<F>::kColumnLoads;
  constexpr int R = K / kColumnVectors;  // loads of one vector of several
  constexpr int kItem = ReduceTuning<F>::kItem;
  constexpr bool kInMemory = is_same<Args, ReduceArgs>;
  const bool several = kInMemory && a.thread_vectors > 1;
  alignas(16) __shared__ unsigned char bytes[kReduceThreads * N * sizeof(Acc)];
  const int slots = a.slots, lanes = a.lanes;
  const int lane = (int)threadIdx.x / slots;
  const int slot = (int)threadIdx.x - lane * slots;
  const Tile tile = tile_of(a);
  const long first = first_group(a, slots) * a.thread_vectors;
  const char* p[K];
  int count[K];
  LumpOf<Value, N> raw[K];
  if (several) {
#pragma unroll
    for (int g = 0; g < kColumnVectors; ++g) {
      const long group = first + g * kReduceThreads + threadIdx.x;
      OutputVector vector{};
      if (group < a.groups) vector = output_vector_at<N>(a, group, kItem);
#pragma unroll
      for (int u = 0; u < R; ++u) {
        bool inside = u < a.units;
        count[g * R + u] = inside ? vector.width : 0;
        p[g * R + u] =
            a.in + vector.in + (inside ? reduced_offsets(a, u).in : 0);
      }
    }
    load_lumps<Value, N>(a, p, count, raw);
  }
  ColumnFold<F, N> columns;
  long taken = 0;
#pragma unroll 1
  for (int g = 0; g < a.thread_vectors; ++g) {
    columns = ColumnFold<F, N>::start();
    const long group = first + g * slots + slot;
    OutputVector vector{};
    if (group < a.groups) vector = output_vector_at<N>(a, group, kItem);
    if (several) {
      LumpOf<Value, N> part[R];
#pragma unroll
      for (int u = 0; u < R; ++u) {
        part[u] = raw[u];
#pragma unroll
        for (int next = u + R; next < K; next += R) raw[next - R] = raw[next];
      }
      taken = a.units;
      columns.take(part, (int)taken, 0, 1, 0);
    } else if (group < a.groups && lane < lanes) {
      const char* x = a.in + vector.in;
#pragma unroll 1
      for (long r = tile.begin + lane; r < tile.end; r += K * lanes) {
#pragma unroll
        for (int u = 0; u < K; ++u) {
          bool inside = r + u * lanes < tile.end;
          count[u] = inside ? vector.width : 0;
          if constexpr (kOneAxis)
            p[u] = x + (r + u * lanes) * a.reduced_in;
          else
            p[u] = inside ? x + reduced_offsets(a, r + u * lanes).in : x;
        }
        load_lumps<Value, N>(a, p, count, raw);
        int rows = 0;
#pragma unroll
        for (int u = 0; u < K; ++u) rows += r + u * lanes < tile.end;
        columns.take(raw, rows, r, lanes, taken);
        taken += rows;
      }
    }
    if constexpr (kInMemory)
      if (a.whole && group < a.groups)
        write_vector<F, N>(a, vector, columns, taken);
  }
  if (kInMemory && a.whole) return;

  Acc* stage = reinterpret_cast<Acc*>(bytes);
#pragma unroll
  for (int n = 0; n < N; ++n)
    stage[(int)threadIdx.x * N + n] =
        columns.settle(n, tile.begin + lane, lanes, taken);
  const int outputs = slots * N;
  combine_parts<F>(stage, outputs, lanes);
  const int used = (int)min((a.groups - first) * N, (long)outputs);
  if (a.splits > 1 && !merge_splits<F>(a, stage, outputs, used)) return;
#pragma unroll 1
  for (int i = threadIdx.x; i < used; i += kReduceThreads) {
    OutputVector vector = output_vector_at<N>(a, first + i / N, kItem);
    if (i % N < vector.width)
      write_result<F>(a, vector.output + i % N, stage[i]);
  }
}

}  // namespace tenorite::cuda
