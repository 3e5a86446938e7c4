// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace tenorite::memory {

// Locks a pool's mutexes around fork(), so that a child never inherits one
// locked by a thread that does not exist there.
class ForkGuard {
 public:
  ForkGuard(std::mutex* outer, std::mutex* inner);
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;

  void lock();
  void unlock();

 private:
  std::mutex* const outer_;
  std::mutex* const inner_;
};

// The same for a mutex that lives until the process ends and under which pools
// may be made or called. For a handful of them.
void guard_across_fork(std::mutex& mutex);

}  // namespace tenorite::memory
