// SPDX-License-Identifier: Apache-2.0
// The kernels of the folds of ops/device/reduce.h. Every combination order
// depends on the launch's shape alone, so results repeat bit by bit.
#pragma once

#include <type_traits>

#include "ops/cuda/reduce_access.cuh"
#include "ops/op.h"

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

template <class F>
inline constexpr bool kIsSpread = false;
template <class T>
inline constexpr bool kIsSpread<reduction::Spread<T>> = true;

template <class F>
struct FoldTuning {
  // Blocks of a multiprocessor that the registers must suffice for.
  static constexpr int kRowBlocks = kIsSpread<F> ? 2 : 4;
  static constexpr int kBlocks = kIsSpread<F> ? 2 : 3;
  static constexpr int kItem = sizeof(typename F::Value);
  // Elements of a 16-byte load, and loads in flight.
  static constexpr int kRowVector = 16 / kItem;
  static constexpr int kRowUnroll = kRowVector == 16 ? 2 : 4;
  // Each element of a column vector needs an accumulator of its own.
  static constexpr int kColumnVector = kItem == 1 ? 8 : 16 / kItem;
  static constexpr int kColumnUnroll = 4;
  static constexpr int kAnyUnroll = 4;
};

// Contiguous reduced positions [begin, end) of one output, dealt in vectors to
// the lanes.
template <class F>
__device__ __forceinline__ typename F::Acc fold_run(const typename F::Value* x,
                                                    long begin, long end,
                                                    int lane, int lanes) {
  using Value = typename F::Value;
  using Tuning = FoldTuning<F>;
  constexpr int N = Tuning::kRowVector, U = Tuning::kRowUnroll;
  using Vector = Pack<Value, N>;
  typename F::Acc acc = F::neutral();

  int past = (int)((unsigned long)(x + begin) % 16);
  long aligned = begin + (past ? (16 - past) / (int)sizeof(Value) : 0);
  if (aligned > end) aligned = end;
  for (long i = begin + lane; i < aligned; i += lanes)
    acc = F::combine(acc, F::map(x[i], i));

  long vectors = (end - aligned) / N;
  long v = lane;
  const Value* body = x + aligned;
  for (; v + (U - 1) * lanes < vectors; v += U * lanes) {
    Vector raw[U];
#pragma unroll
    for (int u = 0; u < U; ++u) raw[u].load(body + (v + u * lanes) * N);
    if constexpr (kAbsorbs<F>) {
      Value all[U * N];
#pragma unroll
      for (int u = 0; u < U; ++u) {
        auto e = raw[u].elements();
#pragma unroll
        for (int n = 0; n < N; ++n) all[u * N + n] = e.x[n];
      }
      acc = F::template absorb<U * N>(acc, all);
    } else {
#pragma unroll
      for (int u = 0; u < U; ++u)
        acc = absorb<F, N>(acc, raw[u].elements().x,
                           aligned + (v + u * lanes) * N, 1);
    }
  }
  for (; v < vectors; v += lanes) {
    Vector raw;
    raw.load(body + v * N);
    acc = absorb<F, N>(acc, raw.elements().x, aligned + v * N, 1);
  }
  for (long i = aligned + vectors * N + lane; i < end; i += lanes)
    acc = F::combine(acc, F::map(x[i], i));
  return acc;
}

template <class F>
__global__ void __launch_bounds__(kFoldThreads, FoldTuning<F>::kRowBlocks)
    fold_rows(const __grid_constant__ FoldArgs a) {
  const int lanes = 1 << a.lanes_log2;
  const int lane = threadIdx.x & (lanes - 1);
  const int slot = threadIdx.x >> a.lanes_log2;
  for (long t = blockIdx.x; t < a.tiles; t += gridDim.x) {
    Tile tile = tile_at(a, t);
    long output = (tile.group << (kFoldThreadsLog2 - a.lanes_log2)) + slot;
    bool active = output < a.outer_size;
    typename F::Acc acc = F::neutral();
    if (active)
      acc = fold_run<F>(reinterpret_cast<const typename F::Value*>(
                            a.in + outer_offsets(a, output).in),
                        tile.begin, tile.end, lane, lanes);
    acc = combine_lanes<F>(acc, lane, lanes, 1);
    if (active && lane == 0) emit<F>(a, output, tile.split, acc);
  }
}

