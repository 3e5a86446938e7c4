// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "ops/plan/plan.h"

namespace tenorite {

// An array, or one element given by value, which is already of the dtype that
// the loop wants.
struct Operand {
  Operand(const ndarray* array = nullptr) : array(array) {}

  const ndarray* array;
  union {
    Scalar scalar;  // if there is no array
  };
};

// What is done, whatever it is done with: the part that an instruction, its
// place in a window and a step of a group share.
struct OpCall {
  enum class Kind : uint8_t {
    kElementwise,
    kCopy,
    kReduce,
    kGather,
    kProduct,
    kScan
  };
  double correction = 0;  // kReduce
  // kElementwise, kScan; kGather: the IndexMode; kProduct: see
  // linalg/multiply.cpp.
  int loop = 0;
  Op op{};            // kElementwise, kScan
  ReduceOp reduce{};  // kReduce
  Kind kind = Kind::kElementwise;
  DType compute{};  // kReduce
  uint8_t nin = 0;
  uint8_t nout = 0;
  // kReduce: sums are added in the order that the device has for so many
  // results, however many there are; 0: for as many as there are.
  uint32_t planned_results : 31 = 0;
  // kReduce: the input is one of at most kMostColumns columns that would lie
  // side by side, and is added in their order; planned_results counts all of
  // them. No padding follows: see WindowInstruction.
  uint32_t by_column : 1 = false;

  void plan_results(int64_t count) {
    constexpr int64_t kMost = (int64_t{1} << 31) - 1;
    planned_results = static_cast<uint32_t>(std::min(count, kMost)) & kMost;
  }

  IndexMode index_mode() const { return static_cast<IndexMode>(loop); }
  // Whether an input is the array whose items are read by the other inputs.
  bool is_table(int input) const { return kind == Kind::kGather && input == 0; }
};

// One operation over views, fully checked and resolved: the only way in which
// elementwise operations, casts, copies, fills, reductions, scans, items that
// are read by recorded indices and products of matrices reach a device.
// Inputs broadcast to the outputs' shape; none partially overlaps an output.
// kGather: in[0] is an array of which single items are read, as it is, and then
// one array of indices (int64 or int32) for each of its axes.
// kProduct: out[0] = in[0] @ in[1], stacks of matrices of one dtype that a
// library can read as they are, with as many axes.
// kScan: each element of out[0] is what op makes of those of in[0] up to its
// place along an axis, one after the other. in[0] may be out[0].
struct Instruction : OpCall {
  const ndarray* out[kMaxOutputs] = {};
  Operand in[kMaxInputs];
  const ndarray* where = nullptr;
  // kReduce: bit i set if axis i of the input is folded; out[0] has the kept
  // axes only. kScan: the bit of its axis.
  uint64_t reduced_axes = 0;
  const Scalar* initial = nullptr;
};

}  // namespace tenorite
