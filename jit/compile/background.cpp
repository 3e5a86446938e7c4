// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/background.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <system_error>
#include <thread>

#include "core/interrupt.h"
#include "core/outer_lock.h"

namespace tenorite::jit {
namespace {

constexpr size_t kMaxJobs = 1024;
constexpr int kNice = 10;

// Leaked, and one per process: threads and locks do not outlive a fork.
struct Pool {
  const pid_t owner = getpid();
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> quick, jobs;
  unsigned threads = 0, idle = 0;
  PatientMutex driver;  // held while a job calls one
  bool ended = false;   // under `driver`

  size_t waiting() const { return quick.size() + jobs.size(); }
};

std::atomic<Pool*> g_pool{nullptr};

void end() {
  Pool* pool = g_pool.load();
  if (!pool || pool->owner != getpid()) return;
  std::lock_guard lock(pool->driver);
  pool->ended = true;
}

Pool& pool() {
  Pool* found = g_pool.load();
  while (!found || found->owner != getpid()) {
    auto* made = new Pool;
    if (g_pool.compare_exchange_strong(found, made)) {
      static std::once_flag once;
      std::call_once(once, [] { std::atexit(end); });
      return *made;
    }
    delete made;
  }
  return *found;
}

void serve(Pool& p) {
  // Of this thread alone, on Linux; compilers that it starts inherit it.
  setpriority(PRIO_PROCESS, 0, kNice);
  Unattended unattended;
  std::unique_lock lock(p.mutex);
  for (;;) {
    ++p.idle;
    p.changed.wait(lock, [&] { return p.waiting() > 0; });
    --p.idle;
    auto& first = p.quick.empty() ? p.jobs : p.quick;
    std::function<void()> job = std::move(first.front());
    first.pop_front();
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
  }
}

unsigned most_threads() {
  return std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u);
}

}  // namespace

bool run_in_background(std::function<void()> job, JobLength length) {
  Pool& p = pool();
  std::lock_guard lock(p.mutex);
  if (p.waiting() >= kMaxJobs) return false;
  if (p.idle <= p.waiting() && p.threads < most_threads()) {
    try {
      std::thread(serve, std::ref(p)).detach();
      ++p.threads;
    } catch (const std::system_error&) {
      if (p.threads == 0) return false;
    }
  }
  (length == JobLength::kQuick ? p.quick : p.jobs).push_back(std::move(job));
  p.changed.notify_one();
  return true;
}

BackgroundDriverUse::BackgroundDriverUse() {
  Pool& p = pool();
  lock_ = std::unique_lock(p.driver);
  allowed_ = !p.ended;
}

}  // namespace tenorite::jit
