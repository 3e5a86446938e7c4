// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <type_traits>

namespace tenorite {

// Runs work(context), which may take long or wait for another thread, with the
// interpreter's lock (GIL) released if this thread holds it. Core does not know
// Python: the bindings register how. By default work(context) is just called.
using OuterUnlock = void (*)(void (*work)(void*), void* context);
void set_outer_unlock(OuterUnlock unlock);
void run_outer_unlocked(void (*work)(void*), void* context);

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
inline std::atomic<int> outer_lock_claims{0};
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
class PatientMutex : public std::mutex {
 public:
  void lock() {
    if (!try_lock()) [[unlikely]]
      without_outer_lock([this] { std::mutex::lock(); });
  }
};

}  // namespace tenorite
