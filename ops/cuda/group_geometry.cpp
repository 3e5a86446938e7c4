// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/group_geometry.h"

#include "ops/cuda/reduce_geometry.h"

namespace tenorite::cuda {
namespace {

void rescale(int64_t* strides, int ndim, DType from, DType to) {
  for (int i = 0; i < ndim; ++i)
    strides[i] = strides[i] / static_cast<int64_t>(itemsize(from)) *
                 static_cast<int64_t>(itemsize(to));
}

}  // namespace

bool row_folding(const Folding& how, ReduceOp op, DType in, DType compute,
                 int64_t rows, int64_t length, int64_t multiprocessors,
                 fusion::RowFolding* folding) {
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
  const ReduceClass kind = classify(plan, false);
  const ReduceArgs args =
      reduce_args(plan, *how.kernels, kind, false, item, multiprocessors);
  *folding = {kind == ReduceClass::kBrief, args.lanes_log2};
  return args.splits == 1;
}

// As reduce() does it.
bool fold_geometry(const Folding& how, const ReducePlan& plan,
                   int64_t multiprocessors, fusion::FoldGeometry* geometry) {
  const ReduceKernels& kernels = *how.kernels;
  const bool same = how.value == plan.in_dtype;
  geometry->value = how.value;
  geometry->converts = !same && kernels.converts;
  ReducePlan own = plan;
  if (!same && !kernels.converts) {
    rescale(own.outer_in_strides, own.outer_ndim, own.in_dtype, how.value);
    rescale(own.reduced_in_strides, own.reduced_ndim, own.in_dtype, how.value);
    own.in_dtype = how.value;
  }
  const ReduceClass kind = classify(own, geometry->converts);
  switch (kind) {
    case ReduceClass::kBrief:
      return false;
    case ReduceClass::kRows:
      geometry->kernel = fusion::FoldKernel::kRows;
      break;
    case ReduceClass::kRuns:
      geometry->kernel = fusion::FoldKernel::kRuns;
      break;
    case ReduceClass::kColumns:
      geometry->kernel = fusion::FoldKernel::kColumns;
      break;
    case ReduceClass::kAny:
      geometry->kernel = fusion::FoldKernel::kAny;
  }
  geometry->vector = kind == ReduceClass::kAny       ? 1
                     : kind == ReduceClass::kColumns ? kernels.column_vector
                                                     : kernels.row_vector;
  geometry->args = reduce_args(
      own, kernels, kind, geometry->converts,
      static_cast<int64_t>(itemsize(result_dtype(plan.op, plan.compute_dtype))),
      multiprocessors);
  geometry->args.whole = false;
  geometry->partial_bytes =
      partial_count(geometry->args, kernels, kind) * kernels.acc_bytes;
  // Few positions of columns are taken in another order.
  return geometry->args.strips == 1;
}

}  // namespace tenorite::cuda
