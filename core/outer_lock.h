// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <type_traits>

#include "core/export.h"

namespace tenorite {

// Runs work(context), which may take long or wait for another thread, with the
// interpreter's lock (GIL) released if this thread holds it. Core does not know
// Python: the bindings register how. By default work(context) is just called.
using OuterUnlock = void (*)(void (*work)(void*), void* context);
void set_outer_unlock(OuterUnlock unlock);
TENORITE_EXPORT void run_outer_unlocked(void (*work)(void*), void* context);

template <class F>
void without_outer_lock(F&& work) {
  run_outer_unlocked(
      [](void* context) {
        (*static_cast<std::remove_reference_t<F>*>(context))();
      },
      &work);
}

// Host functions that wait in a stream and will ask for the outer lock. While
// there are any, a mere launch may wait for one of them, because a stream takes
// only so much work before it blocks.
extern TENORITE_EXPORT constinit std::atomic<int> outer_lock_claims;
inline bool outer_lock_is_claimed() {
  return outer_lock_claims.load(std::memory_order_relaxed) > 0;
}
template <class F>
void without_claimed_outer_lock(F&& work) {
  if (outer_lock_is_claimed()) [[unlikely]]
    without_outer_lock(work);
  else
    work();
}

// Of what is held during a wait, or by who may ask for the outer lock: who has
// to wait for such a mutex lets go of the outer lock. A plain std::mutex is for
// a few instructions that do neither (tools/check_waits.py has the list).
class PatientMutex {
 public:
  PatientMutex() = default;
  PatientMutex(const PatientMutex&) = delete;
  PatientMutex& operator=(const PatientMutex&) = delete;

  void lock() {
    if (!try_lock()) [[unlikely]]
      without_outer_lock([this] { wait_for_it(); });
  }
  bool try_lock() {
    int state = kFree;
    return state_.compare_exchange_strong(
        state, kTaken, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void unlock() {
    if (state_.exchange(kFree, std::memory_order_release) == kWanted)
        [[unlikely]]
      wake_one();
  }

 private:
  enum : int { kFree, kTaken, kWanted };  // by others too
  // Not inline: who waits is known to the library that waits (std::atomic::wait
  // keeps a list of its own in each).
  TENORITE_EXPORT void wait_for_it();
  TENORITE_EXPORT void wake_one();

  // Operations take it for a few instructions: here these are inline.
  std::atomic<int> state_{kFree};
};

}  // namespace tenorite
