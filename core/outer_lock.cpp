// SPDX-License-Identifier: Apache-2.0
#include "core/outer_lock.h"

#include <atomic>

namespace tenorite {
namespace {
std::atomic<OuterUnlock> g_unlock{nullptr};
}

void set_outer_unlock(OuterUnlock unlock) { g_unlock = unlock; }

void run_outer_unlocked(void (*work)(void*), void* context) {
  if (OuterUnlock unlock = g_unlock.load(std::memory_order_relaxed))
    unlock(work, context);
  else
    work(context);
}

}  // namespace tenorite
