// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/elementwise/byte_table.h"
#include "ops/cuda/elementwise/launch.h"
#include "ops/cuda/elementwise/launch_axes.h"
#include "ops/cuda/elementwise/launch_kernel.h"
#include "ops/cuda/errors.h"
#include "ops/plan/registry.h"
#include "ops/table/op_checks.h"

namespace tenorite::cuda {
namespace {

// Constant-initialised, since families register while statics are made.
constinit const CudaLoop* g_loops[kNumOps] = {};

int64_t size_of_item(const PlannedOperand& operand) {
  return static_cast<int64_t>(itemsize(operand.dtype));
}

// One axis at most, along which every array operand has unit stride or stays.
bool is_contiguous(const ElementwisePlan& plan) {
  if (plan.masked || plan.ndim > 1) return false;
  for (int k = 0; k < plan.nout + plan.nin; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    if (operand.scalar) continue;
    int64_t size = size_of_item(operand);
    if (reinterpret_cast<uintptr_t>(operand.data) % size != 0) return false;
    if (plan.ndim == 0) continue;
    int64_t stride = operand.strides[0];
    if (stride != size && (stride != 0 || k < plan.nout)) return false;
  }
  return true;
}

void launch_contiguous(const ElementwisePlan& plan, const CudaLoop& loop,
                       cudaStream_t stream) {
  ContiguousArgs args{};
  args.n = plan.size;
  args.error = error_word(plan.device);
  // Vectors start where those of the first output are aligned.
  auto first = reinterpret_cast<uintptr_t>(plan.out(0).data);
  int64_t size = size_of_item(plan.out(0));
  const ContiguousTuning& tuning = loop.contiguous.tuning;
  args.shift = static_cast<int64_t>(first / size % tuning.vector);
  for (int k = 0; k < plan.nout + plan.nin; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    if (operand.scalar) {
      set_scalar(args.scalar[k - plan.nout], operand);
      args.scalars |= 1u << k;
      continue;
    }
    args.data[k] = operand.data;
    if (k >= plan.nout && plan.ndim == 1 && operand.strides[0] == 0)
      args.singles |= 1u << k;
    int64_t width = size_of_item(operand);
    int64_t start = static_cast<int64_t>(
        reinterpret_cast<uintptr_t>(operand.data) - args.shift * width);
    if (start % std::min<int64_t>(16, tuning.vector * width) == 0)
      args.aligned |= 1u << k;
  }
  int64_t per_block = int64_t{kThreads} * tuning.vector * tuning.unroll;
  launch(loop.contiguous.kernel, (plan.size + args.shift - 1) / per_block + 1,
         0, args, stream);
}

// Whether an operand is not as the loop's code has it.
bool needs_conversion(const ElementwisePlan& plan) {
  for (int k = 0; k < plan.nout + plan.nin; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    if (operand.scalar) continue;
    if (operand.dtype != operand.loop_dtype || !is_aligned(plan, operand))
      return true;
  }
  return false;
}

}  // namespace

const CudaLoop* loops_of(Op op) { return g_loops[static_cast<int>(op)]; }

void register_loops(Op op, const CudaLoop* loops) {
  g_loops[static_cast<int>(op)] = loops;
}

void run_loop(const ElementwisePlan& plan, const CudaLoop& loop,
              bool contiguous_converts) {
  if (plan.size == 0) return;
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  if (loop.contiguous.kernel && (contiguous_converts || !plan.converts) &&
      is_contiguous(plan))
    launch_contiguous(plan, loop, stream);
  else if (loop.strided.kernel && !needs_conversion(plan))
    launch_strided(plan, loop.strided, stream);
  else
    launch_converting(plan, loop.converting, stream);
}

void elementwise(const ElementwisePlan& plan) {
  const CudaLoop* loops = loops_of(plan.op);
  if (!loops) throw_missing(plan.device, info(plan.op).name);
  const CudaLoop& loop = loops[plan.loop];
  if (loop.swapped) {
    ElementwisePlan swapped = plan;
    std::swap(swapped.operand[plan.nout], swapped.operand[plan.nout + 1]);
    run_loop(swapped, loop, false);
  } else if (is_contiguous(plan) && is_tabled(plan)) {
    run_by_table(plan, loop);
  } else {
    run_loop(plan, loop, false);
  }
  if (may_report(plan.op, plan.loop))
    note_checked_launch(plan.device, plan.stream);
}

}  // namespace tenorite::cuda
