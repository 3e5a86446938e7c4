// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "memory/transfer.h"
#include "ops/cuda/copy/strided_copy.h"
#include "ops/cuda/counters.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/reduce/reduce_geometry.h"
#include "ops/cuda/reduce/reduce_splits.h"

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

// C-ordered results of `dtype`; the plan then writes them.
StoragePtr fresh_results(ReducePlan& plan, DType dtype) {
  auto bytes = static_cast<int64_t>(itemsize(dtype));
  for (int i = plan.outer_ndim - 1; i >= 0; --i) {
    plan.outer_out_strides[i] = bytes;
    bytes *= plan.outer_shape[i];
  }
  StoragePtr results = Storage::allocate(plan.device, bytes, plan.stream);
  plan.out = results->data();
  return results;
}

void launch(const void* kernel, ReduceArgs& args, cudaStream_t stream) {
  void* pointers[] = {&args};
  note_launch("a reduction");
  for (args.first_tile = 0; args.first_tile < args.tiles;
       args.first_tile += kMaxTiles) {
    int64_t tiles = std::min(args.tiles - args.first_tile, kMaxTiles);
    dim3 blocks(static_cast<unsigned>(tiles),
                static_cast<unsigned>(args.splits));
    TENORITE_CUDA_TRY(cudaLaunchKernel(kernel, blocks, dim3(kReduceThreads),
                                       pointers, 0, stream));
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
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  StoragePtr splits[2], axes;
  give_split_memory(&args,
                    partial_count(args, kernels, kind) * kernels.acc_bytes,
                    plan.device, plan.stream, splits);
  if (plan.outer_ndim + plan.reduced_ndim > kNearAxes) {
    ReduceAxis far[kMaxDims];
    size_t bytes = sizeof(far[0]) * reduce_axes(plan, kMaxDims, far);
    axes = Storage::allocate(plan.device, bytes, plan.stream);
    memory::copy_to_device(plan.device, plan.stream, axes->data(), far, bytes);
    args.far_axes = reinterpret_cast<const ReduceAxis*>(axes->data());
  }
  launch(kernel_of(kernels, kind), args, stream);
}

}  // namespace

void register_reduction(ReduceOp op, DType compute, const Reduction& entry) {
  table().rows[static_cast<int>(op)][static_cast<int>(compute)] = entry;
}

void register_widening(DType in, const ReduceKernels& kernels) {
  table().widening[static_cast<int>(in)] = kernels;
}

Folding folding_of(ReduceOp op, DType in, DType compute, bool masked) {
  const ReduceOp row = fold_row(op, compute);
  const Reduction& entry =
      table().rows[static_cast<int>(row)][static_cast<int>(compute)];
  TENORITE_CHECK(entry.kernels.any, TypeError, "no %s of %s on cuda",
                 info(op).name, name(compute));
  if (widens(op, in, compute, masked))
    return {&table().widening[static_cast<int>(in)], entry.finish, in};
  return {&entry.kernels, entry.finish, compute};
}

void give_split_memory(ReduceArgs* args, int64_t partial_bytes, Device device,
                       StreamId stream, StoragePtr (&holders)[2]) {
  if (args->splits == 1) return;
  holders[0] = Storage::allocate(device, partial_bytes, stream);
  args->partials = holders[0]->data();
  args->arrivals = zero_counters(device, stream, args->tiles, holders[1]);
}

void reduce(const ReducePlan& plan) {
  if (plan.outer_size == 0) return;
  const Folding folding = folding_of(plan.op, plan.in_dtype, plan.compute_dtype,
                                     plan.mask != nullptr);
  const ReduceKernels* kernels = folding.kernels;
  const DType value = folding.value;
  DeviceGuard guard(plan.device);

  reduction::Finishing finishing;
  finishing.finish = folding.finish;
  finishing.correction = plan.correction;
  finishing.has_initial = plan.has_initial;
  std::memcpy(finishing.initial, plan.initial.bytes, sizeof(finishing.initial));

  DType result = result_dtype(plan.op, plan.compute_dtype);
  bool direct =
      result == plan.out_dtype &&
      is_aligned(plan.out, plan.outer_out_strides, plan.outer_ndim, result);
  bool readable =
      (plan.in_dtype == value || kernels->converts) && loads_whole(plan);
  if (direct && readable) {
    run(plan, *kernels, plan.in_dtype != value, finishing, result);
    return;
  }
  ReducePlan own = plan;
  StoragePtr copy, results;
  if (!readable) copy = copy_input(own, value);
  if (!direct) results = fresh_results(own, result);
  run(own, *kernels, own.in_dtype != value, finishing, result);
  if (direct) return;
  strided_copy({plan.out, plan.out_dtype, plan.outer_out_strides},
               {own.out, result, own.outer_out_strides}, plan.outer_ndim,
               plan.outer_shape, plan.device, plan.stream);
}

}  // namespace tenorite::cuda
