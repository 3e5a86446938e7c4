// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "core/error.h"
#include "core/export.h"

namespace tenorite {

// Thrown out of a long wait when the layer above has an exception of its own
// pending (KeyboardInterrupt), which it then raises instead.
struct Interrupted : Error {
  Interrupted() : Error("interrupted") {}
};
// The same before an operation has written anything, such as in the wait for
// its kernel: the operation can still be run.
struct InterruptedEarly : Interrupted {};

// Asked every 50 ms during waits, with no lock held and outside the
// interpreter's lock; returns true when the wait must end. Null by default.
using SignalCheck = bool (*)();
void set_signal_check(SignalCheck check);
// Throws Interrupted when the registered check says so.
TENORITE_EXPORT void check_signals();
// Whether this thread is in such a check: handlers of signals run in the midst
// of operations, and must not use what these are making.
bool in_signal_check() noexcept;

// For loops that take long, every millisecond or so: throws Interrupted when
// the job that this thread works on has to stop, and sees to signals (not more
// than 25 times a second). The arrays that the loop writes are undefined then.
void look_for_signals();
// Elements that a loop of few instructions passes between two looks.
inline constexpr int64_t kLookElements = 1 << 18;
// Whether the job has to stop.
bool must_stop() noexcept;

// While one of these lives, this thread works on a job that stops when `flag`
// gets true.
class JobStop {
 public:
  explicit JobStop(const std::atomic<bool>& flag) noexcept;
  ~JobStop();
  JobStop(const JobStop&) = delete;
  JobStop& operator=(const JobStop&) = delete;

 private:
  const std::atomic<bool>* const outer_;
};

// A thread that waits for the others of a job that has to stop calls
// hasten_stop() every millisecond: the function that is set here makes code of
// users, which does not look for signals by itself, look at once. Null by
// default.
void set_hasten_stop(void (*hasten)() noexcept) noexcept;
void hasten_stop() noexcept;

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
