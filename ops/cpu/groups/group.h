// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "ops/cpu/groups/block_program.h"
#include "ops/plan/group.h"
#include "ops/plan/planning.h"

namespace tenorite::cpu {

// Bytes of all operands of a block, and its elements.
inline constexpr int64_t kGroupBlockBytes = 64 << 10;
inline constexpr int64_t kMinGroupBlock = 256, kMaxGroupBlock = 8192;

// A group that is ready to run, kept with its plan.
class GroupRunner {
 public:
  virtual ~GroupRunner() = default;
  // With the memory and the values that the plan it was made of has now; see
  // GroupEngine::run. One thread at a time.
  virtual bool run(const GroupPlan& plan) = 0;

  // The floating-point errors that it looks for.
  const FloatErrors wanted = float_state().reported;
};
// Of a group with reductions.
std::unique_ptr<GroupRunner> make_reducing_group(const GroupPlan& plan);

using GroupAxes = AxisSetOf<kMaxGroupArrays>;
// The same axes in no more memory than they need.
class PackedAxes {
 public:
  PackedAxes() = default;
  explicit PackedAxes(const GroupAxes& axes) : ndim(axes.ndim) {
    words_.assign(axes.shape, axes.shape + ndim);
    for (int k = 0; k < axes.operands; ++k)
      words_.insert(words_.end(), axes.strides[k], axes.strides[k] + ndim);
  }
  const int64_t* shape() const { return words_.data(); }
  const int64_t* strides(int operand) const {
    return words_.data() + (operand + 1) * ndim;
  }
  int ndim = 0;

 private:
  std::vector<int64_t> words_;
};

// The arrays of a group as places 0, 1, ... and its scalars, for the steps
// that are added to a program.
class GroupOperands {
 public:
  // strides[a] of array a within a block; places of arrays come first.
  void begin(BlockProgram& program, const GroupPlan& plan,
             const int64_t* strides);
  BlockProgram::Place source(const GroupSource& source);
  void set_value(int step, int output, BlockProgram::Place place) {
    values_[step][output] = place;
  }
  void add_step(int step);

 private:
  BlockProgram* program_;
  const GroupPlan* plan_;
  BlockProgram::Place values_[kMaxGroupSteps][kMaxOutputs];
};

// Of an array of a group that runs. It is there already, and the storage is the
// window's: data() would ask the log each time whether to execute it first.
inline char* memory_of(const ndarray& array) {
  return reinterpret_cast<char*>(array.address());
}

// Memory of this thread that is kept from call to call; aligned to 64 bytes.
char* group_scratch(int64_t bytes);

// Copies rows of `columns` elements between a block, where they follow one
// another, and an array; in: into the block.
void move_block(char* block, int64_t itemsize, char* data, int64_t row,
                int64_t column, int64_t rows, int64_t columns, bool in);

// Raises what the loops of a group have found.
void raise_group_errors(unsigned error);

}  // namespace tenorite::cpu
