// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/reduce_geometry.h"
#include "ops/cuda/strided_copy.h"

namespace tenorite::cuda {
namespace {

// Of a grid's first dimension.
constexpr int64_t kMaxTiles = 1 << 30;

struct Table {
  Reduction rows[kNumReduceOps][kNumDTypes];
  ReduceKernels widening[kNumDTypes];
};
Table& table() {
  static Table entries{};
  return entries;
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
  return copy;
}

void launch(const void* kernel, ReduceArgs& args, cudaStream_t stream) {
  void* pointers[] = {&args};
  for (args.first_tile = 0; args.first_tile < args.tiles;
       args.first_tile += kMaxTiles) {
    int64_t tiles = std::min(args.tiles - args.first_tile, kMaxTiles);
    dim3 blocks(static_cast<unsigned>(tiles),
                static_cast<unsigned>(args.splits));
    TENORITE_CUDA_TRY(cudaLaunchKernel(kernel, blocks, dim3(kReduceThreads),
                                       pointers, 0, stream));
  }
}

const void* kernel_of(const ReduceKernels& kernels, ReduceClass kind) {
  switch (kind) {
    case ReduceClass::kRows:
      return kernels.rows;
    case ReduceClass::kRuns:
      return kernels.runs;
    case ReduceClass::kBrief:
      return kernels.brief;
    case ReduceClass::kColumns:
      return kernels.columns;
    default:
      return kernels.any;
  }
}

// Folds into results of the row's own dtype, aligned.
void run(const ReducePlan& plan, const ReduceKernels& kernels, bool converts,
         const reduction::Finishing& finishing, DType result) {
  ReduceClass kind = classify(plan, converts);
  ReduceArgs args = reduce_args(plan, kernels, kind, converts,
                                static_cast<int64_t>(itemsize(result)),
                                properties(plan.device).multiprocessors);
  args.finishing = finishing;
  StoragePtr partials;
  if (args.splits > 1) {
    partials = Storage::allocate(
        plan.device, args.outer_size * args.splits * kernels.acc_bytes,
        plan.stream);
    args.partials = partials->data();
  }
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  launch(kernel_of(kernels, kind), args, stream);
  if (args.splits == 1) return;
  ReduceArgs merge = merge_args(args);
  launch(kernels.merge, merge, stream);
}

}  // namespace

void register_reduction(ReduceOp op, DType compute, const Reduction& entry) {
  table().rows[static_cast<int>(op)][static_cast<int>(compute)] = entry;
}

void register_widening(DType in, const ReduceKernels& kernels) {
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
  ReduceKernels kernels = entry.kernels;
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
    run(plan, kernels, plan.in_dtype != value, finishing, result);
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
  run(plan, kernels, plan.in_dtype != value, finishing, result);
  strided_copy({given.out, given.out_dtype, given.outer_out_strides},
               {plan.out, result, plan.outer_out_strides}, plan.outer_ndim,
               plan.outer_shape, plan.device, plan.stream);
}

}  // namespace tenorite::cuda
