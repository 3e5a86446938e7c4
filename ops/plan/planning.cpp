// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/planning.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "core/assert.h"
#include "ops/plan/invariants.h"

namespace tenorite {

bool force_index64() {
  static const bool forced = [] {
    const char* text = std::getenv("TENORITE_INDEX64");
    return text && *text && *text != '0';
  }();
  return forced;
}

template <int MaxOperands>
void AxisSetOf<MaxOperands>::push(int64_t n, const int64_t* operand_strides) {
  TENORITE_ASSERT(ndim < kMaxDims, "more axes than an array can have");
  TENORITE_ASSERT(operands <= MaxOperands, "more operands than a set can have");
  shape[ndim] = n;
  for (int k = 0; k < operands; ++k) strides[k][ndim] = operand_strides[k];
  ++ndim;
}

template <int MaxOperands>
void AxisSetOf<MaxOperands>::sort(int ignored) {
  TENORITE_ASSERT(0 <= ignored && ignored < operands,
                  "no operand is left to order axes by");
  if (ndim < 2) return;
  const int64_t* pointers[MaxOperands];
  for (int k = 0; k < operands; ++k) pointers[k] = strides[k];
  int order[kMaxDims];
  k_order(ndim, shape, pointers, operands - ignored, order);
  auto permute = [&](int64_t* row) {
    int64_t sorted[kMaxDims];
    for (int i = 0; i < ndim; ++i) sorted[i] = row[order[i]];
    std::copy(sorted, sorted + ndim, row);
  };
  permute(shape);
  for (int k = 0; k < operands; ++k) permute(strides[k]);
}

template <int MaxOperands>
void AxisSetOf<MaxOperands>::merge() {
  int last = 0;  // the axis that grows
  for (int i = 1; i < ndim; ++i) {
    bool even = true;
    for (int k = 0; k < operands && even; ++k)
      even = strides[k][last] == strides[k][i] * shape[i];
    if (even) {
      shape[last] *= shape[i];
    } else {
      ++last;
      shape[last] = shape[i];
    }
    for (int k = 0; k < operands; ++k) strides[k][last] = strides[k][i];
  }
  if (ndim > 0) ndim = last + 1;
}

template <int MaxOperands>
bool AxisSetOf<MaxOperands>::fits_32_bits() const {
  if (force_index64()) return false;
  int64_t size = 1;
  for (int i = 0; i < ndim; ++i) size *= shape[i];
  if (size > std::numeric_limits<int32_t>::max()) return false;
  for (int k = 0; k < operands; ++k) {
    int64_t span = 0;
    for (int i = 0; i < ndim; ++i)
      span += (shape[i] - 1) * std::llabs(strides[k][i]);
    if (span + 16 > std::numeric_limits<int32_t>::max()) return false;
  }
  return true;
}

template struct AxisSetOf<kMaxOperands>;
template struct AxisSetOf<kMaxKernelOperands>;
template struct AxisSetOf<kMaxGroupArrays>;

void broadcast_strides_of(const ndarray& a, const Dims& shape, int64_t* out) {
  TENORITE_ASSERT(broadcasts_to(a, shape),
                  "an operand does not broadcast to the shape of its plan");
  int shift = shape.size() - a.ndim();
  for (int i = 0; i < shift; ++i) out[i] = 0;
  for (int i = 0; i < a.ndim(); ++i)
    out[i + shift] = a.shape(i) == 1 && shape[i + shift] != 1 ? 0 : a.stride(i);
}

namespace {

void check_instruction([[maybe_unused]] const Instruction& instruction) {
  TENORITE_ASSERT(has_its_operands(instruction),
                  "an instruction has other operands than its operation");
  TENORITE_ASSERT(has_matching_shapes(instruction),
                  "an instruction's operands do not match in shape");
  TENORITE_ASSERT(has_matching_dtypes(instruction),
                  "a scalar or a mask is not of the dtype that is loaded");
  TENORITE_ASSERT(is_on_one_device(instruction),
                  "an instruction's operands are on several devices");
}

// Of an array or of a scalar.
void set_operand(PlannedOperand& p, const ndarray* array, const Scalar* scalar,
                 char* data, DType loop_dtype) {
  p.loop_dtype = loop_dtype;
  p.scalar = array == nullptr;
  p.data = data;
  if (p.scalar) {
    p.dtype = scalar->dtype;
    p.value = *scalar;
  } else {
    p.dtype = array->dtype();
  }
}

bool all_contiguous(const ElementwisePlan& plan, const ndarray* const* arrays,
                    int n) {
  if (plan.masked) return false;
  const Dims& shape = arrays[0]->shape();
  for (int k = 0; k < n; ++k)
    if (arrays[k] &&
        (!(arrays[k]->shape() == shape) || !arrays[k]->is_c_contiguous()))
      return false;
  return true;
}

void classify(ElementwisePlan& plan, int operands) {
  bool unit = true, inner = true;
  int last = plan.ndim - 1;
  for (int k = 0; k < operands; ++k) {
    const PlannedOperand& p = plan.operand[k];
    if (p.scalar || plan.ndim == 0) continue;
    bool is_unit = p.strides[last] == static_cast<int64_t>(itemsize(p.dtype));
    unit = unit && is_unit;
    inner = inner && (is_unit || p.strides[last] == 0);
  }
  plan.layout = unit && plan.ndim <= 1 && !plan.masked ? Layout::kContiguous
                : inner                                ? Layout::kInner
                                                       : Layout::kGeneric;
}

}  // namespace

void plan_elementwise(const Instruction& instruction, const Operands& memory,
                      ElementwisePlan& plan) {
  TENORITE_ASSERT(instruction.kind == Instruction::Kind::kElementwise ||
                      instruction.kind == Instruction::Kind::kCopy,
                  "something else is planned as an elementwise operation");
  check_instruction(instruction);
  const ndarray& first = *instruction.out[0];
  bool is_copy = instruction.kind == Instruction::Kind::kCopy;
  const LoopTypes* types =
      is_copy ? nullptr : &info(instruction.op).loops[instruction.loop];
  plan.op = instruction.op;
  plan.loop = instruction.loop;
  plan.nin = instruction.nin;
  plan.nout = instruction.nout;
  plan.masked = instruction.where != nullptr;
  plan.device = memory.device;
  plan.stream = memory.stream;
  plan.size = first.size();

  const ndarray* arrays[kMaxOperands];
  int operands = 0;
  plan.converts = false;
  auto add = [&](const ndarray* array, const Scalar* scalar, DType loop_dtype) {
    set_operand(plan.operand[operands], array, scalar, memory.data[operands],
                loop_dtype);
    if (plan.operand[operands].dtype != loop_dtype) plan.converts = true;
    arrays[operands++] = array;
  };
  for (int k = 0; k < instruction.nout; ++k)
    add(instruction.out[k], nullptr,
        is_copy ? instruction.out[k]->dtype() : types->out[k]);
  for (int k = 0; k < instruction.nin; ++k)
    add(instruction.in[k].array, &instruction.in[k].scalar,
        is_copy ? instruction.out[0]->dtype() : types->in[k]);
  if (plan.masked) add(instruction.where, nullptr, DType::kBool);

  if (all_contiguous(plan, arrays, operands)) {
    plan.layout = Layout::kContiguous;
    plan.ndim = plan.size == 1 ? 0 : 1;
    plan.shape[0] = plan.size;
    bool small = plan.size <= (int64_t{1} << 26) && !force_index64();
    for (int k = 0; k < operands; ++k)
      plan.operand[k].strides[0] =
          static_cast<int64_t>(itemsize(plan.operand[k].dtype));
    plan.index32 = small;
    return;
  }

  AxisSet axes;
  axes.operands = operands;
  const Dims& shape = first.shape();
  int64_t strides[kMaxOperands][kMaxDims];
  for (int k = 0; k < operands; ++k) {
    if (arrays[k])
      broadcast_strides_of(*arrays[k], shape, strides[k]);
    else
      for (int i = 0; i < shape.size(); ++i) strides[k][i] = 0;
  }
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    int64_t column[kMaxOperands];
    // Walk the first output upwards; the others follow.
    bool flip = strides[0][i] < 0 && plan.size > 0;
    for (int k = 0; k < operands; ++k) {
      column[k] = flip ? -strides[k][i] : strides[k][i];
      if (flip && arrays[k])
        plan.operand[k].data += strides[k][i] * (shape[i] - 1);
    }
    axes.push(shape[i], column);
  }
  axes.sort();
  axes.merge();
  plan.ndim = axes.ndim;
  plan.index32 = axes.fits_32_bits();
  for (int i = 0; i < axes.ndim; ++i) {
    plan.shape[i] = axes.shape[i];
    for (int k = 0; k < operands; ++k)
      plan.operand[k].strides[i] = axes.strides[k][i];
  }
  TENORITE_ASSERT(elements_of(plan.shape, plan.ndim) == plan.size,
                  "the axes of a plan have not its number of elements");
  classify(plan, operands);
}

