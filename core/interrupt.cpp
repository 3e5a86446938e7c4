// SPDX-License-Identifier: Apache-2.0
#include "core/interrupt.h"

#include <atomic>

namespace tenorite {
namespace {
std::atomic<SignalCheck> g_check{nullptr};
}

void set_signal_check(SignalCheck check) { g_check = check; }

void check_signals() {
  SignalCheck check = g_check.load(std::memory_order_relaxed);
  if (check != nullptr && check()) throw Interrupted();
}

}  // namespace tenorite
