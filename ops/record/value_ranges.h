// SPDX-License-Identifier: Apache-2.0
// Ranges of the values of arrays that are still to be computed, as far as the
// operations that make them tell: indices that are clipped to a table's bounds
// need not be computed to know that they are within.
#pragma once

#include <optional>
#include <unordered_map>

#include "ops/plan/value_range.h"
#include "ops/record/window.h"

namespace tenorite {

// Of the arrays of a window, which it remembers until forget().
class ValueRanges {
 public:
  // How arrays in memory are looked through.
  using InMemory = std::optional<ValueRange> (*)(const ndarray&);

  // A mode with the same results for a kGather whose mode is kRaise: kWithin,
  // or kWrap where indices may count from the end. Empty where an index may be
  // out of bounds. Reads arrays in memory, of no more bytes than the indices
  // have; nobody else may have work on the operands.
  std::optional<IndexMode> mode_of(const Window& window,
                                   const Instruction& gather,
                                   InMemory in_memory);
  void forget() {
    results_.clear();
    leaves_.clear();
  }

 private:
  class Finder;

  std::unordered_map<int, std::optional<ValueRange>>
      results_;  // by instruction
  std::unordered_map<int16_t, std::optional<ValueRange>> leaves_;  // by view
};

}  // namespace tenorite
