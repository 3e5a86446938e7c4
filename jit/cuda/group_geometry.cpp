// SPDX-License-Identifier: Apache-2.0
#include "jit/cuda/group_geometry.h"

#include "ops/cuda/reduce/reduce_geometry.h"

namespace tenorite::cuda {
namespace {

void rescale(int64_t* strides, int ndim, DType from, DType to) {
  for (int i = 0; i < ndim; ++i)
    strides[i] = strides[i] / static_cast<int64_t>(itemsize(from)) *
                 static_cast<int64_t>(itemsize(to));
}

// A thread has one accumulator.
ReduceClass kind_in_group(const ReducePlan& plan, bool converts) {
  const ReduceClass kind = classify(plan, converts);
  return kind == ReduceClass::kMiddleRows ? ReduceClass::kRows : kind;
}

void count_elements(ReduceArgs& args, int64_t item) {
  for (ReduceAxis& axis : args.axis) axis.in /= item;
  args.reduced_in /= item;
}

}  // namespace

bool row_folding(const Folding& how, ReduceOp op, DType in, DType compute,
                 int64_t rows, int64_t length, int64_t multiprocessors,
                 jit::RowFolding* folding) {
  if (how.value != in) return false;
  ReducePlan plan{};
  plan.op = op;
  plan.in_dtype = in;
  plan.compute_dtype = compute;
  const auto item = static_cast<int64_t>(itemsize(in));
  plan.outer_size = rows;
  plan.outer_ndim = rows > 1 ? 1 : 0;
  plan.outer_shape[0] = rows;
  plan.outer_in_strides[0] = length * item;
  plan.reduced_size = plan.reduced_shape[0] = length;
  plan.reduced_ndim = 1;
  plan.reduced_in_strides[0] = item;
  const ReduceClass kind = kind_in_group(plan, false);
  const ReduceArgs args =
      reduce_args(plan, *how.kernels, kind, false, item, multiprocessors);
  // Where rows are that short, lanes take them in the same way.
  *folding = {kind == ReduceClass::kShortRows || kind == ReduceClass::kFewTerms,
              args.middle, args.lanes_log2};
  return args.splits == 1;
}

// As reduce() does it.
bool fold_geometry(const Folding& how, const ReducePlan& plan,
                   int64_t multiprocessors, jit::FoldGeometry* geometry) {
  const ReduceKernels& kernels = *how.kernels;
  const bool same = how.value == plan.in_dtype;
  const bool converts = !same && kernels.converts;
  ReducePlan own = plan;
  if (!same && !kernels.converts) {
    rescale(own.outer_in_strides, own.outer_ndim, own.in_dtype, how.value);
    rescale(own.reduced_in_strides, own.reduced_ndim, own.in_dtype, how.value);
    own.in_dtype = how.value;
  }
  const ReduceClass kind = kind_in_group(own, converts);
  switch (kind) {
    case ReduceClass::kShortRows:
    case ReduceClass::kMiddleRows:
    case ReduceClass::kFewTerms:
      return false;
    case ReduceClass::kRows:
      geometry->kernel = jit::FoldKernel::kRows;
      break;
    case ReduceClass::kRuns:
      geometry->kernel = jit::FoldKernel::kRuns;
      break;
    case ReduceClass::kColumns:
      geometry->kernel = jit::FoldKernel::kColumns;
      break;
    case ReduceClass::kFewColumns:
    case ReduceClass::kAny:
      geometry->kernel = jit::FoldKernel::kAny;
  }
  const bool any = geometry->kernel == jit::FoldKernel::kAny;
  const bool columns = kind == ReduceClass::kColumns;
  geometry->value = how.value;
  geometry->vector = any       ? 1
                     : columns ? kernels.column_vector
                               : kernels.row_vector;
  geometry->loads = any       ? kernels.any_loads
                    : columns ? kernels.column_loads
                              : kernels.row_loads;
  geometry->acc_bytes = kernels.acc_bytes;
  geometry->args = reduce_args(
      own, kernels, kind, converts,
      static_cast<int64_t>(itemsize(result_dtype(plan.op, plan.compute_dtype))),
      multiprocessors);
  geometry->args.mask = nullptr;
  geometry->partials = partial_count(geometry->args, kernels, kind);
  count_elements(geometry->args, static_cast<int64_t>(itemsize(own.in_dtype)));
  // Few positions of columns are taken in another order.
  return geometry->args.thread_vectors == 1;
}

}  // namespace tenorite::cuda
