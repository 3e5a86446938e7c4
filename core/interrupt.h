// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/error.h"

namespace tenorite {

// Thrown out of a long wait when the layer above has an exception of its own
// pending (KeyboardInterrupt), which it then raises instead.
struct Interrupted : Error {
  Interrupted() : Error("interrupted") {}
};

// Asked every 50 ms during waits, with no lock held and outside the
// interpreter's lock; returns true when the wait must end. Null by default.
using SignalCheck = bool (*)();
void set_signal_check(SignalCheck check);
// Throws Interrupted when the registered check says so.
void check_signals();

// In a thread that works for nobody in particular: while one of these lives
// there, check_signals() and warn() do nothing. Such threads may outlive the
// layer above, and must never ask it for anything.
class Unattended {
 public:
  Unattended();
  ~Unattended();
  Unattended(const Unattended&) = delete;
  Unattended& operator=(const Unattended&) = delete;
  static bool here();
};

}  // namespace tenorite
