// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/reduction_plan.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "ops/cuda/abi/tuning.h"

namespace tenorite::jit {
namespace {

constexpr int kThreadsLog2 = 8;
constexpr int64_t kThreads = 1 << kThreadsLog2;
constexpr int kWarpLog2 = 5;
constexpr int64_t kMaxSplits = 65535;
// Of an H200. The order of a reduction is part of its result, so this is the
// same everywhere.
constexpr int64_t kMultiprocessors = 132;

// The CPU: elements of a part where outputs are too few to go round, outputs
// that are enough, and those that are reduced side by side.
constexpr int64_t kHostPart = 65536;
constexpr int64_t kHostOutputs = 64;
constexpr int64_t kHostColumns = 128;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// log2 of the power of two that is at least n, at most `limit`.
int ceil_log2(int64_t n, int limit) {
  return n <= 1 ? 0
                : std::min<int>(limit,
                                std::bit_width(static_cast<uint64_t>(n - 1)));
}

int64_t size_of_item(const ReductionLoop& loop, int k) {
  return static_cast<int64_t>(itemsize(loop.dtype[k]));
}

int64_t last_stride(const KernelAxes& axes, int k) {
  return axes.strides[k][axes.ndim - 1];
}

// Neighbouring outputs, or neighbouring elements of one, as inputs lie.
FoldKind kind_of(const ReductionLoop& loop) {
  const bool one_output = loop.size == 1;
  if (one_output) return FoldKind::kRows;
  if (loop.total == 1) return FoldKind::kColumns;
  int64_t along_kept = 0, along_reduced = 0;
  for (int k = 0; k < loop.inputs; ++k) {
    const int64_t size = size_of_item(loop, k);
    const int64_t kept = std::llabs(last_stride(loop.kept, k));
    const int64_t reduced = std::llabs(last_stride(loop.reduced, k));
    along_reduced += reduced == size ? 4 : reduced != 0 && reduced < kept;
    along_kept += kept == size ? 4 : kept != 0 && kept < reduced;
  }
  return along_reduced >= along_kept ? FoldKind::kRows : FoldKind::kColumns;
}

bool is_multiple(const ReductionLoop& loop, const KernelAxes& along, int k,
                 int64_t bytes) {
  auto bits = reinterpret_cast<uintptr_t>(loop.data[k]);
  for (const KernelAxes* axes : {&loop.kept, &loop.reduced}) {
    const int ndim = axes->ndim - (axes == &along);
    for (int d = 0; d < ndim; ++d)
      bits |= static_cast<uintptr_t>(axes->strides[k][d]);
  }
  return bits % static_cast<uintptr_t>(bytes) == 0;
}

// How inputs are loaded along an axis; the elements of a vector, 1 where
// vectors would not pay.
int choose_access(const ReductionLoop& loop, const KernelAxes& along,
                  int vector, ReductionVariant& v) {
  int64_t widest = 1;
  for (int k = 0; k < loop.inputs; ++k)
    widest = std::max(widest, size_of_item(loop, k));
  bool vectors = vector > 1;
  for (int k = 0; k < loop.inputs; ++k) {
    const int64_t size = size_of_item(loop, k);
    const int64_t stride = last_stride(along, k);
    Access& access = v.operand[loop.parameter[k]].access;
    access = stride == 0      ? Access::kOne
             : stride != size ? Access::kStrided
             : is_multiple(loop, along, k, std::min<int64_t>(16, vector * size))
                 ? Access::kVector
                 : Access::kUnit;
    vectors = vectors && (access == Access::kOne || access == Access::kVector ||
                          (access == Access::kUnit && widest <= 2));
  }
  if (vectors) return vector;
  for (int k = 0; k < loop.inputs; ++k) {
    Access& access = v.operand[loop.parameter[k]].access;
    if (access == Access::kVector) access = Access::kUnit;
  }
  return 1;
}

int64_t tiles_of(const ReductionLoop& loop) {
  return ceil_div(loop.groups, kThreads >> loop.lanes_log2);
}

// More lanes while blocks are too few and each lane keeps `least` units.
void add_lanes(ReductionLoop& loop, int most_log2, int64_t least) {
  while (loop.lanes_log2 < most_log2 && loop.units >> loop.lanes_log2 > least &&
         tiles_of(loop) < cuda::kReduceTiles * kMultiprocessors)
    ++loop.lanes_log2;
}

// Splits where blocks are still too few. `round` units are what the lanes take
// at a time, `unit_bytes` what a unit takes of a group.
void add_splits(ReductionLoop& loop, int64_t round, int64_t unit_bytes) {
  const int64_t tiles = tiles_of(loop);
  const int64_t wanted = cuda::kReduceTiles * kMultiprocessors;
  loop.splits = 1;
  loop.chunk = std::max<int64_t>(1, loop.units);
  if (tiles * 4 >= wanted * 3) return;
  const int64_t slots = kThreads >> loop.lanes_log2;
  const int64_t width = std::min(slots, loop.groups) * unit_bytes;
  const int64_t least =
      std::max(round, cuda::kSplitBytes / std::max<int64_t>(1, width));
  const int64_t splits =
      std::min({ceil_div(wanted, tiles), loop.units / least, kMaxSplits});
  if (splits <= 1) return;
  loop.chunk = ceil_div(ceil_div(loop.units, splits), round) * round;
  loop.splits = ceil_div(loop.units, loop.chunk);
}

}  // namespace

void add_array(ReductionLoop& loop, int parameter, bool output,
               const ndarray& a) {
  const int at = loop.arrays();
  loop.parameter[at] = parameter;
  loop.dtype[at] = a.dtype();
  loop.data[at] = a.data();
  ++(output ? loop.outputs : loop.inputs);
}

void plan_axes(ReductionLoop& loop, const Dims& shape, const bool* folded,
               bool keepdims, const ndarray* const* arrays) {
  const int n = loop.arrays();
  loop.kept.ndim = loop.reduced.ndim = 0;
  loop.kept.operands = n + 1;
  loop.reduced.operands = loop.inputs + 1;
  for (int i = 0; i < shape.size(); ++i)
    (folded[i] ? loop.total : loop.size) *= shape[i];
  int64_t output_step = loop.size, position_step = loop.total;
  int out_axis = 0;
  for (int i = 0; i < shape.size(); ++i) {
    int64_t& step = folded[i] ? position_step : output_step;
    step = shape[i] ? step / shape[i] : 0;
    int64_t column[kMaxKernelOperands];
    for (int k = 0; k < loop.inputs; ++k) {
      const ndarray& a = *arrays[k];
      const int axis = i - (shape.size() - a.ndim());
      column[k] = axis < 0 || a.shape(axis) == 1 ? 0 : a.stride(axis);
    }
    for (int k = loop.inputs; k < n; ++k)
      column[k] = folded[i] ? 0 : arrays[k]->stride(out_axis);
    if (!folded[i] || keepdims) ++out_axis;
    column[folded[i] ? loop.inputs : n] = step;
    if (shape[i] != 1)
      (folded[i] ? loop.reduced : loop.kept).push(shape[i], column);
  }
  int64_t still[kMaxKernelOperands] = {};
  for (KernelAxes* axes : {&loop.kept, &loop.reduced}) {
    axes->sort(1);
    axes->merge();
    if (axes->ndim == 0) axes->push(1, still);
  }
}

void divide_on_device(ReductionLoop& loop, bool heavy, int reduce_bytes,
                      ReductionVariant& v) {
  constexpr int64_t kTwo31 = int64_t{1} << 31;
  int64_t widest = 1;
  for (int k = 0; k < loop.inputs; ++k)
    widest = std::max(widest, size_of_item(loop, k));
  // Columns keep a value of each thread in shared memory. One that may be large
  // is left to rows of one thread each, which lie side by side.
  const bool by_output = kind_of(loop) == FoldKind::kColumns;
  const bool rows = !by_output || reduce_bytes == 0;
  v.kind = rows ? FoldKind::kRows : FoldKind::kColumns;
  KernelAxes& along = rows ? loop.reduced : loop.kept;
  int vector = by_output && rows ? 1 : static_cast<int>(16 / widest);
  if (!rows) vector = std::min(vector, heavy ? 2 : 8);
  if (heavy) vector = std::min(vector, 4);
  vector = choose_access(loop, along, vector, v);
  int loads = loop.inputs == 1 ? 4 : 2;
  if (vector == 1) loads = loop.inputs == 1 ? 8 : 4;
  while (loads > 1 && loads * vector > 32) loads /= 2;
  if (heavy) loads = rows && vector > 1 ? 1 : 2;
  v.vector = static_cast<uint8_t>(vector);
  v.loads = static_cast<uint8_t>(loads);
  loop.run = along.shape[along.ndim - 1];
  loop.run_vectors = ceil_div(loop.run, vector);
  loop.lanes_log2 = 0;
  const int64_t unit_bytes = vector * widest;
  if (rows) {
    loop.groups = loop.size;
    loop.units = loop.run ? loop.total / loop.run * loop.run_vectors : 0;
    int most = kThreadsLog2;
    if (by_output)
      most = loop.groups < 32 ? most - ceil_log2(loop.groups, kWarpLog2) : 0;
    loop.lanes_log2 = std::min(
        most,
        std::max(ceil_log2(ceil_div(loop.units, loads), 3),
                 ceil_log2(ceil_div(loop.units, cuda::kRowRounds * loads), 8)));
    add_lanes(loop, most, loads);
  } else {
    loop.groups = loop.size / loop.run * loop.run_vectors;
    loop.units = loop.total;
    add_lanes(loop, kThreadsLog2 - ceil_log2(loop.groups, kWarpLog2), loads);
  }
  add_splits(loop, int64_t{loads} << loop.lanes_log2, unit_bytes);
  v.wide = force_index64() || loop.total >= kTwo31 || loop.size >= kTwo31 ||
           loop.units >= kTwo31 || loop.groups >= kTwo31;
  v.kept = static_cast<uint8_t>(loop.kept.ndim);
  v.reduced = static_cast<uint8_t>(loop.reduced.ndim);
}

void divide_on_host(ReductionLoop& loop, ReductionVariant& v) {
  v.kind = kind_of(loop);
  const bool rows = v.kind == FoldKind::kRows;
  KernelAxes& along = rows ? loop.reduced : loop.kept;
  choose_access(loop, along, 1, v);
  v.vector = rows ? 1 : kHostColumns;
  v.loads = 1;
  v.wide = true;
  v.kept = static_cast<uint8_t>(loop.kept.ndim);
  v.reduced = static_cast<uint8_t>(loop.reduced.ndim);
  loop.run = along.shape[along.ndim - 1];
  loop.run_vectors = ceil_div(loop.run, v.vector);
  loop.groups = rows ? loop.size : loop.size / loop.run * loop.run_vectors;
  loop.units = loop.total;
  const int64_t width = rows ? 1 : std::min<int64_t>(loop.run, kHostColumns);
  loop.chunk = std::max<int64_t>(1, loop.units);
  if (loop.groups < kHostOutputs)
    loop.chunk = std::min(loop.chunk, std::max<int64_t>(1, kHostPart / width));
  loop.splits = std::max<int64_t>(1, ceil_div(loop.units, loop.chunk));
}

}  // namespace tenorite::jit
