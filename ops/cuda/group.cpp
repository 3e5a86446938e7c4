// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/group.h"

#include "core/cuda/check.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/errors.h"
#include "ops/cuda/reduce_geometry.h"

namespace tenorite::cuda {
namespace {

// Of a block's shared memory, by the driver.
constexpr size_t kReserved = 1024;

bool row_folding(ReduceOp op, DType in, DType compute, int64_t rows,
                 int64_t length, Device device, fusion::RowFolding* folding) {
  const Folding how = folding_of(op, in, compute, false);
  if (how.value != in) return false;
  ReducePlan plan{};
  plan.op = op;
  plan.in_dtype = in;
  plan.compute_dtype = compute;
  plan.device = device;
  const auto item = static_cast<int64_t>(itemsize(in));
  plan.outer_size = rows;
  plan.outer_ndim = rows > 1 ? 1 : 0;
  plan.outer_shape[0] = rows;
  plan.outer_in_strides[0] = length * item;
  plan.reduced_size = plan.reduced_shape[0] = length;
  plan.reduced_ndim = 1;
  plan.reduced_in_strides[0] = item;
  const ReduceClass kind = classify(plan, false);
  const ReduceArgs args = reduce_args(plan, *how.kernels, kind, false, item,
                                      properties(device).multiprocessors);
  *folding = {kind == ReduceClass::kBrief, args.lanes_log2};
  return args.splits == 1;
}

constexpr fusion::GroupDevice kDevice = {
    .row_folding = row_folding,
    .multiprocessors =
        [](Device device) { return properties(device).multiprocessors; },
    .shared_bytes =
        [](Device device) {
          return static_cast<int>(
              properties(device).shared_memory_per_block_optin - kReserved);
        },
    .error_word = [](Device device) { return error_word(device); },
    .note_checked_launch = note_checked_launch,
};

}  // namespace

bool group(const GroupPlan& plan, GroupEffort effort) {
  DeviceGuard guard(plan.device);
  return fusion::run_group(plan, effort, kDevice);
}

}  // namespace tenorite::cuda
