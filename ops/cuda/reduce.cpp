// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/reduce_args.h"
#include "ops/cuda/strided_copy.h"

namespace tenorite::cuda {
namespace {

// Blocks of kFoldThreads that fill a multiprocessor, and the elements that are
// worth a block of a split.
constexpr int64_t kBlocksPerMultiprocessor = 8;
constexpr int64_t kSplitBytes = 16 << 10;
// Enough for any grid; further tiles are taken in turn.
constexpr int64_t kMaxBlocks = 1 << 20;

struct Table {
  Reduction rows[kNumReduceOps][kNumDTypes];
  FoldKernels widening[kNumDTypes];
};
Table& table() {
  static Table entries{};
  return entries;
}

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// log2 of the power of two that is at least n, at most `limit`.
int ceil_log2(int64_t n, int limit) {
  return n <= 1 ? 0
                : std::min<int>(limit,
                                std::bit_width(static_cast<uint64_t>(n - 1)));
}

FoldAxis make_axis(int64_t shape, int64_t in, int64_t mask, int64_t out) {
  FoldAxis axis{shape, in, mask, out, 0, 0};
  if (shape > 0 && shape < (int64_t{1} << 31)) {
    auto n = static_cast<uint64_t>(shape);
    axis.shift = static_cast<unsigned>(std::bit_width(n - 1));
    axis.multiplier = static_cast<unsigned>(
        (((uint64_t{1} << axis.shift) - n) << 32) / n + 1);
  }
  return axis;
}

bool is_multiple(int64_t bytes, const void* data, const int64_t* strides,
                 int n) {
  int64_t bits = reinterpret_cast<intptr_t>(data);
  for (int i = 0; i < n; ++i) bits |= strides[i];
  return bits % bytes == 0;
}

// Whether elements can be loaded where they are.
bool loads_whole(const ReducePlan& plan) {
  return is_aligned(plan.in, plan.outer_in_strides, plan.outer_ndim,
                    plan.in_dtype) &&
         is_aligned(plan.in, plan.reduced_in_strides, plan.reduced_ndim,
                    plan.in_dtype);
}

// A C-ordered copy of the input in `dtype`; the plan then reads it.
StoragePtr copy_input(ReducePlan& plan, DType dtype) {
  int ndim = plan.outer_ndim + plan.reduced_ndim;
  int64_t shape[kMaxDims], from[kMaxDims], to[kMaxDims];
  std::copy_n(plan.outer_shape, plan.outer_ndim, shape);
  std::copy_n(plan.reduced_shape, plan.reduced_ndim, shape + plan.outer_ndim);
  std::copy_n(plan.outer_in_strides, plan.outer_ndim, from);
  std::copy_n(plan.reduced_in_strides, plan.reduced_ndim,
              from + plan.outer_ndim);
  int64_t bytes = static_cast<int64_t>(itemsize(dtype));
  for (int i = ndim - 1; i >= 0; --i) {
    to[i] = bytes;
    bytes *= shape[i];
  }
  StoragePtr copy = Storage::allocate(plan.device, bytes, plan.stream);
  strided_copy({copy->data(), dtype, to},
               {const_cast<char*>(plan.in), plan.in_dtype, from}, ndim, shape,
               plan.device, plan.stream);
  plan.in = copy->data();
  plan.in_dtype = dtype;
  std::copy_n(to, plan.outer_ndim, plan.outer_in_strides);
  std::copy_n(to + plan.outer_ndim, plan.reduced_ndim, plan.reduced_in_strides);
  plan.index32 = plan.index32 && bytes < (int64_t{1} << 31);
  return copy;
}

enum class Access { kRows, kColumns, kAny };

Access access_of(const ReducePlan& plan, const FoldKernels& kernels,
                 bool converts) {
  if (converts || plan.mask || plan.reduced_size == 0) return Access::kAny;
  auto item = static_cast<int64_t>(itemsize(plan.in_dtype));
  int last = plan.outer_ndim - 1;
  if (plan.reduced_ndim == 1 && plan.reduced_in_strides[0] == item) {
    // Complex numbers may lie between the multiples of their size, where no
    // vector can be loaded.
    bool whole =
        is_multiple(item, plan.in, plan.outer_in_strides, plan.outer_ndim);
    return whole ? Access::kRows : Access::kAny;
  }
  int64_t vector = kernels.column_vector * item;
  if (last >= 0 && plan.outer_in_strides[last] == item &&
      plan.outer_shape[last] % kernels.column_vector == 0 &&
      is_multiple(vector, plan.in, plan.outer_in_strides, last) &&
      is_multiple(vector, plan.in, plan.reduced_in_strides, plan.reduced_ndim))
    return Access::kColumns;
  return Access::kAny;
}

// Neighbouring threads follow the smaller stride.
bool goes_by_column(const ReducePlan& plan) {
  if (plan.outer_ndim == 0) return false;
  if (plan.reduced_ndim == 0) return true;
  return std::llabs(plan.outer_in_strides[plan.outer_ndim - 1]) <
         std::llabs(plan.reduced_in_strides[plan.reduced_ndim - 1]);
}

// Divides the work over lanes, blocks and splits. Depends on the shape and the
// kind of device alone.
void set_geometry(FoldArgs& args, const FoldKernels& kernels, Access access,
                  int64_t multiprocessors, int64_t item) {
  int64_t n = args.reduced_size;
  int64_t vector = access == Access::kRows ? kernels.row_vector : 1;
  int64_t width = access == Access::kColumns ? kernels.column_vector : 1;
  int64_t unroll =
      access == Access::kRows ? kernels.row_unroll : kernels.any_unroll;
  int64_t groups = args.outer_size / width;  // outputs or vectors of them
  int64_t round = vector * unroll;           // positions of a lane at a time
  if (args.by_column) {
    // A warp along the outputs, the other lanes along the positions; narrow
    // outputs leave more lanes.
    int wanted = kFoldThreadsLog2 - ceil_log2(groups, 5);
    args.lanes_log2 = ceil_log2(ceil_div(n, round), wanted);
  } else {
    args.lanes_log2 = ceil_log2(ceil_div(n, round), kFoldThreadsLog2);
  }
  int64_t slots = kFoldThreads >> args.lanes_log2;
  int64_t group_tiles = ceil_div(groups, slots);
  int64_t target = multiprocessors * kBlocksPerMultiprocessor;
  int64_t tile_bytes = std::max<int64_t>(1, slots * width * item);
  int64_t least =
      std::max<int64_t>(round << args.lanes_log2, kSplitBytes / tile_bytes);
  args.splits = std::clamp<int64_t>(target / group_tiles, 1,
                                    std::max<int64_t>(1, n / least));
  args.chunk = n;
  if (args.splits > 1) {
    int64_t step = round << args.lanes_log2;
    args.chunk = ceil_div(ceil_div(n, args.splits), step) * step;
    args.splits = ceil_div(n, args.chunk);
  }
  args.tiles = group_tiles * args.splits;
}

void launch(const void* kernel, FoldArgs& args, cudaStream_t stream) {
  void* pointers[] = {&args};
  auto blocks = static_cast<unsigned>(std::min(args.tiles, kMaxBlocks));
  TENORITE_CUDA_TRY(cudaLaunchKernel(kernel, dim3(blocks), dim3(kFoldThreads),
                                     pointers, 0, stream));
}

// Folds into results of the row's own dtype, aligned.
void run(const ReducePlan& plan, const FoldKernels& kernels, bool converts,
         const reduction::Finishing& finishing) {
  FoldArgs args;
  args.in = plan.in;
  args.mask = plan.mask;
  args.out = plan.out;
  args.partials = nullptr;
  args.outer_size = plan.outer_size;
  args.reduced_size = plan.reduced_size;
  args.outer_ndim = plan.outer_ndim;
  args.reduced_ndim = plan.reduced_ndim;
  args.in_letter = letter(plan.in_dtype);
  args.compute_letter = letter(plan.compute_dtype);
  args.converts = converts;
  args.index32 = plan.index32;
  args.finishing = finishing;
  for (int i = 0; i < plan.outer_ndim; ++i)
    args.axis[i] = make_axis(plan.outer_shape[i], plan.outer_in_strides[i],
                             plan.mask ? plan.outer_mask_strides[i] : 0,
                             plan.outer_out_strides[i]);
  for (int i = 0; i < plan.reduced_ndim; ++i)
    args.axis[plan.outer_ndim + i] =
        make_axis(plan.reduced_shape[i], plan.reduced_in_strides[i],
                  plan.mask ? plan.reduced_mask_strides[i] : 0, 0);

  bool one = plan.reduced_ndim == 1;
  args.reduced_in = one ? plan.reduced_in_strides[0] : 0;
  args.reduced_mask = one && plan.mask ? plan.reduced_mask_strides[0] : 0;

  Access access = access_of(plan, kernels, converts);
  args.by_column = access == Access::kColumns ||
                   (access == Access::kAny && goes_by_column(plan));
  set_geometry(args, kernels, access, properties(plan.device).multiprocessors,
               static_cast<int64_t>(itemsize(plan.in_dtype)));
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  StoragePtr partials;
  if (args.splits > 1) {
    partials = Storage::allocate(
        plan.device, args.outer_size * args.splits * kernels.acc_bytes,
        plan.stream);
    args.partials = partials->data();
  }
  launch(access == Access::kRows      ? kernels.rows
         : access == Access::kColumns ? kernels.columns
                                      : kernels.any,
         args, stream);
  if (args.splits == 1) return;
  args.lanes_log2 = ceil_log2(args.splits, kFoldThreadsLog2);
  args.tiles = ceil_div(args.outer_size, kFoldThreads >> args.lanes_log2);
  launch(kernels.merge, args, stream);
}

}  // namespace

void register_reduction(ReduceOp op, DType compute, const Reduction& entry) {
  table().rows[static_cast<int>(op)][static_cast<int>(compute)] = entry;
}

void register_widening(DType in, const FoldKernels& kernels) {
  table().widening[static_cast<int>(in)] = kernels;
}

void reduce(const ReducePlan& given) {
  if (given.outer_size == 0) return;
  ReducePlan plan = given;
  ReduceOp row = fold_row(plan.op, plan.compute_dtype);
  const Reduction& entry =
      table().rows[static_cast<int>(row)][static_cast<int>(plan.compute_dtype)];
  TENORITE_CHECK(entry.kernels.any, TypeError, "no %s of %s on cuda",
                 info(plan.op).name, name(plan.compute_dtype));
  FoldKernels kernels = entry.kernels;
  DeviceGuard guard(plan.device);

  DType value = plan.compute_dtype;
  if (widens(plan.op, plan.in_dtype, value, plan.mask != nullptr)) {
    value = plan.in_dtype;
    kernels = table().widening[static_cast<int>(value)];
  }
  StoragePtr copy;
  if ((plan.in_dtype != value && !kernels.converts) || !loads_whole(plan))
    copy = copy_input(plan, value);

  reduction::Finishing finishing;
  finishing.finish = entry.finish;
  finishing.correction = plan.correction;
  finishing.has_initial = plan.has_initial;
  std::memcpy(finishing.initial, plan.initial.bytes, sizeof(finishing.initial));

  DType result = result_dtype(plan.op, plan.compute_dtype);
  bool direct =
      result == plan.out_dtype &&
      is_aligned(plan.out, plan.outer_out_strides, plan.outer_ndim, result);
  if (direct) {
    run(plan, kernels, plan.in_dtype != value, finishing);
    return;
  }
  auto item = static_cast<int64_t>(itemsize(result));
  StoragePtr results =
      Storage::allocate(plan.device, plan.outer_size * item, plan.stream);
  plan.out = results->data();
  for (int i = plan.outer_ndim - 1; i >= 0; --i) {
    plan.outer_out_strides[i] = item;
    item *= plan.outer_shape[i];
  }
  run(plan, kernels, plan.in_dtype != value, finishing);
  strided_copy({given.out, given.out_dtype, given.outer_out_strides},
               {plan.out, result, plan.outer_out_strides}, plan.outer_ndim,
               plan.outer_shape, plan.device, plan.stream);
}

}  // namespace tenorite::cuda
