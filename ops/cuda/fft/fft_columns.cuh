// SPDX-License-Identifier: Apache-2.0
// Complex transforms along an axis whose neighbours lie apart. A block has some
// neighbouring columns: it reads them once, row by row, and writes them once.
// In between, stages of small transforms in registers (decimation in frequency;
// Gentleman, Sande 1966) exchange items through shared memory, each in its
// place; the last one writes to the rows that the reversed digits say.
#pragma once

#include <cstdint>

#include "ops/cuda/abi/fast_divisor.cuh"
#include "ops/cuda/fft/fft_butterflies.cuh"
#include "ops/plan/fft_columns.h"

namespace tenorite::cuda {

inline constexpr int kMaxColumnThreads = 256;
// Blocks have rows of 128 bytes, or more up to so many bytes in all if these
// are no more than 32 items; or less where that would be too many bytes for
// several blocks at once, or all that some devices have.
inline constexpr int64_t kColumnBytes = 16 << 10;
inline constexpr int64_t kMaxColumnBytes = 80 << 10;

// Transforms of `radix` items that lie m apart, in blocks of radix * m. Numbers
// of rows of shared memory have the padding in them.
struct ColumnStage {
  uint32_t count;  // n / radix
  uint32_t step;   // rows from item to item
  uint32_t block;  // rows from block to block
  uint32_t roots;  // where its table begins
  FastDivisor m, radix;
};

struct ColumnArgs {
  const char* in;
  char* out;
  const void* roots;  // fft_roots
  // Columns by their axes, the innermost last; strides in items.
  int64_t begin, columns;  // from the first of a launch to the end
  int ndim;
  int64_t shape[kMaxColumnAxes];
  int64_t in_strides[kMaxColumnAxes], out_strides[kMaxColumnAxes];
  int64_t in_step, out_step;  // along the transformed axis
  int log2_width;             // of the columns of a block
  int stages;
  ColumnStage stage[kMaxFftStages];
  FastDivisor padding;  // a row of shared memory is left out after so many
  bool inverse;
  double factor;
};

// Rows of shared memory for n points.
inline uint32_t padded_rows(uint32_t n, uint32_t last_radix) {
  return last_radix % 2 == 0 ? n + n / last_radix : n;
}

// Fills in the stages. Where the last radix is even, its transforms would begin
// in the same banks.
inline void set_stages(ColumnArgs& args, const FftRadices& radices) {
  uint32_t n = 1, roots = 0;
  for (int i = 0; i < radices.count; ++i) n *= radices.radix[i];
  const uint32_t last = radices.radix[radices.count - 1];
  args.stages = radices.count;
  args.padding = make_divisor(last % 2 == 0 ? last : 1 << 16);
  uint32_t length = n;
  for (int i = 0; i < radices.count; ++i) {
    const uint32_t radix = radices.radix[i], m = length / radix;
    args.stage[i] = {n / radix,
                     m > 1 ? padded_rows(m, last) : 1,
                     padded_rows(length, last),
                     roots,
                     make_divisor(m),
                     make_divisor(radix)};
    for (uint32_t q = 1; q < radix; q *= 2) roots += m;
    length = m;
  }
}

// How columns are divided among blocks.
struct ColumnShape {
  int log2_width, threads;
};
inline ColumnShape column_shape(const FftRadices& radices, int64_t item,
                                int64_t columns, int multiprocessors) {
  int64_t n = 1;
  for (int i = 0; i < radices.count; ++i) n *= radices.radix[i];
  int log2 = item == 16 ? 3 : 4;
  while (log2 < 5 && (n << log2) * item < kColumnBytes) ++log2;
  while ((n << log2) * item > kMaxColumnBytes) --log2;
  while (log2 > 1 && columns >> log2 < multiprocessors) --log2;
  const int64_t first = (n / radices.radix[0]) << log2;
  const int64_t turns = (first - 1) / kMaxColumnThreads + 1;
  return {log2, static_cast<int>(((first - 1) / turns / 32 + 1) * 32)};
}

// A thread's column.
template <class Real>
struct Column {
  const Pair<Real>* in;
  Pair<Real>* out;
  bool valid;
};

template <class Real>
__device__ __forceinline__ Column<Real> column_of(const ColumnArgs& args) {
  const int64_t first =
      args.begin + (static_cast<int64_t>(blockIdx.x) << args.log2_width);
  const uint32_t lane = threadIdx.x & ((1u << args.log2_width) - 1);
  Column<Real> column{reinterpret_cast<const Pair<Real>*>(args.in),
                      reinterpret_cast<Pair<Real>*>(args.out),
                      first + lane < args.columns};
  int64_t rest = first + lane;
  for (int d = args.ndim - 1; d > 0; --d) {
    const int64_t n = args.shape[d];
    const int64_t outer = (rest | n) >> 32 == 0 ? static_cast<uint32_t>(rest) /
                                                      static_cast<uint32_t>(n)
                                                : rest / n;
    const int64_t index = rest - outer * n;
    column.in += index * args.in_strides[d];
    column.out += index * args.out_strides[d];
    rest = outer;
  }
  column.in += rest * args.in_strides[0];
  column.out += rest * args.out_strides[0];
  return column;
}

// The inverse is the forward transform of numbers whose parts are exchanged.
template <class Real>
__device__ __forceinline__ Pair<Real> exchanged_if(bool inverse, Pair<Real> x) {
  return inverse ? Pair<Real>{x.im, x.re} : x;
}

// The row of the result of which the last stage's transform number b has the
// first item.
__device__ __forceinline__ uint32_t reversed_digits(const ColumnArgs& args,
                                                    uint32_t b) {
  uint32_t row = 0;
  for (int i = args.stages - 2; i >= 0; --i) {
    const FastDivisor& radix = args.stage[i].radix;
    const uint32_t rest = divide(b, radix);
    row = row * radix.divisor + (b - rest * radix.divisor);
    b = rest;
  }
  return row;
}

template <int radix, bool kFirst, bool kLast, class Real>
__device__ __forceinline__ void run_stage(const ColumnArgs& args,
                                          const ColumnStage& stage,
                                          const Column<Real>& column,
                                          Pair<Real>* shared) {
  const int log2 = args.log2_width;
#pragma unroll 1
  for (uint32_t b = threadIdx.x >> log2; b < stage.count;
       b += blockDim.x >> log2) {
    Pair<Real> x[radix];
    uint32_t block = 0, j = kLast ? 0 : b;
    if (!kFirst && !kLast) {
      block = divide(b, stage.m);
      j -= block * stage.m.divisor;
    }
    if (kLast) block = b;
    Pair<Real>* place =
        shared + ((block * stage.block + j + divide(j, args.padding)) << log2);
    const uint32_t step = stage.step << log2;
    if constexpr (kFirst) {
      const Pair<Real>* from = column.in + b * args.in_step;
      const int64_t in_step = stage.count * args.in_step;
#pragma unroll
      for (int k = 0; k < radix; ++k)
        x[k] = exchanged_if(args.inverse, from[k * in_step]);
    } else {
#pragma unroll
      for (int k = 0; k < radix; ++k) x[k] = place[k * step];
    }
    transform(x);
    if constexpr (kLast) {
      const Real factor = static_cast<Real>(args.factor);
      Pair<Real>* to = column.out + reversed_digits(args, b) * args.out_step;
      const int64_t out_step = stage.count * args.out_step;
#pragma unroll
      for (int k = 0; k < radix; ++k)
        to[k * out_step] = exchanged_if(
            args.inverse, Pair<Real>{x[k].re * factor, x[k].im * factor});
    } else {
      const Pair<Real>* roots =
          static_cast<const Pair<Real>*>(args.roots) + stage.roots + j;
#pragma unroll
      for (int bit = 1; bit < radix; bit *= 2) {
        const Pair<Real> root = *roots;
        roots += stage.m.divisor;
#pragma unroll
        for (int k = 0; k < radix; ++k)
          if (k & bit) x[k] = x[k] * root;
      }
#pragma unroll
      for (int k = 0; k < radix; ++k) place[k * step] = x[k];
    }
  }
}

template <bool kFirst, bool kLast, class Real>
__device__ __forceinline__ void run_any_stage(const ColumnArgs& args, int i,
                                              const Column<Real>& column,
                                              Pair<Real>* shared) {
  const ColumnStage& stage = args.stage[i];
  for_each_number<kLargestFftRadix + 1>([&](auto number) {
    constexpr int radix = decltype(number)::value;
    if constexpr (is_fft_radix(radix))
      if (stage.radix.divisor == radix)
        run_stage<radix, kFirst, kLast>(args, stage, column, shared);
  });
}

template <class Real>
__device__ __forceinline__ void transform_columns(const ColumnArgs& args,
                                                  void* words) {
  auto* lane = static_cast<Pair<Real>*>(words) +
               (threadIdx.x & ((1u << args.log2_width) - 1));
  const Column<Real> column = column_of<Real>(args);
  if (args.stages == 1) {
    if (column.valid) run_any_stage<true, true>(args, 0, column, lane);
    return;
  }
  if (column.valid) run_any_stage<true, false>(args, 0, column, lane);
#pragma unroll 1
  for (int i = 1; i < args.stages - 1; ++i) {
    __syncthreads();
    if (column.valid) run_any_stage<false, false>(args, i, column, lane);
  }
  __syncthreads();
  if (column.valid)
    run_any_stage<false, true>(args, args.stages - 1, column, lane);
}

}  // namespace tenorite::cuda
