// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "ops/plan/group.h"
#include "ops/plan/plan.h"

namespace tenorite::cpu {

// The way through the axes that operands share: their elements in units of up
// to `chunk` steps of an inner axis times up to `block` steps of a repeat axis,
// and an odometer over the units.
template <int MaxOperands>
class TileIterator {
 public:
  // A repeat axis of -1 is none. strides[k] of operand k; null is all zeros.
  TileIterator(int ndim, const int64_t* shape, int operands, char* const* base,
               const int64_t* const* strides, int inner, int64_t chunk,
               int repeat = -1, int64_t block = 1);

  int operands() const { return operands_; }
  int64_t units() const { return units_; }
  // At most.
  int64_t elements_per_unit() const { return chunk_ * block_; }
  const int64_t* inner_strides() const { return inner_strides_; }
  const int64_t* repeat_strides() const { return repeat_strides_; }

  // Calls unit(data, inner_count, repeat_count) for units [begin, end).
  template <class F>
  void run(int64_t begin, int64_t end, F&& unit) const;

 private:
  void add_axis(int64_t count, const int64_t* const* strides, int axis,
                int64_t times);

  int operands_;
  int ndim_ = 0;
  int64_t units_ = 1;
  int64_t inner_size_, chunk_, repeat_size_, block_;
  char* base_[MaxOperands];
  int64_t inner_strides_[MaxOperands];
  int64_t repeat_strides_[MaxOperands];
  // Outermost first; the last two are the blocks and the chunks.
  int64_t count_[kMaxDims + 2];
  int64_t step_[kMaxDims + 2][MaxOperands];
};

using Walk = TileIterator<kMaxOperands>;
extern template class TileIterator<kMaxOperands>;
extern template class TileIterator<kMaxGroupArrays>;

Walk walk_of(const ElementwisePlan& plan, int inner, int64_t chunk,
             int repeat = -1, int64_t block = 1);

template <int MaxOperands>
template <class F>
void TileIterator<MaxOperands>::run(int64_t begin, int64_t end,
                                    F&& unit) const {
  int64_t index[kMaxDims + 2];
  char* data[MaxOperands];
  for (int k = 0; k < operands_; ++k) data[k] = base_[k];
  int64_t rest = begin;
  for (int d = ndim_ - 1; d >= 0; --d) {
    index[d] = rest % count_[d];
    rest /= count_[d];
    for (int k = 0; k < operands_; ++k) data[k] += index[d] * step_[d][k];
  }
  for (int64_t u = begin;;) {
    char* pointers[MaxOperands];
    for (int k = 0; k < operands_; ++k) pointers[k] = data[k];
    unit(pointers, std::min(chunk_, inner_size_ - index[ndim_ - 1] * chunk_),
         std::min(block_, repeat_size_ - index[ndim_ - 2] * block_));
    if (++u == end) return;
    for (int d = ndim_ - 1;; --d) {
      if (++index[d] < count_[d]) {
        for (int k = 0; k < operands_; ++k) data[k] += step_[d][k];
        break;
      }
      index[d] = 0;
      for (int k = 0; k < operands_; ++k)
        data[k] -= (count_[d] - 1) * step_[d][k];
    }
  }
}

// Pointer to an operand's first element; a scalar's own bytes.
char* first_element(const PlannedOperand& operand);
inline int64_t stride_of(const PlannedOperand& operand, int axis) {
  return operand.scalar ? 0 : operand.strides[axis];
}

}  // namespace tenorite::cpu