void plan_reduce_axes(const Dims& shape, uint64_t reduced_axes,
                      const int64_t* in_strides, const int64_t* mask_strides,
                      const int64_t* out_strides, ReducePlan& plan) {
  // Operands: the input, the mask, the output (kept axes only).
  AxisSet kept, reduced;
  kept.operands = reduced.operands = 3;
  plan.outer_size = plan.reduced_size = 1;
  for (int i = 0; i < shape.size(); ++i) {
    bool folded = reduced_axes >> i & 1;
    int64_t column[3] = {in_strides[i], mask_strides ? mask_strides[i] : 0,
                         folded ? 0 : out_strides[i]};
    (folded ? plan.reduced_size : plan.outer_size) *= shape[i];
    if (shape[i] != 1) (folded ? reduced : kept).push(shape[i], column);
  }
  kept.sort();
  kept.merge();
  if (!counts_positions(plan.op)) reduced.sort();
  reduced.merge();
  plan.index32 = kept.fits_32_bits() && reduced.fits_32_bits();
  TENORITE_ASSERT(
      elements_of(kept.shape, kept.ndim) == plan.outer_size &&
          elements_of(reduced.shape, reduced.ndim) == plan.reduced_size,
      "the axes of a reduction have not its number of elements");
  plan.outer_ndim = kept.ndim;
  for (int i = 0; i < kept.ndim; ++i) {
    plan.outer_shape[i] = kept.shape[i];
    plan.outer_in_strides[i] = kept.strides[0][i];
    plan.outer_mask_strides[i] = kept.strides[1][i];
    plan.outer_out_strides[i] = kept.strides[2][i];
  }
  plan.reduced_ndim = reduced.ndim;
  for (int i = 0; i < reduced.ndim; ++i) {
    plan.reduced_shape[i] = reduced.shape[i];
    plan.reduced_in_strides[i] = reduced.strides[0][i];
    plan.reduced_mask_strides[i] = reduced.strides[1][i];
  }
}

