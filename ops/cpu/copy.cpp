// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/execute.h"
#include "ops/cpu/thread_pool.h"
#include "ops/cpu/walk.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kCopyGrainBytes = 1 << 19;

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

// The side of a tile: at least a cache line, and enough streams for prefetch.
constexpr int64_t tile_side(int64_t itemsize) {
  return std::max<int64_t>(32, 64 / itemsize);
}

// out[r][c] = in[c][r] for rows and columns of one tile. Narrow elements pass
// through a buffer, so that lines which map to the same cache set are each
// walked once.
template <class T>
void transpose_tile(char* out, int64_t out_stride, const char* in,
                    int64_t in_stride, int64_t rows, int64_t columns) {
  constexpr int kTile = tile_side(sizeof(T));
  if (sizeof(T) <= 2 && rows == kTile && columns == kTile) {
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
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      std::memcpy(out + r * out_stride + c * sizeof(T),
                  in + c * in_stride + r * sizeof(T), sizeof(T));
}

struct Bytes16 {
  unsigned char bytes[16];
};
constexpr decltype(&transpose_tile<char>) kTransposeTile[] = {
    transpose_tile<uint8_t>, transpose_tile<uint16_t>, transpose_tile<uint32_t>,
    transpose_tile<uint64_t>, transpose_tile<Bytes16>};

void copy_transposed(const ElementwisePlan& plan, int axis) {
  const auto size = static_cast<int64_t>(itemsize(plan.out(0).dtype));
  const int64_t tile = tile_side(size);
  auto move = kTransposeTile[__builtin_ctzll(size)];
  const Walk walk(plan, plan.ndim - 1, tile, axis, tile * 16);
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
  if (int axis = transposed_axis(plan); axis >= 0)
    return copy_transposed(plan, axis);
  execute(plan, cast_loop(in.scalar ? in.value.dtype : in.dtype, out.dtype),
          false, kLightGrain);
}

}  // namespace tenorite::cpu
