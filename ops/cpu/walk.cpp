// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/walk.h"

namespace tenorite::cpu {

char* first_element(const PlannedOperand& operand) {
  if (!operand.scalar) return operand.data;
  // Loops take inputs and outputs alike as char*; inputs are only read.
  return reinterpret_cast<char*>(
      const_cast<unsigned char*>(operand.value.bytes));
}

Walk::Walk(const ElementwisePlan& plan, int inner, int64_t chunk, int repeat,
           int64_t block)
    : operands_(plan.nout + plan.nin + plan.masked),
      inner_size_(plan.shape[inner]),
      chunk_(std::min(chunk, plan.shape[inner])),
      repeat_size_(repeat < 0 ? 1 : plan.shape[repeat]),
      block_(std::min(block, repeat_size_)) {
  for (int k = 0; k < operands_; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    base_[k] = first_element(operand);
    inner_strides_[k] = stride_of(operand, inner);
    repeat_strides_[k] = repeat < 0 ? 0 : stride_of(operand, repeat);
  }
  for (int axis = 0; axis < plan.ndim; ++axis)
    if (axis != inner && axis != repeat)
      add_axis(plan.shape[axis], plan, axis, 1);
  add_axis((repeat_size_ - 1) / block_ + 1, plan, repeat, block_);
  add_axis((inner_size_ - 1) / chunk_ + 1, plan, inner, chunk_);
}

void Walk::add_axis(int64_t count, const ElementwisePlan& plan, int axis,
                    int64_t times) {
  count_[ndim_] = count;
  for (int k = 0; k < operands_; ++k)
    step_[ndim_][k] = axis < 0 ? 0 : stride_of(plan.operand[k], axis) * times;
  ++ndim_;
  units_ *= count;
}

}  // namespace tenorite::cpu