void plan_lanes(const ndarray& in, int axis, const Dims& strides,
                FoldPlan& plan) {
  plan.n = in.shape(axis);
  plan.in_stride = in.stride(axis);
  plan.lane_ndim = 0;
  plan.lanes = 1;
  for (int i = 0, k = 0; i < in.ndim(); ++i) {
    if (i == axis) continue;
    const int64_t stride = strides[k++];
    plan.lanes *= in.shape(i);
    if (in.shape(i) == 1) continue;
    plan.lane_shape[plan.lane_ndim] = in.shape(i);
    plan.lane_in_strides[plan.lane_ndim] = in.stride(i);
    plan.lane_out_strides[plan.lane_ndim] = stride;
    ++plan.lane_ndim;
  }
}

void plan_scan(const Instruction& instruction, const Operands& memory,
               FoldPlan& plan) {
  TENORITE_ASSERT(instruction.kind == Instruction::Kind::kScan,
                  "what is no scan is planned as if it were one");
  check_instruction(instruction);
  const ndarray& in = *instruction.in[0].array;
  const ndarray& out = *instruction.out[0];
  const int axis = std::countr_zero(instruction.reduced_axes);
  plan.op = instruction.op;
  plan.loop = instruction.loop;
  plan.in_dtype = in.dtype();
  plan.out_dtype = out.dtype();
  plan.in = memory.data[1];
  plan.out = memory.data[0];
  plan.accumulate = true;
  Dims strides = out.strides();
  plan.out_stride = strides[axis];
  strides.erase(axis);
  plan_lanes(in, axis, strides, plan);
  plan.device = memory.device;
  plan.stream = memory.stream;
}

