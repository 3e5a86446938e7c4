// SPDX-License-Identifier: Apache-2.0
// The text of a reduction kernel: map, reduce and post-map expressions that
// someone else wrote, in a loop made for the layout of the operands.
#pragma once

#include "jit/codegen/kernel_text.h"

namespace tenorite::jit {

struct ReductionDefinition {
  std::string name = "reduce_kernel";
  Parameters parameters;
  std::string map, reduce, post_map;
  std::string identity;  // empty: there is none
  // Of the values that are reduced; empty: that of the first output.
  std::string reduce_type;
  std::string preamble;
  std::vector<std::string> options;
  Origin origin;

  std::string all_text() const;
  bool uses_position() const;  // _J
  bool uses_output() const;    // _i, _out_ind.get()
};

enum class FoldKind : uint8_t {
  kRows,     // vectors lie along the last reduced axis
  kColumns,  // vectors of neighbouring outputs
};

struct ReductionVariant {
  DeviceType target;
  FoldKind kind;
  uint8_t kept, reduced;  // axes
  uint8_t vector, loads;
  bool wide;  // positions exceed 31 bits
  uint8_t in_ndim, out_ndim;
  OperandVariant operand[kMaxParameters];
};

// Besides the kernel itself: NAME_merge, which combines the parts of outputs
// that were split, and the variable NAME_size, the bytes of a part.
KernelSource reduction_source(const ReductionDefinition& definition,
                              const ReductionVariant& variant);

}  // namespace tenorite::jit