template <class F>
__global__ void __launch_bounds__(kFoldThreads, FoldTuning<F>::kBlocks)
    fold_columns(const __grid_constant__ FoldArgs a) {
  using Value = typename F::Value;
  constexpr int N = FoldTuning<F>::kColumnVector;
  constexpr int U = FoldTuning<F>::kColumnUnroll;
  using Vector = Pack<Value, N>;
  const int slots_log2 = kFoldThreadsLog2 - a.lanes_log2;
  const int slots = 1 << slots_log2;
  const int lanes = 1 << a.lanes_log2;
  const int slot = threadIdx.x & (slots - 1);
  const int lane = threadIdx.x >> slots_log2;
  for (long t = blockIdx.x; t < a.tiles; t += gridDim.x) {
    Tile tile = tile_at(a, t);
    long output = ((tile.group << slots_log2) + slot) * N;
    bool active = output < a.outer_size;
    typename F::Acc acc[N];
#pragma unroll
    for (int n = 0; n < N; ++n) acc[n] = F::neutral();
    if (active) {
      const char* x = a.in + outer_offsets(a, output).in;
      long r = tile.begin + lane;
      for (; r + (U - 1) * lanes < tile.end; r += U * lanes) {
        Vector raw[U];
#pragma unroll
        for (int u = 0; u < U; ++u)
          raw[u].load(x + reduced_offsets(a, r + u * lanes).in);
#pragma unroll
        for (int n = 0; n < N; ++n) {
          Value e[U];
#pragma unroll
          for (int u = 0; u < U; ++u) e[u] = raw[u].elements().x[n];
          acc[n] = absorb<F, U>(acc[n], e, r, lanes);
        }
      }
      for (; r < tile.end; r += lanes) {
        Vector raw;
        raw.load(x + reduced_offsets(a, r).in);
        auto e = raw.elements();
#pragma unroll
        for (int n = 0; n < N; ++n)
          acc[n] = F::combine(acc[n], F::map(e.x[n], r));
      }
    }
#pragma unroll
    for (int n = 0; n < N; ++n) {
      acc[n] = combine_lanes<F>(acc[n], lane, lanes, slots);
      if (active && lane == 0) emit<F>(a, output + n, tile.split, acc[n]);
    }
  }
}

template <class F>
__global__ void __launch_bounds__(kFoldThreads, FoldTuning<F>::kBlocks)
    fold_any(const __grid_constant__ FoldArgs a) {
  using Value = typename F::Value;
  constexpr int U = FoldTuning<F>::kAnyUnroll;
  const int slots_log2 = kFoldThreadsLog2 - a.lanes_log2;
  const int slots = 1 << slots_log2;
  const int lanes = 1 << a.lanes_log2;
  const int thread = threadIdx.x;
  const int slot = a.by_column ? thread & (slots - 1) : thread >> a.lanes_log2;
  const int lane = a.by_column ? thread >> slots_log2 : thread & (lanes - 1);
  for (long t = blockIdx.x; t < a.tiles; t += gridDim.x) {
    Tile tile = tile_at(a, t);
    long output = (tile.group << slots_log2) + slot;
    bool active = output < a.outer_size;
    typename F::Acc acc = F::neutral();
    if (active) {
      Offsets outer = outer_offsets(a, output);
      const char* x = a.in + outer.in;
      const char* mask = a.mask ? a.mask + outer.mask : nullptr;
      for (long r = tile.begin + lane; r < tile.end; r += U * lanes) {
        const char* p[U];
        unsigned valid = 0;
#pragma unroll
        for (int u = 0; u < U; ++u) {
          long position = r + u * lanes;
          if (position < tile.end) {
            Offsets reduced = reduced_offsets(a, position);
            bool keep = !mask || mask[reduced.mask];
            p[u] = x + reduced.in;
            valid |= (unsigned)keep << u;
          }
        }
        Value e[U];
        load_elements<Value, kConverts<F>>(a, p, valid, e);
        if (valid == (1u << U) - 1) {
          acc = absorb<F, U>(acc, e, r, lanes);
        } else {
#pragma unroll
          for (int u = 0; u < U; ++u)
            if (valid >> u & 1)
              acc = F::combine(acc, F::map(e[u], r + u * lanes));
        }
      }
    }
    acc = combine_lanes<F>(acc, lane, lanes, a.by_column ? slots : 1);
    if (active && lane == 0) emit<F>(a, output, tile.split, acc);
  }
}

