// SPDX-License-Identifier: Apache-2.0
#include "core/interrupt.h"

#include <atomic>

namespace tenorite {
namespace {
std::atomic<SignalCheck> g_check{nullptr};
thread_local int t_unattended = 0;
}  // namespace

void set_signal_check(SignalCheck check) { g_check = check; }

void check_signals() {
  if (Unattended::here()) return;
  SignalCheck check = g_check.load(std::memory_order_relaxed);
  if (check != nullptr && check()) throw Interrupted();
}

Unattended::Unattended() { ++t_unattended; }
Unattended::~Unattended() { --t_unattended; }
bool Unattended::here() { return t_unattended > 0; }

}  // namespace tenorite
