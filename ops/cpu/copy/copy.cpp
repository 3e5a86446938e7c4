// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/cpu_targets.h"
#include "core/float_state.h"
#include "core/thread_pool.h"
#include "ops/cpu/copy/interleave.h"
#include "ops/cpu/copy/vector_transpose.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/execute.h"
#include "ops/cpu/elementwise/tile_iterator.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kCopyGrainBytes = 1 << 19;
constexpr int64_t kInterleavedRows = 1 << 12;

// An in(0) whose unit stride is along another axis than that of out(0).
// Returns that axis, or -1.
int transposed_axis(const ElementwisePlan& plan) {
  const PlannedOperand& out = plan.out(0);
  const PlannedOperand& in = plan.in(0);
  const auto size = static_cast<int64_t>(itemsize(out.dtype));
  int last = plan.ndim - 1;
  if (plan.masked || in.scalar || last < 1 || out.dtype != in.dtype ||
      out.strides[last] != size || in.strides[last] == size)
    return -1;
  for (int axis = 0; axis < last; ++axis)
    if (in.strides[axis] == size) return axis;
  return -1;
}

// Rows of a tile: of narrow items a square, else what a cache line holds of a
// column, so that each line that is read is used up at once while the rows are
// written in streams.
constexpr int64_t tile_rows(int64_t itemsize) {
  return itemsize <= 2 ? std::max<int64_t>(32, 64 / itemsize) : 64 / itemsize;
}
constexpr int64_t tile_columns(int64_t itemsize, int64_t rows) {
  return itemsize <= 2 && rows >= tile_rows(itemsize) ? tile_rows(itemsize)
                                                      : 512;
}

// A square of vectors of 32 bytes.
template <class T>
TENORITE_ALWAYS_INLINE void transpose_square(char* out, int64_t out_stride,
                                             const char* in,
                                             int64_t in_stride) {
  using V [[gnu::vector_size(32)]] = T;
  constexpr int kSide = sizeof(V) / sizeof(T);
  V row[kSide];
#pragma GCC unroll 8
  for (int i = 0; i < kSide; ++i)
    std::memcpy(&row[i], in + i * in_stride, sizeof(V));
  transpose<1>(row);
#pragma GCC unroll 8
  for (int i = 0; i < kSide; ++i)
    std::memcpy(out + i * out_stride, &row[i], sizeof(V));
}

// out[r][c] = in[c][r] for rows and columns of one tile. Bytes and pairs of
// them pass through a buffer, so that lines which map to the same cache set
// are each walked once.
template <class T>
TENORITE_CPU_CLONES void transpose_tile(char* out, int64_t out_stride,
                                        const char* in, int64_t in_stride,
                                        int64_t rows, int64_t columns) {
  constexpr int kTile = tile_rows(sizeof(T));
  int64_t done_rows = 0, done_columns = 0;
  if constexpr (sizeof(T) <= 2) {
    if (rows == kTile && columns == kTile) {
      T tile[kTile][kTile];
      for (int c = 0; c < kTile; ++c) {
        T line[kTile];
        std::memcpy(line, in + c * in_stride, sizeof(line));
        for (int r = 0; r < kTile; ++r) tile[r][c] = line[r];
      }
      for (int r = 0; r < kTile; ++r)
        std::memcpy(out + r * out_stride, tile[r], sizeof(tile[r]));
      return;
    }
  } else if constexpr (sizeof(T) <= 8) {
    constexpr int64_t kSide = 32 / sizeof(T), kAhead = 32;
    done_rows = rows / kSide * kSide;
    done_columns = columns / kSide * kSide;
    for (int64_t c = 0; c < done_columns; c += kSide) {
      // Processors do not foresee steps of more than a page.
      for (int64_t i = c + kAhead; i < c + kAhead + kSide && i < columns; ++i)
        __builtin_prefetch(in + i * in_stride);
      for (int64_t r = 0; r < done_rows; r += kSide)
        transpose_square<T>(out + r * out_stride + c * sizeof(T), out_stride,
                            in + c * in_stride + r * sizeof(T), in_stride);
    }
  }
  auto move = [&](int64_t r, int64_t c) TENORITE_LAMBDA_INLINE {
    std::memcpy(out + r * out_stride + c * sizeof(T),
                in + c * in_stride + r * sizeof(T), sizeof(T));
  };
  for (int64_t r = done_rows; r < rows; ++r)
    for (int64_t c = 0; c < done_columns; ++c) move(r, c);
  if (rows < columns - done_columns)
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = done_columns; c < columns; ++c) move(r, c);
  else
    for (int64_t c = done_columns; c < columns; ++c)
      for (int64_t r = 0; r < rows; ++r) move(r, c);
}

