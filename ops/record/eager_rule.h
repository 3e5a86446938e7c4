// SPDX-License-Identifier: Apache-2.0
// When work on few elements is not worth recording: a program that looks at the
// results of every operation, or of every few, leaves nothing to group.
#pragma once

#include <algorithm>

#include "ops/record/submit.h"

namespace tenorite {

// The operations of one log, in runs from one look at a result to the next.
class EagerRule {
 public:
  // Takes the next operation up, and whether there was a look before it;
  // whether it is to be executed at once. So it is after kShortRuns runs in a
  // row of at most kShortRun operations each, all of them on at most `most`
  // elements, until a run is longer or larger.
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
