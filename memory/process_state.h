// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace tenorite::memory {

// True once the process has begun to exit. Device libraries are being torn
// down from then on, so nothing may be asked of them.
bool process_is_exiting() noexcept;
// True in a child made by fork() after watch_process(): a driver's state does
// not survive fork, so nothing may be asked of it there either.
bool in_forked_child() noexcept;
// Starts watching. Call it once the device library is loaded, because exit
// handlers run last in, first out. May be called often.
void watch_process();

// Locks a pool's mutexes around fork(), so that a child never inherits one
// locked by a thread that does not exist there.
class ForkGuard {
 public:
  ForkGuard(std::mutex* outer, std::mutex* inner);
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;

  std::mutex* const outer;
  std::mutex* const inner;
};

}  // namespace tenorite::memory
