// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/plan.h"

namespace tenorite {

// An array, or one element given by value, which is already of the dtype that
// the loop wants.
struct Operand {
  const ndarray* array = nullptr;
  Scalar scalar;
};

// One operation over views, fully checked and resolved: the only way in which
// elementwise operations, casts, copies, fills and reductions reach a device.
// Inputs broadcast to the outputs' shape; none partially overlaps an output.
struct Instruction {
  enum class Kind : uint8_t { kElementwise, kCopy, kReduce };
  Kind kind = Kind::kElementwise;
  Op op{};            // kElementwise
  int loop = 0;       // kElementwise
  ReduceOp reduce{};  // kReduce
  DType compute{};    // kReduce
  int nin = 0;
  int nout = 0;
  const ndarray* out[kMaxOutputs] = {};
  Operand in[kMaxInputs];
  const ndarray* where = nullptr;
  // kReduce: bit i set if axis i of the input is folded; out[0] has the kept
  // axes only.
  uint64_t reduced_axes = 0;
  const Scalar* initial = nullptr;
  double correction = 0;
};

}  // namespace tenorite