struct Bytes16 {
  unsigned char bytes[16];
};
constexpr decltype(&transpose_tile<char>) kTransposeTile[] = {
    transpose_tile<uint8_t>, transpose_tile<uint16_t>, transpose_tile<uint32_t>,
    transpose_tile<uint64_t>, transpose_tile<Bytes16>};

void copy_transposed(const ElementwisePlan& plan, int axis) {
  const auto size = static_cast<int64_t>(itemsize(plan.out(0).dtype));
  const int64_t tile = tile_rows(size);
  auto move = kTransposeTile[__builtin_ctzll(size)];
  const Walk walk =
      walk_of(plan, plan.ndim - 1, tile_columns(size, plan.shape[axis]), axis,
              size <= 2 ? tile * 16 : tile);
  int64_t grain =
      std::max<int64_t>(1, kCopyGrainBytes / (walk.elements_per_unit() * size));
  int64_t out_stride = plan.out(0).strides[axis];
  int64_t in_stride = plan.in(0).strides[plan.ndim - 1];
  parallel_for(walk.units(), grain, [&](int64_t begin, int64_t end) {
    walk.run(begin, end, [&](char** data, int64_t columns, int64_t rows) {
      for (int64_t r = 0; r < rows; r += tile)
        move(data[0] + r * out_stride, out_stride, data[1] + r * size,
             in_stride, std::min(tile, rows - r), columns);
    });
  });
}

// Long lines and narrow rows, one after the other. False if there is no such
// loop.
bool copy_interleaved(const ElementwisePlan& plan, int axis) {
  const int last = plan.ndim - 1;
  const PlannedOperand &out = plan.out(0), &in = plan.in(0);
  const bool packs = plan.shape[last] < plan.shape[axis];
  const int64_t columns = plan.shape[packs ? last : axis];
  const size_t size = itemsize(out.dtype);
  const InterleaveLoops* loops = interleave_loops(size, columns);
  const int64_t row = packs ? out.strides[axis] : in.strides[last];
  if (!loops || row != columns * static_cast<int64_t>(size)) return false;
  const Walk walk = packs
                        ? walk_of(plan, last, columns, axis, kInterleavedRows)
                        : walk_of(plan, last, kInterleavedRows, axis, columns);
  const int64_t line = packs ? in.strides[last] : out.strides[axis];
  const int64_t grain = std::max<int64_t>(
      1, kCopyGrainBytes /
             (walk.elements_per_unit() * static_cast<int64_t>(size)));
  parallel_for(walk.units(), grain, [&](int64_t begin, int64_t end) {
    walk.run(begin, end, [&](char** data, int64_t inner, int64_t repeat) {
      char* lines[kMaxInterleaved];
      for (int64_t k = 0; k < columns; ++k) lines[k] = data[packs] + k * line;
      if (packs)
        loops->pack(data[0], lines, repeat);
      else
        loops->unpack(data[1], lines, inner);
    });
  });
  return true;
}

bool is_contiguous_move(const ElementwisePlan& plan) {
  const PlannedOperand& out = plan.out(0);
  const PlannedOperand& in = plan.in(0);
  auto size = static_cast<int64_t>(itemsize(out.dtype));
  return !plan.masked && !in.scalar && in.dtype == out.dtype &&
         (plan.ndim == 0 ||
          (plan.ndim == 1 && out.strides[0] == size && in.strides[0] == size));
}

}  // namespace

void copy(const ElementwisePlan& plan) {
  if (plan.size == 0) return;
  const PlannedOperand& out = plan.out(0);
  const PlannedOperand& in = plan.in(0);
  if (is_contiguous_move(plan)) {
    if (out.data == in.data) return;
    int64_t bytes = plan.size * static_cast<int64_t>(itemsize(out.dtype));
    parallel_for(bytes, kCopyGrainBytes, [&](int64_t begin, int64_t end) {
      std::memcpy(out.data + begin, in.data + begin, end - begin);
    });
    return;
  }
  if (int axis = transposed_axis(plan); axis >= 0) {
    if (!copy_interleaved(plan, axis)) copy_transposed(plan, axis);
    return;
  }
  const DType from = in.scalar ? in.value.dtype : in.dtype;
  const FloatErrors errors =
      execute(plan, cast_loop(from, out.dtype), false, kLightGrain,
              FloatCheck::of_cast(from, out.dtype));
  if (errors) [[unlikely]]
    found_float_errors("cast", errors);
}

}  // namespace tenorite::cpu
