// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "ops/cpu/group_program.h"
#include "ops/group.h"

namespace tenorite::cpu {

// See DeviceOps::group.
bool group(const GroupPlan& plan, GroupEffort effort);
inline constexpr GroupLevel kGroupLevel = GroupLevel::kRows;

// Bytes of all operands of a block, and its elements.
inline constexpr int64_t kGroupBlockBytes = 64 << 10;
inline constexpr int64_t kMinGroupBlock = 256, kMaxGroupBlock = 8192;

// The arrays of a group as places 0, 1, ... and its scalars, for the steps
// that are added to a program.
class GroupOperands {
 public:
  // strides[a] of array a within a block; places of arrays come first.
  void begin(GroupProgram& program, const GroupPlan& plan,
             const int64_t* strides);
  GroupProgram::Place source(const GroupSource& source);
  void set_value(int step, int output, GroupProgram::Place place) {
    values_[step][output] = place;
  }
  void add_step(int step);

 private:
  GroupProgram* program_;
  const GroupPlan* plan_;
  GroupProgram::Place values_[kMaxGroupSteps][kMaxOutputs];
};

// Memory of this thread that is kept from call to call; aligned to 64 bytes.
char* group_scratch(int64_t bytes);

// Copies rows of `columns` elements between a block, where they follow one
// another, and an array; in: into the block.
void move_block(CpuLoop move, char* block, int64_t itemsize, char* data,
                int64_t row, int64_t column, int64_t rows, int64_t columns,
                bool in);

// A group with reductions.
bool run_reducing_group(const GroupPlan& plan);

// Raises what the loops of a group have found.
void raise_group_errors(unsigned error);

}  // namespace tenorite::cpu