// The second pass over the partial results of the splits.
template <class F>
__global__ void __launch_bounds__(kFoldThreads)
    merge_splits(const __grid_constant__ FoldArgs a) {
  using Acc = typename F::Acc;
  const int lanes = 1 << a.lanes_log2;
  const int lane = threadIdx.x & (lanes - 1);
  const int slot = threadIdx.x >> a.lanes_log2;
  for (long t = blockIdx.x; t < a.tiles; t += gridDim.x) {
    long output = (t << (kFoldThreadsLog2 - a.lanes_log2)) + slot;
    bool active = output < a.outer_size;
    Acc acc = F::neutral();
    if (active) {
      const Acc* part =
          reinterpret_cast<const Acc*>(a.partials) + output * a.splits;
      for (long s = lane; s < a.splits; s += lanes)
        acc = F::combine(acc, part[s]);
    }
    acc = combine_lanes<F>(acc, lane, lanes, 1);
    if (active && lane == 0) write_result<F>(a, output, acc);
  }
}

template <class F>
FoldKernels fold_kernels() {
  using Tuning = FoldTuning<F>;
  return {
      .rows = reinterpret_cast<const void*>(fold_rows<F>),
      .columns = reinterpret_cast<const void*>(fold_columns<F>),
      .any = reinterpret_cast<const void*>(fold_any<F>),
      .merge = reinterpret_cast<const void*>(merge_splits<F>),
      .acc_bytes = sizeof(typename F::Acc),
      .row_vector = Tuning::kRowVector,
      .row_unroll = Tuning::kRowUnroll,
      .column_vector = Tuning::kColumnVector,
      .any_unroll = Tuning::kAnyUnroll,
      .converts = kConverts<F>,
  };
}

template <class Family, ReduceOp op, int index>
void register_folds_from(reduction::Finish finish) {
  constexpr const char* kText = reduce_loop_text(op);
  if constexpr (index < count_loops(kText)) {
    constexpr char kLetter = loop_letters(kText, index, 2).operand[0];
    using F = typename Family::template Fold<type_of_t<kLetter>, true>;
    if constexpr (!std::is_void_v<F>)
      register_reduction(op, dtype_of_letter(kLetter),
                         {fold_kernels<F>(), finish});
    register_folds_from<Family, op, index + 1>(finish);
  }
}

template <int index = 0>
void register_widening_from() {
  constexpr char kLetter = kWideningLetters[index];
  if constexpr (kLetter != '\0') {
    using F = reduction::Sum::Widening<type_of_t<kLetter>>;
    register_widening(dtype_of_letter(kLetter), fold_kernels<F>());
    register_widening_from<index + 1>();
  }
}

// Registers the rows of ops/reduce_table.def that belong to the family.
template <class Family>
bool register_family() {
#define TENORITE_REDUCTION(row, family, finish, ufunc, loops, doc) \
  if constexpr (std::is_same_v<Family, reduction::family>)         \
    register_folds_from<Family, ReduceOp::row, 0>(reduction::Finish::finish);
#include "ops/reduce_table.def"
#undef TENORITE_REDUCTION
  if constexpr (std::is_same_v<Family, reduction::Sum>)
    register_widening_from();
  return true;
}

}  // namespace tenorite::cuda
