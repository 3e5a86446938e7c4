// SPDX-License-Identifier: Apache-2.0
#include "core/interrupt.h"

#include <atomic>
#include <chrono>

namespace tenorite {
namespace {
std::atomic<SignalCheck> g_check{nullptr};
std::atomic<void (*)() noexcept> g_hasten{nullptr};
thread_local int t_unattended = 0;
thread_local int t_checks = 0;
thread_local const std::atomic<bool>* t_stop = nullptr;

using Clock = std::chrono::steady_clock;
constexpr auto kLookInterval = std::chrono::milliseconds(40);
thread_local Clock::time_point t_next_look{};
}  // namespace

void set_signal_check(SignalCheck check) { g_check = check; }

void check_signals() {
  if (Unattended::here()) return;
  SignalCheck check = g_check.load(std::memory_order_relaxed);
  if (check == nullptr) return;
  struct Depth {
    Depth() { ++t_checks; }
    ~Depth() { --t_checks; }
  } depth;
  if (check()) throw Interrupted();
}

bool in_signal_check() noexcept { return t_checks > 0; }

bool must_stop() noexcept {
  return t_stop != nullptr && t_stop->load(std::memory_order_relaxed);
}

void look_for_signals() {
  if (must_stop()) throw Interrupted();
  if (Unattended::here()) return;
  const Clock::time_point now = Clock::now();
  if (now < t_next_look) return;
  t_next_look = now + kLookInterval;
  check_signals();
}

void set_hasten_stop(void (*hasten)() noexcept) noexcept { g_hasten = hasten; }

void hasten_stop() noexcept {
  if (auto* hasten = g_hasten.load(std::memory_order_relaxed)) hasten();
}

JobStop::JobStop(const std::atomic<bool>& flag) noexcept : outer_(t_stop) {
  t_stop = &flag;
}
JobStop::~JobStop() { t_stop = outer_; }

Unattended::Unattended() { ++t_unattended; }
Unattended::~Unattended() { --t_unattended; }
bool Unattended::here() { return t_unattended > 0; }

}  // namespace tenorite
