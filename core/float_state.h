// SPDX-License-Identifier: Apache-2.0
// NumPy's `errstate`, as the layer above has seen it last in this thread, and
// the floating-point errors of recorded work, which wait until it has run.
#pragma once

#include <cstdint>

#include "core/thread_state.h"
#include "core/warning.h"

namespace tenorite {

// Of the calling thread. Nothing is reported in threads that never set it.
inline FloatState& float_state() { return this_thread().floats; }

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
