// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "core/shape.h"
#include "ops/plan/group.h"
#include "tests/cpp/fake_array.h"

namespace tenorite::testing {

// Makes groups by hand, over arrays that are at made-up addresses.
class GroupBuilder {
 public:
  using Kind = GroupSource::Kind;
  GroupPlan plan;

  explicit GroupBuilder(Dims shape, uint64_t reduced_axes = 0) {
    plan.device = kCpu;
    plan.shape = std::move(shape);
    plan.reduced_axes = reduced_axes;
  }

  // A contiguous array of the group's shape, unless told otherwise.
  GroupSource array(DType dtype) { return array(dtype, plan.shape); }
  GroupSource array(DType dtype, const Dims& shape) {
    return array(dtype, shape, c_strides(shape, itemsize(dtype)));
  }
  GroupSource array(DType dtype, const Dims& shape, const Dims& strides,
                    int64_t bytes_past = 0) {
    const uintptr_t address = kFakeAddress + (plan.arrays.size() << 32) +
                              static_cast<uintptr_t>(bytes_past);
    return array(fake_array(dtype, shape, strides, address));
  }
  // One that is somewhere.
  GroupSource array(ndarray view) {
    plan.arrays.push_back({std::move(view)});
    return {Kind::kArray, 0, static_cast<int16_t>(plan.arrays.size() - 1)};
  }
  GroupSource scalar(DType dtype) { return scalar(Scalar{dtype}); }
  GroupSource scalar(const Scalar& value) {
    plan.scalars.push_back(value);
    return {Kind::kScalar, 0, static_cast<int16_t>(plan.scalars.size() - 1)};
  }

  // An array whose items are read by indices.
  GroupSource table(ndarray view) {
    plan.tables.push_back(std::move(view));
    return {Kind::kTable, 0, static_cast<int16_t>(plan.tables.size() - 1)};
  }
  // Its items; an index for each axis.
  GroupSource gather(IndexMode mode, GroupSource table,
                     const std::vector<GroupSource>& indices) {
    std::vector<GroupSource> in{table};
    in.insert(in.end(), indices.begin(), indices.end());
    GroupStep& step = add(Instruction::Kind::kGather, in);
    step.loop = static_cast<int>(mode);
    step.nout = 1;
    step.dtype[0] = plan.tables[static_cast<size_t>(table.index)].dtype();
    return last();
  }

  GroupSource elementwise(Op op, int loop, std::vector<GroupSource> in) {
    GroupStep& step = add(Instruction::Kind::kElementwise, in);
    step.op = op;
    step.loop = loop;
    step.nout = static_cast<uint8_t>(info(op).nout);
    for (int k = 0; k < step.nout; ++k)
      step.dtype[k] = info(op).loops[static_cast<size_t>(loop)].out[k];
    return last();
  }
  // By the loop whose first input is of a dtype.
  GroupSource elementwise(Op op, DType dtype, std::vector<GroupSource> in) {
    const auto& loops = info(op).loops;
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i].in[0] == dtype)
        return elementwise(op, static_cast<int>(i), std::move(in));
    throw ValueError("no such loop");
  }
  GroupSource copy(DType dtype, GroupSource in) {
    GroupStep& step = add(Instruction::Kind::kCopy, {in});
    step.nout = 1;
    step.dtype[0] = dtype;
    return last();
  }
  GroupSource reduce(ReduceOp op, DType compute, GroupSource in) {
    GroupStep& step = add(Instruction::Kind::kReduce, {in});
    step.reduce = op;
    step.compute = compute;
    step.nout = 1;
    step.kept = true;
    step.dtype[0] = result_dtype(op, compute);
    step.in_strides = c_strides(plan.shape, itemsize(dtype_of(in)));
    return last();
  }
  // Along the last axis, by the loop of a dtype.
  GroupSource scan(Op op, DType dtype, GroupSource in) {
    GroupStep& step = add(Instruction::Kind::kScan, {in});
    step.op = op;
    const auto& loops = info(op).loops;
    const auto loop = std::find_if(
        loops.begin(), loops.end(),
        [&](const LoopTypes& types) { return types.in[0] == dtype; });
    step.loop = static_cast<int>(loop - loops.begin());
    step.nout = 1;
    step.dtype[0] = dtype;
    step.in_strides = c_strides(plan.shape, itemsize(dtype_of(in)));
    return last();
  }
  GroupSource add(GroupStep step) {
    for (int k = 0; k < step.nin; ++k) read(step.in[k]);
    read(step.where);
    for (int k = 0; k < step.nout; ++k) read(step.former[k]);
    plan.steps.push_back(std::move(step));
    return last();
  }
  // Of the last step.
  GroupStep& step() { return plan.steps.back(); }
  void mask(GroupSource where, GroupSource former) {
    read(where);
    read(former);
    step().where = where;
    step().former[0] = former;
  }

  static GroupSource second(GroupSource value) {
    value.output = 1;
    return value;
  }
  void store(GroupSource array, GroupSource value) {
    read(value);
    plan.arrays[static_cast<size_t>(array.index)].written = true;
    plan.stores.push_back({array.index, value});
  }
  // In a new array.
  void store(GroupSource value) {
    const GroupStep& from = plan.steps[static_cast<size_t>(value.index)];
    Dims shape = plan.shape;
    for (int i = 0; from.kept && i < shape.size(); ++i)
      if (plan.reduced_axes >> i & 1) shape[i] = 1;
    store(array(from.dtype[value.output], shape), value);
  }

 private:
  DType dtype_of(const GroupSource& in) const {
    return in.kind == Kind::kArray
               ? plan.arrays[static_cast<size_t>(in.index)].view.dtype()
               : plan.steps[static_cast<size_t>(in.index)].dtype[in.output];
  }
  void read(const GroupSource& source) {
    if (source.kind == Kind::kArray)
      plan.arrays[static_cast<size_t>(source.index)].read = true;
  }
  GroupStep& add(Instruction::Kind kind, const std::vector<GroupSource>& in) {
    GroupStep step;
    step.kind = kind;
    step.nin = static_cast<uint8_t>(in.size());
    for (size_t k = 0; k < in.size(); ++k) {
      step.in[k] = in[k];
      read(in[k]);
    }
    plan.steps.push_back(step);
    return plan.steps.back();
  }
  GroupSource last() const {
    return {Kind::kValue, 0, static_cast<int16_t>(plan.steps.size() - 1)};
  }
};

}  // namespace tenorite::testing
