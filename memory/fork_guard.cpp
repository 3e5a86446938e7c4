// SPDX-License-Identifier: Apache-2.0
#include "memory/fork_guard.h"

#include <pthread.h>

#include <vector>

namespace tenorite::memory {
namespace {

struct Guards {
  std::mutex mutex;
  std::vector<ForkGuard*> list;
};

// Leaked: pools may be used by other threads until the very end.
Guards& guards() {
  static Guards& all = *new Guards;
  return all;
}

void before_fork() {
  guards().mutex.lock();
  for (ForkGuard* guard : guards().list) guard->lock();
}

void after_fork() {
  for (ForkGuard* guard : guards().list) guard->unlock();
  guards().mutex.unlock();
}

}  // namespace

ForkGuard::ForkGuard(std::mutex* outer, std::mutex* inner)
    : outer_(outer), inner_(inner) {
  static const int once = pthread_atfork(before_fork, after_fork, after_fork);
  (void)once;
  std::lock_guard lock(guards().mutex);
  guards().list.push_back(this);
}

ForkGuard::~ForkGuard() {
  std::lock_guard lock(guards().mutex);
  std::erase(guards().list, this);
}

void ForkGuard::lock() {
  outer_->lock();
  inner_->lock();
}

void ForkGuard::unlock() {
  inner_->unlock();
  outer_->unlock();
}

}  // namespace tenorite::memory
