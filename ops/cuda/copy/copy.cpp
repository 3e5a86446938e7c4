// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/copy/copy_loops.h"
#include "ops/cuda/copy/interleave.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/elementwise/launch.h"
#include "ops/cuda/elementwise/launch_axes.h"
#include "ops/table/scalar.h"

namespace tenorite::cuda {
namespace {

bool is_unit(const ElementwisePlan& plan, const PlannedOperand& operand) {
  return plan.ndim == 0 ||
         (plan.ndim == 1 &&
          operand.strides[0] == static_cast<int64_t>(itemsize(operand.dtype)));
}

void set_bytes(const ElementwisePlan& plan, int value) {
  DeviceGuard guard(plan.device);
  TENORITE_CUDA_TRY(cudaMemsetAsync(plan.out(0).data, value,
                                    plan.size * itemsize(plan.out(0).dtype),
                                    stream_handle(plan.device, plan.stream)));
}

void fill(ElementwisePlan& plan) {
  PlannedOperand& out = plan.operand[0];
  PlannedOperand& in = plan.operand[1];
  if (in.value.dtype != out.dtype) in.value = cast_scalar(in.value, out.dtype);
  in.dtype = in.loop_dtype = out.dtype;
  const unsigned char* bytes = in.value.bytes;
  size_t size = itemsize(out.dtype);
  bool uniform = std::all_of(bytes, bytes + size,
                             [&](unsigned char b) { return b == bytes[0]; });
  if (uniform && !plan.masked && is_unit(plan, out))
    return set_bytes(plan, bytes[0]);
  run_loop(plan,
           is_aligned(plan, out) ? move_loop(size)
                                 : cast_loop(out.dtype, out.dtype, out.dtype),
           true);
}

void move_bytes(const ElementwisePlan& plan) {
  if (plan.out(0).data == plan.in(0).data) return;
  DeviceGuard guard(plan.device);
  TENORITE_CUDA_TRY(cudaMemcpyAsync(plan.out(0).data, plan.in(0).data,
                                    plan.size * itemsize(plan.out(0).dtype),
                                    cudaMemcpyDeviceToDevice,
                                    stream_handle(plan.device, plan.stream)));
}

// Misaligned elements, one byte at a time: bytes become the innermost axis.
void move_misaligned(ElementwisePlan& plan) {
  const int axis = plan.ndim++;
  const auto size = static_cast<int64_t>(itemsize(plan.out(0).dtype));
  plan.shape[axis] = size;
  plan.size *= size;
  for (int k = 0; k < 2 + plan.masked; ++k) {
    plan.operand[k].strides[axis] = k < 2 ? 1 : 0;
    plan.operand[k].dtype = plan.operand[k].loop_dtype =
        k < 2 ? DType::kUint8 : DType::kBool;
  }
  run_loop(plan, move_loop(1), true);
}

}  // namespace

void copy(const ElementwisePlan& plan) {
  if (plan.size == 0) return;
  const PlannedOperand& out = plan.out(0);
  const PlannedOperand& in = plan.in(0);
  if (in.scalar) {
    ElementwisePlan filled = plan;
    return fill(filled);
  }
  if (in.dtype != out.dtype) {
    if (!stores_at_full_speed(in.dtype, out.dtype))
      return run_loop(plan, cast_loop(in.dtype, out.dtype, out.dtype), true);
    ElementwisePlan wide = plan;
    for (int k = 0; k < 2; ++k) wide.operand[k].loop_dtype = in.dtype;
    return run_loop(wide, cast_loop(in.dtype, out.dtype, in.dtype), true);
  }
  if (!plan.masked && is_unit(plan, out) && is_unit(plan, in))
    return move_bytes(plan);
  if (!is_aligned(plan, out) || !is_aligned(plan, in)) {
    ElementwisePlan bytes = plan;
    return move_misaligned(bytes);
  }
  if (!plan.masked && interleave(plan)) return;
  run_loop(plan, move_loop(itemsize(out.dtype)), true);
}

}  // namespace tenorite::cuda
