// SPDX-License-Identifier: Apache-2.0
// Heuristic: execute small operations eagerly while the program reads a result
// after every few of them, since that leaves nothing to group.
#pragma once

#include <algorithm>

#include "ops/record/submit.h"

namespace tenorite {

// Counts the operations of one log between two reads of results (a run).
class EagerRule {
 public:
  // Counts the next operation; `looked` says whether a result was read before
  // it. Returns whether to execute it eagerly: after kShortRuns consecutive
  // runs of at most kShortRun operations on at most `most` elements each, until
  // a run is longer or an operation larger.
  bool next(bool looked, const Instruction& instruction, int64_t most) {
    if (looked) {
      short_runs_ =
          run_ <= kShortRun ? std::min(short_runs_ + 1, kShortRuns) : 0;
      run_ = 0;
    }
    run_ = std::min(run_ + 1, kShortRun + 1);
    if (run_ > kShortRun || elements_of(instruction) > most) forget();
    return short_runs_ == kShortRuns;
  }
  void forget() { short_runs_ = 0; }

 private:
  static constexpr int kShortRun = 4, kShortRuns = 8;

  static int64_t elements_of(const Instruction& instruction) {
    return instruction.kind == Instruction::Kind::kReduce
               ? instruction.in[0].array->size()
               : instruction.out[0]->size();
  }

  int run_ = 0;  // operations since the last look
  int short_runs_ = 0;
};

}  // namespace tenorite
