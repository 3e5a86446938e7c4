// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "ops/plan/group.h"
#include "ops/plan/instruction.h"

namespace tenorite {

// Where the operands of an instruction are: outputs, inputs, the mask. Null for
// scalars.
struct Operands {
  char* data[kMaxOperands];
  Device device;
  StreamId stream;
};

// Pure functions from instructions to plans: order axes by stride, drop unit
// axes, merge neighbours, classify the layout, choose the index width.
void plan_elementwise(const Instruction& instruction, const Operands& memory,
                      ElementwisePlan& plan);
void plan_reduce(const Instruction& instruction, const Operands& memory,
                 ReducePlan& plan);
void plan_gather(const Instruction& instruction, const Operands& memory,
                 IndexPlan& plan);
void plan_scan(const Instruction& instruction, const Operands& memory,
               FoldPlan& plan);
// The lanes of a plan along an axis of `in`, and its input's stride; `strides`
// are those of the output along the other axes.
void plan_lanes(const ndarray& in, int axis, const Dims& strides,
                FoldPlan& plan);
// The axes and sizes of a plan whose op is set, from byte strides over the
// shape; those of the output are 0 along reduced axes. No mask: null.
void plan_reduce_axes(const Dims& shape, uint64_t reduced_axes,
                      const int64_t* in_strides, const int64_t* mask_strides,
                      const int64_t* out_strides, ReducePlan& plan);

// Axes shared by several operands, with byte strides per operand.
template <int MaxOperands>
struct TENORITE_EXPORT AxisSetOf {
  int ndim = 0;
  int operands = 0;
  int64_t shape[kMaxDims];
  int64_t strides[MaxOperands][kMaxDims];

  void push(int64_t n, const int64_t* operand_strides);
  // Sorts axes outermost first by the strides of the operands in turn, the
  // last `ignored` ones left out.
  void sort(int ignored = 0);
  // Merges each axis with its inner neighbour where every operand steps evenly.
  void merge();
  // Whether all byte offsets stay below 2^31.
  bool fits_32_bits() const;
};
using AxisSet = AxisSetOf<kMaxOperands>;
// Parameters of a generated kernel, and the loop's index.
inline constexpr int kMaxKernelOperands = 33;
extern template struct AxisSetOf<kMaxOperands>;
extern template struct AxisSetOf<kMaxKernelOperands>;
extern template struct AxisSetOf<kMaxGroupArrays>;

// Byte strides of `a` for the axes of `shape`, broadcast.
void broadcast_strides_of(const ndarray& a, const Dims& shape, int64_t* out);

// TENORITE_INDEX64=1 forces 64-bit indices everywhere (a testing aid).
TENORITE_EXPORT bool force_index64();

}  // namespace tenorite
