// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

namespace tenorite {

// Calls `work(context)`, which may take long or wait for another thread, with
// the lock of the layer above (Python's) released if this thread holds it.
using OuterUnlock = void (*)(void (*work)(void*), void* context);
// Calls it as it is by default.
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

}  // namespace tenorite
