// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>

#include "core/outer_lock.h"

namespace tenorite {

// Locks a pool's mutexes around fork(), so that a child never inherits one
// locked by a thread that does not exist there. The child calls `in_child` with
// both locked.
class ForkGuard {
 public:
  ForkGuard(PatientMutex* outer, std::mutex* inner,
            std::function<void()> in_child);
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;

  void lock();
  void unlock();
  void be_child() { in_child_(); }

 private:
  PatientMutex* const outer_;
  std::mutex* const inner_;
  const std::function<void()> in_child_;
};

// The same for a mutex that lives until the process ends and under which pools
// may be made or called. For a handful of them.
void guard_across_fork(PatientMutex& mutex);

}  // namespace tenorite
