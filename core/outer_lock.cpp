// SPDX-License-Identifier: Apache-2.0
#include "core/outer_lock.h"

#include <atomic>

namespace tenorite {
namespace {
std::atomic<OuterUnlock> g_unlock{nullptr};
}

constinit std::atomic<int> outer_lock_claims{0};

void set_outer_unlock(OuterUnlock unlock) { g_unlock = unlock; }

void run_outer_unlocked(void (*work)(void*), void* context) {
  if (OuterUnlock unlock = g_unlock.load(std::memory_order_relaxed))
    unlock(work, context);
  else
    work(context);
}

void PatientMutex::wait_for_it() {
  while (state_.exchange(kWanted, std::memory_order_acquire) != kFree)
    state_.wait(kWanted, std::memory_order_relaxed);
}

void PatientMutex::wake_one() { state_.notify_one(); }

}  // namespace tenorite
