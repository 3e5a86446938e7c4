// SPDX-License-Identifier: Apache-2.0
// Interrupts threads that have been in users' code for long, by a signal of our
// own, so that they look for others.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <cstdint>

namespace tenorite::cpu {

// A thread that runs users' code from time to time.
class WatchedThread {
 public:
  WatchedThread();
  ~WatchedThread();
  WatchedThread(const WatchedThread&) = delete;
  WatchedThread& operator=(const WatchedThread&) = delete;

  // Around such code; a few nanoseconds.
  void begin() noexcept;
  void end() noexcept { busy_.store(false, std::memory_order_release); }

 private:
  friend class Watch;
  const pthread_t thread_;
  std::atomic<bool> busy_{false};
  std::atomic<uint32_t> entries_{0};
  uint32_t seen_ = 0;  // entries at the last round
};

// Once, before any thread begins. `handler` is called in threads that have been
// busy for longer than a round (20 ms), and for as long as they are.
void start_watch(void (*handler)(int, siginfo_t*, void*));
int look_signal() noexcept;
// Has all busy threads look now.
void look_now() noexcept;
// For the handler: it came at a bad moment.
void look_again_soon() noexcept;

}  // namespace tenorite::cpu
