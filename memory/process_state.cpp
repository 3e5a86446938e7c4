// SPDX-License-Identifier: Apache-2.0
#include "memory/process_state.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <vector>

namespace tenorite::memory {
namespace {

std::atomic<bool> exiting{false};
std::atomic<bool> forked{false};

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
  for (ForkGuard* guard : guards().list) {
    guard->outer->lock();
    guard->inner->lock();
  }
}

void after_fork() {
  auto& list = guards().list;
  for (auto it = list.rbegin(); it != list.rend(); ++it) {
    (*it)->inner->unlock();
    (*it)->outer->unlock();
  }
  guards().mutex.unlock();
}

void after_fork_in_child() {
  forked = true;
  after_fork();
}

void install_fork_handlers() {
  static const int once =
      pthread_atfork(before_fork, after_fork, after_fork_in_child);
  (void)once;
}

}  // namespace

bool process_is_exiting() noexcept { return exiting; }

bool in_forked_child() noexcept { return forked; }

void watch_process() {
  install_fork_handlers();
  static const int once = std::atexit([] { exiting = true; });
  (void)once;
}

ForkGuard::ForkGuard(std::mutex* outer, std::mutex* inner)
    : outer(outer), inner(inner) {
  install_fork_handlers();
  std::lock_guard lock(guards().mutex);
  guards().list.push_back(this);
}

ForkGuard::~ForkGuard() {
  std::lock_guard lock(guards().mutex);
  std::erase(guards().list, this);
}

}  // namespace tenorite::memory
