// SPDX-License-Identifier: Apache-2.0
// The text of an elementwise kernel: a loop made for the layout of its
// operands around a body that someone else wrote.
#pragma once

#include <optional>

#include "jit/codegen/kernel_text.h"

namespace tenorite::jit {

// More copies of a body whose length is not known would take long to compile.
inline constexpr int kHeavyElements = 4;

// What stays the same from call to call.
struct ElementwiseDefinition {
  std::string name = "kernel";
  Parameters parameters;
  std::string operation, preamble, loop_prep, after_loop;
  std::vector<std::string> options;
  Origin origin;  // where the program makes the kernel
  // Whether the body costs more than some instructions; by default a guess
  // from its text.
  std::optional<bool> heavy;
  // Elements of a thread for which a heavy body is repeated.
  int heavy_elements = kHeavyElements;
  // The body is made of ops/device: operands have the types of that folder, and
  // the preamble includes whatever is needed.
  bool of_device = false;
  // The body does nothing but set its outputs, so that it may be run for
  // elements that do not exist: they are zeros.
  bool pure = false;
  // And it may note in a bool, `_missed`, that it has to be run again, with an
  // AtOnce of that name.
  bool may_miss = false;
  // The declaration of one more parameter, which stands behind all others.
  std::string constants;

  // What the text asks for.
  bool uses_index() const;    // i
  bool uses_indexer() const;  // _ind
  bool sets_indexer() const;  // more of _ind than its size
  // The body names threads, or takes the address of an operand: one thread
  // per element works on memory itself.
  bool needs_threads() const;
};

enum class LoopKind : uint8_t {
  kContiguous,  // operands of unit stride, or one element
  kRows,        // any layout: vectors along the last axis
  kTiles,       // some inputs have their neighbours along another axis
  kBoxes,       // any layout, in each of several boxes
  kThreads,     // one thread per element, operands as CArray
};

// What a compiled kernel is made for; the key of the memo.
struct ElementwiseVariant {
  DeviceType target;
  LoopKind kind;
  uint8_t ndim;        // kRows, kTiles, kBoxes: axes; kThreads: of the CArrays
  uint8_t index_ndim;  // of _ind
  uint8_t vector;      // kRows: consecutive elements of a thread
  uint8_t unroll;      // kContiguous, kRows: vectors of a thread
  // kContiguous, kRows: how often a block does as much, one after the other; 0
  // is once. Worth it where blocks have something to prepare.
  uint8_t rounds;
  uint8_t tile_x, tile_y;
  uint8_t boxes;  // kBoxes: the most of a launch
  bool raw;       // some parameter is
  OperandVariant operand[kMaxParameters];
};

KernelSource elementwise_source(const ElementwiseDefinition& definition,
                                const ElementwiseVariant& variant);
// The symbol of the compiled kernel.
std::string elementwise_symbol(const ElementwiseDefinition& definition,
                               const ElementwiseVariant& variant);

}  // namespace tenorite::jit
