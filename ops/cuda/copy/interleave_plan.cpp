// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/copy/interleave_plan.h"

#include <algorithm>
#include <limits>

namespace tenorite::cuda {
namespace {

constexpr int64_t kSectorBytes = 32;
// Stretches of lines start where those of memory's lines do, if the lines do.
constexpr int64_t kLineBytes = 128;
// Of many matrices, each has blocks of its own, which smaller ones leave empty.
constexpr int64_t kSmallestMatrix = kInterleaveBytes / 2;

bool is_aligned(const void* data, int64_t bits, int64_t size) {
  return ((reinterpret_cast<uintptr_t>(data) | bits) & (size - 1)) == 0;
}

// Gaps are read with what lies between them, if their sectors are anyway.
bool is_dense_enough(int64_t pitch, int64_t width, int64_t size) {
  return pitch >= width &&
         pitch * size <= std::max(kSectorBytes, 2 * width * size);
}

InterleaveRows rows_of(char* data, int64_t batch, int64_t pitch, int64_t width,
                       int column) {
  return {data, batch, make_divisor(pitch), make_divisor(width), column};
}

// What follows from the arrays: how they are cut into stretches.
bool divide_work(InterleaveLaunch& launch, int64_t matrices) {
  InterleaveArgs& a = launch.args;
  const auto size = static_cast<int64_t>(launch.itemsize);
  const int64_t columns = a.rows.width.divisor;
  auto line_bits = static_cast<uintptr_t>(a.line_batch);
  for (int k = 0; k < a.lines; ++k)
    line_bits |= reinterpret_cast<uintptr_t>(a.line[k]);
  launch.turns_bytes =
      size == 1 && columns > 1 && columns <= kMaxInterleavedBytes &&
      a.lines == columns && a.rows.pitch.divisor == columns &&
      is_aligned(a.rows.data, a.rows.batch | static_cast<int64_t>(line_bits),
                 16);
  const int64_t unit = kLineBytes / size;
  const int64_t stretch =
      launch.turns_bytes
          ? kInterleaveThreads * kInterleavedByteRows
          : std::max(unit, kInterleaveBytes / (columns * size) / unit * unit);
  int64_t vectors = stretch * size / 16;
  if (!launch.packs && line_bits % 16) ++vectors;
  const int64_t blocks = (a.n - 1) / stretch + 1;
  launch.blocks = blocks * matrices;
  if (launch.blocks > std::numeric_limits<int32_t>::max()) return false;
  a.stretch = static_cast<int>(stretch);
  a.blocks = make_divisor(blocks);
  a.vectors = make_divisor(vectors);
  launch.shared_bytes = static_cast<size_t>(columns * (stretch * size + 16));
  return true;
}

}  // namespace

bool plan_interleave(const ElementwisePlan& plan, InterleaveLaunch& launch) {
  if (plan.ndim < 2 || plan.ndim > 3) return false;
  const PlannedOperand &out = plan.out(0), &in = plan.in(0);
  const auto size = static_cast<int64_t>(itemsize(out.dtype));
  auto unit_axis = [&](const PlannedOperand& operand) {
    return static_cast<int>(
        std::find(operand.strides, operand.strides + plan.ndim, size) -
        operand.strides);
  };
  const int x = unit_axis(out), y = unit_axis(in);
  if (x == y || x == plan.ndim || y == plan.ndim) return false;
  // Rows lie along the short axis, lines along the other.
  launch.packs = plan.shape[x] < plan.shape[y];
  const int narrow = launch.packs ? x : y, along = launch.packs ? y : x;
  const PlannedOperand& rows = launch.packs ? out : in;
  const PlannedOperand& lines = launch.packs ? in : out;
  const int64_t columns = plan.shape[narrow], n = plan.shape[along];
  const int64_t pitch = rows.strides[along] / size;
  if (columns > kMaxLines || pitch > std::numeric_limits<int>::max())
    return false;
  if (launch.packs ? pitch < columns : !is_dense_enough(pitch, columns, size))
    return false;
  int64_t matrices = 1, row_batch = 0, line_batch = 0;
  if (plan.ndim == 3) {
    const int batch = 3 - x - y;
    matrices = plan.shape[batch];
    row_batch = rows.strides[batch];
    line_batch = lines.strides[batch];
    if (n * columns * size < kSmallestMatrix) return false;
  }
  launch.itemsize = static_cast<size_t>(size);
  InterleaveArgs& a = launch.args;
  a.n = n;
  a.rows = rows_of(rows.data, row_batch, pitch, columns, 0);
  a.line_batch = line_batch;
  a.lines = static_cast<int>(columns);
  for (int k = 0; k < a.lines; ++k) {
    a.line[k] = lines.data + k * lines.strides[narrow];
    a.column[k] = static_cast<unsigned char>(k);
  }
  return divide_work(launch, matrices);
}

bool plan_join(const JoinPlan& plan, std::vector<InterleaveLaunch>& launches) {
  const auto size = static_cast<int64_t>(plan.itemsize);
  const int64_t out_pitch = plan.rows == 1 ? plan.width : plan.stride / size;
  if (!is_aligned(plan.out, plan.rows == 1 ? 0 : plan.stride, size) ||
      out_pitch < plan.width || out_pitch > std::numeric_limits<int>::max())
    return false;
  char* out = plan.out;
  int columns = 0;
  auto finish = [&] {
    InterleaveLaunch& last = launches.back();
    last.args.rows = rows_of(out, 0, out_pitch, columns, 0);
    out += columns * size;
    columns = 0;
    return divide_work(last, 1);
  };
  for (const JoinSource& source : plan.sources) {
    const int64_t row = plan.rows == 1 ? size : source.row_stride;
    const int64_t column = source.width == 1 ? size : source.column_stride;
    if (!is_aligned(source.data, row | column, size)) return false;
    const bool lies_in_lines = row == size;
    if (source.width > kMaxLines ||
        (!lies_in_lines &&
         (column != size || !is_dense_enough(row / size, source.width, size))))
      return false;
    if (columns &&
        (columns + source.width > kMaxLines ||
         launches.back().args.parts == kMaxParts) &&
        !finish())
      return false;
    if (columns == 0) {
      launches.push_back({});
      launches.back().packs = true;
      launches.back().itemsize = plan.itemsize;
      launches.back().args.n = plan.rows;
    }
    InterleaveArgs& a = launches.back().args;
    if (lies_in_lines) {
      for (int k = 0; k < source.width; ++k) {
        a.line[a.lines] = source.data + k * column;
        a.column[a.lines++] = static_cast<unsigned char>(columns + k);
      }
    } else {
      a.part[a.parts++] =
          rows_of(source.data, 0, row / size, source.width, columns);
    }
    columns += static_cast<int>(source.width);
  }
  return columns > 0 && finish();
}

}  // namespace tenorite::cuda
