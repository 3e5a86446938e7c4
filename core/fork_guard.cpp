// SPDX-License-Identifier: Apache-2.0
#include "core/fork_guard.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <utility>
#include <vector>

namespace tenorite {
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

// Taken before the others, and not guarded by their mutex: pools are made, and
// so added to that list, under one of these.
std::array<std::atomic<PatientMutex*>, 8> outermost{};

void before_fork() {
  for (auto& mutex : outermost)
    if (mutex != nullptr) mutex.load()->lock();
  guards().mutex.lock();
  for (ForkGuard* guard : guards().list) guard->lock();
}

void after_fork() {
  for (ForkGuard* guard : guards().list) guard->unlock();
  guards().mutex.unlock();
  for (auto& mutex : outermost)
    if (mutex != nullptr) mutex.load()->unlock();
}

void after_fork_in_child() {
  for (ForkGuard* guard : guards().list) guard->be_child();
  after_fork();
}

void install() {
  static const int once =
      pthread_atfork(before_fork, after_fork, after_fork_in_child);
  (void)once;
}

}  // namespace

ForkGuard::ForkGuard(PatientMutex* outer, std::mutex* inner,
                     std::function<void()> in_child)
    : outer_(outer), inner_(inner), in_child_(std::move(in_child)) {
  install();
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

void guard_across_fork(PatientMutex& mutex) {
  install();
  for (auto& slot : outermost) {
    PatientMutex* empty = nullptr;
    if (slot.compare_exchange_strong(empty, &mutex)) return;
  }
}

}  // namespace tenorite
