// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/scan/fold.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/copy/strided_copy.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/errors.h"
#include "ops/cuda/scan/scan.h"
#include "ops/table/op_checks.h"

namespace tenorite::cuda {
namespace {

constexpr int kMaxFoldLoops = 20;
// A reduction of fewer lanes than this is cut into chunks, and again, until
// one thread can finish each lane.
constexpr int64_t kEnoughLanes = 16384;
constexpr int64_t kChunk = 128;

// Constant-initialised, since families register while statics are made.
constinit FoldEntry g_entries[kNumOps][kMaxFoldLoops] = {};

// One of a fold's arrays: the lanes' axes and the folded axis.
struct Side {
  char* data;
  DType dtype;
  int64_t stride;
  int64_t lane_strides[kMaxDims];
};

Side input_of(const FoldPlan& plan) {
  Side side{const_cast<char*>(plan.in), plan.in_dtype, plan.in_stride, {}};
  std::copy_n(plan.lane_in_strides, plan.lane_ndim, side.lane_strides);
  return side;
}

Side output_of(const FoldPlan& plan) {
  Side side{plan.out, plan.out_dtype, plan.out_stride, {}};
  std::copy_n(plan.lane_out_strides, plan.lane_ndim, side.lane_strides);
  return side;
}

bool aligned(const FoldPlan& plan, const Side& side) {
  return is_aligned(side.data, side.lane_strides, plan.lane_ndim, side.dtype) &&
         is_aligned(side.data, &side.stride, 1, side.dtype);
}

// A dense array like `side`, with `extent` elements along the folded axis,
// which comes last if it is the faster one.
Side dense_like(const FoldPlan& plan, const Side& side, int64_t extent,
                DType dtype, StoragePtr& storage) {
  auto size = static_cast<int64_t>(itemsize(dtype));
  storage =
      Storage::allocate(plan.device, plan.lanes * extent * size, plan.stream);
  Side dense{storage->data(), dtype, size, {}};
  int last = plan.lane_ndim - 1;
  bool axis_last =
      last < 0 || std::abs(side.stride) <= std::abs(side.lane_strides[last]);
  int64_t step = axis_last ? extent * size : size;
  for (int d = last; d >= 0; --d) {
    dense.lane_strides[d] = step;
    step *= plan.lane_shape[d];
  }
  if (!axis_last) dense.stride = step;
  return dense;
}

void copy_side(const FoldPlan& plan, const Side& to, const Side& from,
               int64_t extent) {
  // The lanes' axes and the folded one may be more than an array has.
  FoldPlan axes;
  axes.lane_ndim = plan.lane_ndim;
  axes.lanes = plan.lanes;
  std::copy_n(plan.lane_shape, plan.lane_ndim, axes.lane_shape);
  std::copy_n(from.lane_strides, plan.lane_ndim, axes.lane_in_strides);
  std::copy_n(to.lane_strides, plan.lane_ndim, axes.lane_out_strides);
  FoldLanes lanes = order_lanes(axes);
  lanes.shape[lanes.ndim] = extent;
  lanes.in_strides[lanes.ndim] = from.stride;
  lanes.out_strides[lanes.ndim] = to.stride;
  strided_copy({to.data, to.dtype, lanes.out_strides},
               {from.data, from.dtype, lanes.in_strides}, lanes.ndim + 1,
               lanes.shape, plan.device, plan.stream);
}

void launch(const FoldArgs& args, FoldEntry entry, cudaStream_t stream) {
  entry.family->fold(args, entry.index, stream);
}

// Folds chunks of every lane, then their results, in the order of the lane.
void reduce_in_chunks(FoldArgs args, FoldEntry entry, const FoldPlan& plan) {
  auto size = static_cast<int64_t>(itemsize(plan.in_dtype));
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  StoragePtr source;
  while (args.n > 2 * kChunk && args.lanes.size < kEnoughLanes) {
    FoldArgs level = args;
    level.has_initial = false;
    level.chunk = kChunk;
    level.segments = (args.n - 1) / kChunk + 1;
    StoragePtr results = Storage::allocate(
        plan.device, level.segments * args.lanes.size * size, plan.stream);
    level.out = results->data();
    int64_t step = size;
    for (int d = args.lanes.ndim - 1; d >= 0; --d) {
      level.lanes.out_strides[d] = args.lanes.in_strides[d] = step;
      step *= args.lanes.shape[d];
    }
    level.out_stride = args.in_stride = step;
    launch(level, entry, stream);
    args.in = level.out;
    args.n = args.chunk = level.segments;
    source = std::move(results);
  }
  launch(args, entry, stream);
}

void fold_in_order(const FoldPlan& plan) {
  FoldEntry entry = fold_entry(plan.op, plan.loop);
  TENORITE_CHECK(entry.family, TypeError,
                 "the loop %d of ufunc '%s' cannot be folded", plan.loop,
                 info(plan.op).name);
  FoldArgs args{};
  args.in = plan.in;
  args.out = plan.out;
  args.n = plan.n;
  args.in_stride = plan.in_stride;
  args.out_stride = plan.out_stride;
  args.lanes = order_lanes(plan);
  args.accumulate = plan.accumulate;
  args.has_initial = plan.has_initial;
  std::memcpy(args.initial, plan.initial.bytes, sizeof(args.initial));
  args.segments = std::max<int64_t>(plan.segments, 1);
  args.chunk = plan.n;
  args.begin = plan.begin;
  args.end = plan.end;
  args.error = error_word(plan.device);
  bool any_order = info(plan.op).identity != Identity::None &&
                   !plan.accumulate && plan.segments == 0;
  if (any_order)
    reduce_in_chunks(args, entry, plan);
  else
    launch(args, entry, stream_handle(plan.device, plan.stream));
  if (may_report(plan.op, plan.loop))
    note_checked_launch(plan.device, plan.stream);
}

}  // namespace

FoldEntry fold_entry(Op op, int loop) {
  return g_entries[static_cast<int>(op)][loop];
}

void register_fold(Op op, int loop, FoldEntry entry) {
  g_entries[static_cast<int>(op)][loop] = entry;
}

void fold(const FoldPlan& given) {
  if (given.lanes == 0 || (given.accumulate && given.n == 0)) return;
  DeviceGuard guard(given.device);
  FoldPlan plan = given;
  DType type = info(plan.op).loops[plan.loop].in[0];
  bool scans = can_scan(plan);

  StoragePtr in_storage, out_storage;
  Side in = input_of(plan), out = output_of(plan);
  bool loads =
      plan.in_dtype == type || (scans && scan_loads(plan.in_dtype, type));
  if (!loads || !aligned(plan, in)) {
    Side dense = dense_like(plan, in, plan.n, type, in_storage);
    copy_side(plan, dense, in, plan.n);
    plan.in = dense.data;
    plan.in_dtype = type;
    plan.in_stride = dense.stride;
    std::copy_n(dense.lane_strides, plan.lane_ndim, plan.lane_in_strides);
  }
  bool stores = plan.out_dtype == type && aligned(plan, out);
  int64_t extent =
      plan.accumulate ? plan.n : std::max<int64_t>(plan.segments, 1);
  Side dense_out;
  if (!stores) {
    dense_out = dense_like(plan, out, extent, type, out_storage);
    plan.out = dense_out.data;
    plan.out_dtype = type;
    plan.out_stride = dense_out.stride;
    std::copy_n(dense_out.lane_strides, plan.lane_ndim, plan.lane_out_strides);
  }
  if (scans)
    scan(plan);
  else
    fold_in_order(plan);
  if (!stores) copy_side(plan, out, dense_out, extent);
}

}  // namespace tenorite::cuda
