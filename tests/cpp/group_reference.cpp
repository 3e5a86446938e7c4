// SPDX-License-Identifier: Apache-2.0
#include "tests/cpp/group_reference.h"

#include <deque>
#include <vector>

#include "core/shape.h"
#include "ops/record/log.h"

namespace tenorite::testing {
namespace {

class OneByOne {
 public:
  explicit OneByOne(const GroupPlan& plan) : plan_(plan) {
    kept_ = plan.shape;
    for (int i = 0; i < kept_.size(); ++i)
      if (plan.reduced_axes >> i & 1) kept_[i] = 1;
  }

  void run() {
    find_strides();
    for (const GroupStep& step : plan_.steps) {
      values_.emplace_back();
      if (step.kind == Instruction::Kind::kReduce)
        reduce(step);
      else if (step.kind == Instruction::Kind::kScan)
        scan(step);
      else
        elementwise(step);
    }
    std::vector<ndarray> results;
    for (const GroupStore& store : plan_.stores)
      results.push_back(copy(store.value, array(store.array).view.shape(),
                             array(store.array).view.dtype()));
    for (size_t i = 0; i < results.size(); ++i)
      assign(array(plan_.stores[i].array).view, &results[i]);
  }

 private:
  const GroupArray& array(int i) const {
    return plan_.arrays[static_cast<size_t>(i)];
  }

  static Operand scalar_operand(const Scalar& scalar) {
    Operand operand;
    operand.scalar = scalar;
    return operand;
  }
  Operand operand(const GroupSource& source) const {
    const auto index = static_cast<size_t>(source.index);
    switch (source.kind) {
      case GroupSource::Kind::kArray:
        return &plan_.arrays[index].view;
      case GroupSource::Kind::kScalar:
        return scalar_operand(plan_.scalars[index]);
      case GroupSource::Kind::kTable:
        return &plan_.tables[index];
      case GroupSource::Kind::kValue:
        return &values_[index].result[source.output];
      default:
        return {};
    }
  }

  static void assign(const ndarray& to, const Operand& from) {
    Instruction instruction;
    instruction.kind = Instruction::Kind::kCopy;
    instruction.nin = instruction.nout = 1;
    instruction.out[0] = &to;
    instruction.in[0] = from;
    execute(instruction);
  }

  ndarray copy(const GroupSource& source, const Dims& shape, DType dtype) {
    ndarray result = ndarray::empty(shape, dtype, kCpu);
    assign(result, operand(source));
    return result;
  }

  // Values that are reduced lie in memory as the reductions say.
  void find_strides() {
    strides_.resize(plan_.steps.size() * kMaxOutputs);
    for (const GroupStep& step : plan_.steps) {
      const GroupSource& in = step.in[0];
      if (!step.in_strides.empty() && in.kind == GroupSource::Kind::kValue)
        strides_[static_cast<size_t>(in.index * kMaxOutputs + in.output)] =
            step.in_strides;
    }
  }

  ndarray new_value(const GroupStep& step, int output) const {
    const Dims& strides = strides_[(values_.size() - 1) * kMaxOutputs +
                                   static_cast<size_t>(output)];
    const Dims& shape = step.kept ? kept_ : plan_.shape;
    return strides.size() == shape.size() && !shape.empty()
               ? ndarray::empty(shape, step.dtype[output], kCpu, strides)
               : ndarray::empty(shape, step.dtype[output], kCpu);
  }

  void elementwise(const GroupStep& step) {
    Instruction instruction;
    instruction.kind = step.kind;
    instruction.op = step.op;
    instruction.loop = step.loop;
    instruction.nin = step.nin;
    instruction.nout = step.nout;
    ndarray* result = values_.back().result;
    for (int k = 0; k < step.nout; ++k) {
      result[k] = new_value(step, k);
      if (step.former[k].kind != GroupSource::Kind::kNone)
        assign(result[k], operand(step.former[k]));
      instruction.out[k] = &result[k];
    }
    ndarray indices[kMaxInputs];
    for (int k = 0; k < step.nin; ++k) {
      instruction.in[k] = operand(step.in[k]);
      if (step.kind != Instruction::Kind::kGather || step.is_table(k)) continue;
      indices[k] = copy(step.in[k], plan_.shape, DType::kInt64);
      instruction.in[k] = &indices[k];
    }
    instruction.where = operand(step.where).array;
    execute(instruction);
  }

  void reduce(const GroupStep& step) {
    const ndarray& in = *operand(step.in[0]).array;
    ndarray whole =
        in.view(0, plan_.shape,
                broadcast_strides(in.shape(), in.strides(), plan_.shape));
    ndarray& result = values_.back().result[0];
    result = ndarray::empty(kept_, step.dtype[0], kCpu);
    Dims shape, strides;
    for (int i = 0; i < kept_.size(); ++i) {
      if (plan_.reduced_axes >> i & 1) continue;
      shape.push_back(kept_[i]);
      strides.push_back(result.stride(i));
    }
    ndarray out = result.view(0, shape, strides);
    Instruction instruction;
    instruction.kind = Instruction::Kind::kReduce;
    instruction.reduce = step.reduce;
    instruction.compute = step.compute;
    instruction.nin = instruction.nout = 1;
    instruction.in[0].array = &whole;
    instruction.out[0] = &out;
    instruction.where = operand(step.where).array;
    instruction.reduced_axes = plan_.reduced_axes;
    if (step.has_initial) instruction.initial = &step.initial;
    instruction.correction = step.correction;
    instruction.planned_results = step.planned_results;
    instruction.by_column = step.by_column;
    execute(instruction);
  }

  void scan(const GroupStep& step) {
    const ndarray in = *operand(step.in[0]).array;
    ndarray& result = values_.back().result[0];
    result = ndarray::empty(plan_.shape, step.dtype[0], kCpu);
    Instruction instruction;
    instruction.kind = Instruction::Kind::kScan;
    instruction.op = step.op;
    instruction.loop = step.loop;
    instruction.nin = instruction.nout = 1;
    instruction.in[0].array = &in;
    instruction.out[0] = &result;
    instruction.reduced_axes = plan_.reduced_axes;
    execute(instruction);
  }

  struct Value {
    ndarray result[kMaxOutputs];
  };
  const GroupPlan& plan_;
  Dims kept_;
  std::deque<Value> values_;
  std::vector<Dims> strides_;
};

}  // namespace

void run_one_by_one(const GroupPlan& plan) { OneByOne(plan).run(); }

}  // namespace tenorite::testing
