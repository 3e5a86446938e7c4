// SPDX-License-Identifier: Apache-2.0
#include "ops/record/submit.h"

#include <optional>

#include "core/spans.h"
#include "ops/plan/planning.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/record/short_axes.h"
#include "ops/record/truths.h"
#include "ops/table/reduce_op.h"

namespace tenorite {
namespace {

// Calls f(k, array) for the operands that are arrays: inputs first, so that
// results are allocated once what they are made of is there.
template <class F>
void for_each_array(const Instruction& instruction, F f) {
  int k = instruction.nout;
  for (int i = 0; i < instruction.nin; ++i, ++k)
    if (const ndarray* array = instruction.in[i].array) f(k, *array);
  if (instruction.where) f(k, *instruction.where);
  for (int i = 0; i < instruction.nout; ++i) f(i, *instruction.out[i]);
}

// Makes the operands real: executes what they wait for, allocates results, and
// has the stream wait for those that used them last.
Operands prepare(const Instruction& instruction) {
  Operands memory{};
  memory.device = instruction.out[0]->device();
  memory.stream = current_stream(memory.device);
  for_each_array(instruction, [&](int k, const ndarray& array) {
    memory.data[k] = array.data();
  });
  for_each_array(instruction, [&](int, const ndarray& array) {
    array.storage()->use(memory.stream);
  });
  return memory;
}

// Has profiles note it under its own name.
class Noted {
 public:
  Noted(const Instruction& instruction, const Operands& memory) {
    if (!spans::active()) [[likely]]
      return;
    int64_t bytes = 0;
    for_each_array(instruction,
                   [&](int, const ndarray& array) { bytes += array.nbytes(); });
    scope_.emplace("operation", name_of(instruction), memory.device,
                   memory.stream, bytes);
  }

 private:
  std::optional<spans::Scope> scope_;
};

}  // namespace

const char* name_of(const OpCall& call) {
  switch (call.kind) {
    case Instruction::Kind::kElementwise:
      return info(call.op).name;
    case Instruction::Kind::kReduce:
      return info(call.reduce).name;
    case Instruction::Kind::kGather:
      return "take";
    case Instruction::Kind::kProduct:
      return "matmul";
    case Instruction::Kind::kScan:
      return "accumulate";
    case Instruction::Kind::kCopy:
      break;
  }
  return "copy";
}

void execute(const Instruction& instruction) {
  const Operands memory = prepare(instruction);
  switch (instruction.kind) {
    case Instruction::Kind::kElementwise:
    case Instruction::Kind::kCopy: {
      ElementwisePlan plan;
      plan_elementwise(instruction, memory, plan);
      if (plan.size == 0) return;
      const Noted noted(instruction, memory);
      if (instruction.kind == Instruction::Kind::kCopy)
        require<&DeviceOps::copy>(plan.device)(plan);
      else
        require<&DeviceOps::elementwise>(plan.device)(plan);
      return;
    }
    case Instruction::Kind::kReduce: {
      ReducePlan plan;
      plan_reduce(instruction, memory, plan);
      if (plan.outer_size == 0) return;
      const Noted noted(instruction, memory);
      require<&DeviceOps::reduce>(plan.device)(plan);
      return;
    }
    case Instruction::Kind::kGather: {
      IndexPlan plan;
      plan_gather(instruction, memory, plan);
      if (plan.index_size == 0) return;
      const Noted noted(instruction, memory);
      require<&DeviceOps::index_get>(plan.device)(plan);
      return;
    }
    case Instruction::Kind::kScan: {
      FoldPlan plan;
      plan_scan(instruction, memory, plan);
      const Noted noted(instruction, memory);
      require<&DeviceOps::fold>(plan.device)(plan);
      return;
    }
    case Instruction::Kind::kProduct: {
      const Noted noted(instruction, memory);
      registered_multiply()(instruction);
      return;
    }
  }
}

namespace {

bool reads_other_bytes(const Instruction& instruction) {
  for (int k = 0; k < instruction.nin; ++k)
    if (const ndarray* array = instruction.in[k].array)
      if (may_hold_other_bytes(*array)) return true;
  return instruction.where && may_hold_other_bytes(*instruction.where);
}

void execute_with_truths(Instruction instruction) {
  if (instruction.kind == Instruction::Kind::kCopy && !instruction.where &&
      instruction.out[0]->dtype() == DType::kBool)
    return write_truths(*instruction.out[0], *instruction.in[0].array);
  ndarray kept[kMaxInputs + 1];
  for (int k = 0; k < instruction.nin; ++k)
    if (const ndarray*& array = instruction.in[k].array)
      array = &(kept[k] = with_truths(*array));
  if (instruction.where)
    instruction.where = &(kept[kMaxInputs] = with_truths(*instruction.where));
  execute(instruction);
}

}  // namespace

void submit(const Instruction& instruction) {
  if (instruction.kind == Instruction::Kind::kReduce &&
      submit_unrolled(instruction))
    return;
  if ((instruction.kind == Instruction::Kind::kElementwise ||
       instruction.kind == Instruction::Kind::kCopy) &&
      submit_narrow(instruction))
    return;
  // Nothing exposed is recorded.
  if (record(instruction)) return;
  if (reads_other_bytes(instruction))
    execute_with_truths(instruction);
  else
    execute(instruction);
}

}  // namespace tenorite
