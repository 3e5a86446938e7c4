// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/elementwise/tile_iterator.h"

namespace tenorite::cpu {

char* first_element(const PlannedOperand& operand) {
  if (!operand.scalar) return operand.data;
  // Loops take inputs and outputs alike as char*; inputs are only read.
  return reinterpret_cast<char*>(
      const_cast<unsigned char*>(operand.value.bytes));
}

template <int MaxOperands>
TileIterator<MaxOperands>::TileIterator(int ndim, const int64_t* shape,
                                        int operands, char* const* base,
                                        const int64_t* const* strides,
                                        int inner, int64_t chunk, int repeat,
                                        int64_t block)
    : operands_(operands),
      inner_size_(shape[inner]),
      chunk_(std::min(chunk, inner_size_)),
      repeat_size_(repeat < 0 ? 1 : shape[repeat]),
      block_(std::min(block, repeat_size_)) {
  for (int k = 0; k < operands; ++k) {
    base_[k] = base[k];
    inner_strides_[k] = strides[k] ? strides[k][inner] : 0;
    repeat_strides_[k] = repeat < 0 || !strides[k] ? 0 : strides[k][repeat];
  }
  for (int axis = 0; axis < ndim; ++axis)
    if (axis != inner && axis != repeat)
      add_axis(shape[axis], strides, axis, 1);
  add_axis((repeat_size_ - 1) / block_ + 1, strides, repeat, block_);
  add_axis((inner_size_ - 1) / chunk_ + 1, strides, inner, chunk_);
}

template <int MaxOperands>
void TileIterator<MaxOperands>::add_axis(int64_t count,
                                         const int64_t* const* strides,
                                         int axis, int64_t times) {
  count_[ndim_] = count;
  for (int k = 0; k < operands_; ++k)
    step_[ndim_][k] = axis < 0 || !strides[k] ? 0 : strides[k][axis] * times;
  ++ndim_;
  units_ *= count;
}

template class TileIterator<kMaxOperands>;
template class TileIterator<kMaxGroupArrays>;

Walk walk_of(const ElementwisePlan& plan, int inner, int64_t chunk, int repeat,
             int64_t block) {
  char* base[kMaxOperands];
  const int64_t* strides[kMaxOperands];
  const int operands = plan.nout + plan.nin + plan.masked;
  for (int k = 0; k < operands; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    base[k] = first_element(operand);
    strides[k] = operand.scalar ? nullptr : operand.strides;
  }
  return Walk(plan.ndim, plan.shape, operands, base, strides, inner, chunk,
              repeat, block);
}

}  // namespace tenorite::cpu