void plan_gather(const Instruction& instruction, const Operands& memory,
                 IndexPlan& plan) {
  TENORITE_ASSERT(instruction.kind == Instruction::Kind::kGather,
                  "what reads no items by indices is planned as if it did");
  check_instruction(instruction);
  const ndarray& out = *instruction.out[0];
  const ndarray& table = *instruction.in[0].array;
  plan.itemsize = table.itemsize();
  plan.mode = instruction.index_mode();
  plan.device = memory.device;
  plan.stream = memory.stream;
  plan.base = memory.data[1];
  plan.other = memory.data[0];
  plan.index_ndim = out.ndim();
  plan.index_size = out.size();
  plan.inner_ndim = 0;
  plan.inner_size = 1;
  for (int i = 0; i < out.ndim(); ++i) {
    plan.index_shape[i] = out.shape(i);
    plan.other_index_strides[i] = out.stride(i);
  }
  plan.arrays = table.ndim();
  for (int k = 0; k < plan.arrays; ++k) {
    const ndarray& positions = *instruction.in[k + 1].array;
    plan.index[k] = memory.data[k + 2];
    plan.narrow[k] = positions.dtype() == DType::kInt32;
    broadcast_strides_of(positions, out.shape(), plan.index_strides[k]);
    plan.bound[k] = table.shape(k);
    plan.base_stride[k] = table.stride(k);
    plan.axis[k] = k;
  }
}

void plan_reduce(const Instruction& instruction, const Operands& memory,
                 ReducePlan& plan) {
  TENORITE_ASSERT(instruction.kind == Instruction::Kind::kReduce,
                  "an operation is planned as a reduction that is none");
  check_instruction(instruction);
  const ndarray& in = *instruction.in[0].array;
  const ndarray& out = *instruction.out[0];
  const ndarray* mask = instruction.where;
  plan.op = instruction.reduce;
  plan.in_dtype = in.dtype();
  plan.compute_dtype = instruction.compute;
  plan.out_dtype = out.dtype();
  plan.out = memory.data[0];
  plan.in = memory.data[1];
  plan.mask = mask ? memory.data[2] : nullptr;
  plan.has_initial = instruction.initial != nullptr;
  if (plan.has_initial) plan.initial = *instruction.initial;
  plan.correction = instruction.correction;
  plan.planned_results = instruction.planned_results;
  plan.by_column = instruction.by_column;
  plan.device = memory.device;
  plan.stream = memory.stream;

  int64_t mask_strides[kMaxDims], out_strides[kMaxDims];
  if (mask) broadcast_strides_of(*mask, in.shape(), mask_strides);
  for (int i = 0, axis = 0; i < in.ndim(); ++i)
    out_strides[i] = instruction.reduced_axes >> i & 1 ? 0 : out.stride(axis++);
  plan_reduce_axes(in.shape(), instruction.reduced_axes, in.strides().data(),
                   mask ? mask_strides : nullptr, out_strides, plan);
  if (plan.index32) {
    ByteRange range = byte_range(in.shape(), in.strides(), in.itemsize());
    plan.index32 = range.high - range.low < (int64_t{1} << 31);
  }
}

}  // namespace tenorite
