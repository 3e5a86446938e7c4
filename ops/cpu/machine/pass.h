// SPDX-License-Identifier: Apache-2.0
// Elementwise steps as machine code: one pass over a block, in which values
// stay in registers. For x86-64 processors with AVX2 or AVX-512; the bits are
// those of the steps' loops, run one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/dtype.h"
#include "ops/cpu/machine/vector_set.h"
#include "ops/table/op.h"

namespace tenorite::cpu {

// What a step may be. Operands are those of the operation of that name, of one
// dtype where nothing else is said.
enum class MachineOp : uint8_t {
  kNone,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kSquare,
  kReciprocal,
  kSqrt,
  kNegative,
  kAbsolute,
  kMaximum,
  kMinimum,
  kFmax,
  kFmin,
  kClip,
  kFloor,
  kCeil,
  kTrunc,
  kRint,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kIsNan,
  kAnd,
  kOr,
  kXor,
  kInvert,
  kSelect,  // a bool, then two of the result's dtype
  kCast,    // to the result's dtype, which may be the same
};

// Of a loop of an operation; kNone where it has no such code.
MachineOp machine_op(Op op, const LoopTypes& types);
MachineOp machine_cast(DType from, DType to);
// A choice among elements of a size.
MachineOp machine_select(DType dtype);
// Whether the code of a cast goes through int32. A pass with such a cast raises
// the processor's flag "invalid" if int32 does not have one of the values; then
// none of its results counts.
bool casts_small(DType from, DType to);

struct PassValue {
  DType dtype;
  int16_t place;           // of the pointer to its elements
  bool is_input = false;   // in memory from the start
  bool is_single = false;  // an input of one element
  bool is_stored = false;  // in memory at the end
};

struct PassStep {
  MachineOp op;
  int16_t out;
  int16_t in[kMaxInputs];
  int nin;
};

struct Pass {
  std::vector<PassValue> values;
  std::vector<PassStep> steps;
};

class CodeMemory;

// Whether values of such sizes fit into one pass: what is less than half as
// wide as complex128 would not fill a register.
inline bool fit_together(size_t narrowest, size_t widest) {
  return widest < 16 || narrowest >= 8;
}

// A pass that may be run. Nothing that it stores may be what it reads.
class CompiledPass {
 public:
  // Null where the processor or the system does not do it.
  static std::unique_ptr<CompiledPass> of(const Pass& pass, VectorSet set);
  // With the widest vectors of the processor that so many elements fill.
  static std::unique_ptr<CompiledPass> for_elements(const Pass& pass,
                                                    int64_t elements);
  ~CompiledPass();

  // The fewest elements of a run.
  int64_t width() const { return width_; }
  // Adds the errors that it finds to the processor's floating-point flags.
  void run(char* const* pointers, int64_t n) const;

 private:
  CompiledPass(std::unique_ptr<CodeMemory> code, int64_t width);

  const std::unique_ptr<CodeMemory> code_;
  const int64_t width_;
};

// From how many elements, times steps, on a pass is worth its code; less than 0
// for never. TENORITE_MACHINE_CODE: "off", "auto", or "always", from the first
// element on.
int64_t worth_of_machine_code();

}  // namespace tenorite::cpu
