// SPDX-License-Identifier: Apache-2.0
// NumPy's `errstate`, as the layer above has seen it last in this thread, and
// the floating-point errors of recorded work, which wait until it has run.
#pragma once

#include <cstdint>

#include "core/warning.h"

namespace tenorite {

struct FloatState {
  uint8_t reported = 0;   // errors that are not ignored
  bool at_once = false;   // some are not warnings: nothing is recorded then
  bool deferred = false;  // recorded work is being executed, with locks held
};
// Of the calling thread. Nothing is reported in threads that never set it.
FloatState& float_state();

// While it lives, the thread executes work that was recorded while `reported`
// was in force; errors are kept for report_deferred_errors().
class DeferredErrors {
 public:
  explicit DeferredErrors(uint8_t reported)
      : state_(float_state()), former_(state_) {
    state_ = {reported, false, true};
  }
  ~DeferredErrors() { state_ = former_; }
  DeferredErrors(const DeferredErrors&) = delete;
  DeferredErrors& operator=(const DeferredErrors&) = delete;

 private:
  FloatState& state_;
  const FloatState former_;
};

// Errors of the operation `name` (a literal): reported now or, by whoever
// executes recorded work, once no lock is held.
void found_float_errors(const char* name, FloatErrors errors);
// Called with no lock held. Throws Interrupted as report_float_errors() does.
void report_deferred_errors();
void forget_deferred_errors();

}  // namespace tenorite
