// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/copy/strided_copy.h"

#include <algorithm>

#include "ops/cuda/cuda_ops.h"
#include "ops/plan/planning.h"

namespace tenorite::cuda {

void strided_copy(const StridedArray& to, const StridedArray& from, int ndim,
                  const int64_t* shape, Device device, StreamId stream) {
  ElementwisePlan plan{};
  plan.op = Op::positive;
  plan.nout = plan.nin = 1;
  plan.device = device;
  plan.stream = stream;
  plan.converts = to.dtype != from.dtype;
  const StridedArray* arrays[2] = {&to, &from};
  for (int k = 0; k < 2; ++k) {
    plan.operand[k].data = arrays[k]->data;
    plan.operand[k].dtype = arrays[k]->dtype;
    plan.operand[k].loop_dtype = to.dtype;
  }
  AxisSet axes;
  axes.operands = 2;
  plan.size = 1;
  for (int d = 0; d < ndim; ++d) {
    plan.size *= shape[d];
    if (shape[d] == 1) continue;
    int64_t strides[2] = {to.strides[d], from.strides[d]};
    if (strides[0] < 0 && shape[d] > 0) {
      for (int k = 0; k < 2; ++k) {
        plan.operand[k].data += strides[k] * (shape[d] - 1);
        strides[k] = -strides[k];
      }
    }
    axes.push(shape[d], strides);
  }
  if (plan.size == 0) return;
  axes.sort();
  axes.merge();
  plan.ndim = axes.ndim;
  plan.index32 = axes.fits_32_bits();
  std::copy(axes.shape, axes.shape + axes.ndim, plan.shape);
  bool unit = true, inner = true;
  for (int k = 0; k < 2; ++k) {
    PlannedOperand& operand = plan.operand[k];
    std::copy(axes.strides[k], axes.strides[k] + axes.ndim, operand.strides);
    if (axes.ndim == 0) continue;
    int64_t last = operand.strides[axes.ndim - 1];
    bool is_unit = last == static_cast<int64_t>(itemsize(operand.dtype));
    unit = unit && is_unit;
    inner = inner && (is_unit || last == 0);
  }
  plan.layout = unit && axes.ndim <= 1 ? Layout::kContiguous
                : inner                ? Layout::kInner
                                       : Layout::kGeneric;
  copy(plan);
}

bool is_aligned(const void* data, const int64_t* strides, int ndim,
                DType dtype) {
  auto bits = reinterpret_cast<uintptr_t>(data);
  for (int d = 0; d < ndim; ++d) bits |= static_cast<uintptr_t>(strides[d]);
  return bits % (itemsize(dtype) / (kind(dtype) == 'c' ? 2 : 1)) == 0;
}

}  // namespace tenorite::cuda
