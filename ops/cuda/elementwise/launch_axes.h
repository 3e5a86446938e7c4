// SPDX-License-Identifier: Apache-2.0
// The axes of a launch over any layout, which are cut up until one launch can
// take them.
#pragma once

#include "ops/cuda/elementwise/loop.h"
#include "ops/plan/plan.h"

namespace tenorite::cuda {

struct LaunchAxes {
  int ndim;
  int operands;
  int64_t shape[kMaxDims];
  int64_t strides[kLoopOperands][kMaxDims];
  char* data[kLoopOperands];

  // One axis at least; scalars stay where they are, and the first output's
  // elements lie closest together along the last axis.
  explicit LaunchAxes(const ElementwisePlan& plan);

  void move_axis(int from, int to);
  // The axis along which an operand's elements lie closest together.
  int closest_axis(int operand) const;
  // The axis that tiles need beside the last one; -1 when tiles gain nothing.
  int tiled_axis(int nout, int nin) const;
  int64_t size() const;
  // The part of an axis from `begin` on, `count` long.
  LaunchAxes part(int axis, int64_t begin, int64_t count) const;

  // Kernels count elements and byte offsets in 31 bits.
  template <class F>
  void for_launches(F&& launch) const {
    if (ndim > kMaxAxes) {
      for (int64_t i = 0; i < shape[0]; ++i) {
        LaunchAxes rest = part(0, i, 1);
        rest.drop_first();
        rest.for_launches(launch);
      }
      return;
    }
    const int axis = axis_to_cut();
    if (axis < 0) return launch(*this);
    const int64_t begin = place_to_cut(axis);
    part(axis, 0, begin).for_launches(launch);
    part(axis, begin, shape[axis] - begin).for_launches(launch);
  }

 private:
  void drop_first();
  int axis_to_cut() const;  // -1: none
  int64_t place_to_cut(int axis) const;
  int widest_axis(int operand) const;
  int64_t span(int operand) const;
};

// What a launch over them is told of them.
template <class Args>
void set_axes(Args& args, const LaunchAxes& axes) {
  args.ndim = axes.ndim;
  for (int d = 0; d < axes.ndim; ++d) {
    args.shape[d] = make_divisor(axes.shape[d]);
    for (int k = 0; k < axes.operands; ++k)
      args.strides[k][d] = static_cast<int32_t>(axes.strides[k][d]);
  }
  for (int k = 0; k < axes.operands; ++k) args.data[k] = axes.data[k];
}

// Whether all elements of an array lie at multiples of their size.
bool is_aligned(const ElementwisePlan& plan, const PlannedOperand& operand);

}  // namespace tenorite::cuda
