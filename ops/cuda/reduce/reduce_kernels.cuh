// SPDX-License-Identifier: Apache-2.0
// The kernels of the folds of ops/device/reduce.h.
#pragma once

#include <type_traits>

#include "ops/cuda/reduce/reduce_bodies.cuh"
#include "ops/cuda/reduce/reduce_columns.cuh"
#include "ops/cuda/reduce/reduce_table.h"
#include "ops/table/op.h"

namespace tenorite::cuda {

// Two kernels, since walking over runs takes registers.
template <class F, bool OneRun>
__global__ void __launch_bounds__(kReduceThreads, ReduceTuning<F>::kRowBlocks)
    reduce_rows(const __grid_constant__ ReduceArgs a) {
  fold_rows<F, OneRun>(a);
}

template <class F>
__global__ void __launch_bounds__(kReduceThreads, ReduceTuning<F>::kRowBlocks)
    reduce_middle_rows(const __grid_constant__ ReduceArgs a) {
  fold_middle_rows<F>(a);
}

// Short rows pass through shared memory, where a word is skipped after all 32:
// threads that read the same word of different rows then meet no bank conflict,
// whatever the length of the rows.
struct Stage {
  static constexpr int kVectors = kShortRowLoads * kReduceThreads + 1;
  unsigned words[(kVectors + 1) * 4 * 33 / 32 + 1];
  __device__ __forceinline__ static int place(int word) {
    return word + (word >> 5);
  }
  __device__ __forceinline__ void store(int vector, const Lump<4>& x) {
    unsigned* to = words + place(vector * 4);
#pragma unroll
    for (int i = 0; i < 4; ++i) to[i] = x.w[i];
  }
  // 16 bytes from a multiple of `Unit` bytes on.
  template <int Unit>
  __device__ __forceinline__ Lump<4> load(int byte) const {
    unsigned w[5];
    int word = byte >> 2;
#pragma unroll
    for (int i = 0; i < (Unit < 4 ? 5 : 4); ++i) w[i] = words[place(word + i)];
    Lump<4> x;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      x.w[i] = Unit < 4 ? __funnelshift_r(w[i], w[i + 1], byte * 8) : w[i];
    return x;
  }
};

// Where the rows of a block are in a Stage, in bytes.
struct StagedRows {
  int begin, pitch;
};
template <class Value>
__device__ __forceinline__ StagedRows stage_rows(const ReduceArgs& a,
                                                 long first, int rows,
                                                 Stage& stage) {
  constexpr int N = 16 / sizeof(Value);
  constexpr int K = kShortRowLoads;
  const int thread = threadIdx.x;
  Lump<4> raw[K];
  StagedRows staged;
  int vectors;
  if (a.packed) {
    staged.pitch = (int)(a.run * sizeof(Value));
    const char* x = a.in + first * staged.pitch;
    staged.begin = (int)((unsigned long)x % 16);
    vectors = (staged.begin + rows * staged.pitch + 15) / 16;
    auto* from = reinterpret_cast<const Lump<4>*>(x - staged.begin) + thread;
#pragma unroll
    for (int u = 0; u < K; ++u)
      if (thread + u * kReduceThreads < vectors)
        raw[u] = load_lump(from + u * kReduceThreads);
    // Rows that begin between two vectors may need one more.
    if (thread + K * kReduceThreads < vectors)
      stage.store(thread + K * kReduceThreads,
                  load_lump(from + K * kReduceThreads));
  } else {
    const int units = (int)a.units;
    staged = {0, units * 16};
    vectors = rows * units;
    const char* p[K];
    int count[K];
#pragma unroll
    for (int u = 0; u < K; ++u) {
      int vector = thread + u * kReduceThreads;
      p[u] = a.in;
      count[u] = 0;
      if (vector < vectors) {
        int row = (int)divide(vector, a.run_vectors, true);
        int begin = (vector - row * units) * N;
        count[u] = min((int)a.run - begin, N);
        p[u] += outer_offsets(a, first + row).in + begin * (int)sizeof(Value);
      }
    }
    load_lumps<Value, N>(a, p, count, raw);
  }
#pragma unroll
  for (int u = 0; u < K; ++u)
    if (thread + u * kReduceThreads < vectors)
      stage.store(thread + u * kReduceThreads, raw[u]);
  __syncthreads();
  return staged;
}

// A block takes neighbouring rows, which are short.
template <class F>
__global__ void __launch_bounds__(kReduceThreads,
                                  ReduceTuning<F>::kShortRowBlocks)
    reduce_short_rows(const __grid_constant__ ReduceArgs a) {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  constexpr int N = ReduceTuning<F>::kRowVector;
  constexpr int K = kShortRowLoads;
  alignas(16) __shared__ unsigned char bytes[sizeof(Stage)];
  Stage& stage = *reinterpret_cast<Stage*>(bytes);
  const long first = (a.first_tile + blockIdx.x) * a.block_rows;
  const int rows = (int)min(a.outer_size - first, (long)a.block_rows);
  const StagedRows staged = stage_rows<Value>(a, first, rows, stage);
  const int run = (int)a.run;
  const int lanes = 1 << a.lanes_log2;
  const int lane = threadIdx.x & (lanes - 1);
#pragma unroll 1
  for (int base = 0; base < rows; base += kReduceThreads >> a.lanes_log2) {
    const int row = base + ((int)threadIdx.x >> a.lanes_log2);
    auto state = Lane::start();
    int taken = 0;
    if (row < rows) {
      const int begin = staged.begin + row * staged.pitch;
      int i = lane * N;
      if constexpr (Lane::kWholeBatches) {
#pragma unroll 1
        for (; i + (K - 1) * lanes * N + N <= run; i += K * lanes * N) {
          Value x[K * N];
#pragma unroll
          for (int u = 0; u < K; ++u) {
            int from = begin + (i + u * lanes * N) * (int)sizeof(Value);
            auto e = bit_cast<Elements<Value, N>>(
                stage.load<(int)alignof(Value)>(from));
#pragma unroll
            for (int n = 0; n < N; ++n) x[u * N + n] = e.x[n];
          }
          Lane::template take<K * N>(state, x, i, 1, taken);
          taken += K * N;
        }
      }
#pragma unroll 1
      for (; i < run; i += lanes * N) {
        int count = min(run - i, N);
        Lump<4> raw =
            stage.load<(int)alignof(Value)>(begin + i * (int)sizeof(Value));
        if constexpr (N == 4) {
          if (count <= 2) {
            Lump<2> half{{raw.w[0], raw.w[1]}};
            take_vector<F, 2>(state, half, count, i, taken);
            taken += count;
            break;
          }
        }
        take_vector<F, N>(state, raw, count, i, taken);
        taken += count;
      }
    }
    auto acc = Lane::settle(state, taken);
    combine_warp<F>(acc, lanes);
    if (lane == 0 && row < rows) write_result<F>(a, first + row, acc);
  }
}

// Rows of few elements that lie side by side, W of them in a load. A thread
// takes several rows, which are neighbours of other threads' rows.
template <class F, int W>
__device__ __forceinline__ void fold_few_terms(const ReduceArgs& a) {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  constexpr int L = reduction::kFewTerms / W;
  constexpr int R = (int)few_term_rows(sizeof(Value));
  struct alignas(W * sizeof(Value)) Load {
    Value x[W];
  };
  const int run = (int)a.run;
  const long first =
      (a.first_tile + blockIdx.x) * (R * kReduceThreads) + threadIdx.x;
  Load loaded[R][L];
#pragma unroll
  for (int r = 0; r < R; ++r) {
    const long row = first + r * kReduceThreads;
    if (row >= a.outer_size) continue;
    auto* from = reinterpret_cast<const Load*>(a.in + outer_offsets(a, row).in);
#pragma unroll
    for (int l = 0; l < L; ++l)
      if (l * W < run) loaded[r][l] = from[l];
  }
#pragma unroll
  for (int r = 0; r < R; ++r) {
    const long row = first + r * kReduceThreads;
    if (row >= a.outer_size) continue;
    auto state = Lane::start();
#pragma unroll
    for (int l = 0; l < L; ++l)
      if (l * W < run)
        Lane::template take<W>(state, loaded[r][l].x, l * W, 1, l * W);
    write_result<F>(a, row, Lane::settle(state, run));
  }
}
template <class F>
__global__ void __launch_bounds__(kReduceThreads, 4)
    reduce_few_terms(const __grid_constant__ ReduceArgs a) {
  if (a.term_vector == 1)
    fold_few_terms<F, 1>(a);
  else if (a.term_vector == 2)
    fold_few_terms<F, 2>(a);
  else if constexpr (sizeof(typename F::Value) == 4)
    fold_few_terms<F, 4>(a);
}

template <class F>
__global__ void __launch_bounds__(kReduceThreads, ReduceTuning<F>::kBlocks)
    reduce_columns(const __grid_constant__ ReduceArgs a) {
  fold_columns<F>(a);
}

template <class F>
__global__ void __launch_bounds__(kReduceThreads, ReduceTuning<F>::kBlocks)
    reduce_any(const __grid_constant__ ReduceArgs a) {
  fold_any<F>(a);
}

template <class F>
__global__ void __launch_bounds__(kReduceThreads, ReduceTuning<F>::kBlocks)
    reduce_few_columns(const __grid_constant__ ReduceArgs a) {
  fold_any<F, true, kFewColumnBytes / (int)sizeof(typename F::Value)>(a);
}

template <class F>
constexpr bool kIsOfFloats = std::is_same_v<typename F::Value, float> ||
                             std::is_same_v<typename F::Value, double>;
// That of ReduceClass::kFewTerms.
template <class F>
const void* few_terms_of() {
  if constexpr (kIsOfFloats<F> &&
                !std::is_same_v<F, reduction::Spread<typename F::Value>>)
    return reinterpret_cast<const void*>(
        reduce_few_terms<reduction::of_few_terms<F>>);
  else
    return nullptr;
}
// That of ReduceClass::kFewColumns.
template <class F>
const void* few_columns_of() {
  if constexpr (kIsOfFloats<F> &&
                std::is_same_v<F,
                               reduction::FloatingSum<typename F::Value, true>>)
    return reinterpret_cast<const void*>(reduce_few_columns<F>);
  else
    return nullptr;
}

// That of ReduceClass::kMiddleRows.
template <class F>
const void* middle_rows_of() {
  if constexpr (LaneFold<F>::kWholeBatches)
    return nullptr;
  else
    return reinterpret_cast<const void*>(reduce_middle_rows<F>);
}

template <class F>
ReduceKernels kernels_of() {
  using Tuning = ReduceTuning<F>;
  return {
      .rows = reinterpret_cast<const void*>(reduce_rows<F, true>),
      .runs = reinterpret_cast<const void*>(reduce_rows<F, false>),
      .short_rows = reinterpret_cast<const void*>(reduce_short_rows<F>),
      .middle_rows = middle_rows_of<F>(),
      .columns = reinterpret_cast<const void*>(reduce_columns<F>),
      .any = reinterpret_cast<const void*>(reduce_any<F>),
      .few_terms = few_terms_of<F>(),
      .few_columns = few_columns_of<F>(),
      .acc_bytes = sizeof(typename F::Acc),
      .row_blocks = Tuning::kRowBlocks,
      .column_blocks = Tuning::kBlocks,
      .row_vector = Tuning::kRowVector,
      .row_loads = Tuning::kRowLoads,
      .column_vector = Tuning::kColumnVector,
      .column_loads = Tuning::kColumnLoads,
      .any_loads = Tuning::kAnyLoads,
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
                         {kernels_of<F>(), finish});
    register_folds_from<Family, op, index + 1>(finish);
  }
}

template <int index = 0>
void register_widening_from() {
  constexpr char kLetter = kWideningLetters[index];
  if constexpr (kLetter != '\0') {
    using F = reduction::Sum::Widening<type_of_t<kLetter>>;
    register_widening(dtype_of_letter(kLetter), kernels_of<F>());
    register_widening_from<index + 1>();
  }
}

// Registers the rows of ops/table/reduce_table.def that belong to the family.
template <class Family>
bool register_family() {
#define TENORITE_REDUCTION(row, family, finish, ...)       \
  if constexpr (std::is_same_v<Family, reduction::family>) \
    register_folds_from<Family, ReduceOp::row, 0>(reduction::Finish::finish);
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
  if constexpr (std::is_same_v<Family, reduction::Sum>)
    register_widening_from();
  return true;
}

}  // namespace tenorite::cuda
