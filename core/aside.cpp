// SPDX-License-Identifier: Apache-2.0
#include "core/aside.h"

#include <pthread.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/interrupt.h"
#include "core/outer_lock.h"

namespace tenorite {
namespace {

struct Job {
  std::function<void()> work;
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  int flags = 0;
  std::exception_ptr error;
};

// Jobs that nobody waits for any more. Leaked.
struct Abandoned {
  std::mutex mutex;
  std::condition_variable changed;
  int count = 0;
};
Abandoned& abandoned() {
  static Abandoned& all = *[] {
    // Libraries that end while threads are inside of them may crash.
    std::atexit([] {
      std::unique_lock lock(abandoned().mutex);
      abandoned().changed.wait(lock, [] { return abandoned().count == 0; });
    });
    pthread_atfork(nullptr, nullptr, [] { abandoned().count = 0; });
    return new Abandoned;
  }();
  return all;
}

void serve(Job& job) {
  Unattended unattended;
  JobStop stop(job.stop);
  std::feclearexcept(FE_ALL_EXCEPT);
  try {
    job.work();
  } catch (...) {
    job.error = std::current_exception();
  }
  job.flags = std::fetestexcept(FE_ALL_EXCEPT);
  job.work = nullptr;
  {
    const std::lock_guard lock(job.mutex);
    job.done = true;
  }
  job.changed.notify_one();
}

void begin(const std::shared_ptr<Job>& job) {
  // Signals of the process are for the threads that can do something about
  // them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([job] {
    serve(*job);
    if (!job->stop) return;
    const std::lock_guard lock(abandoned().mutex);
    --abandoned().count;
    abandoned().changed.notify_all();
  }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void await(Job& job) {
  std::unique_lock lock(job.mutex);
  const auto interval = std::chrono::milliseconds(20);
  while (!job.changed.wait_for(lock, interval, [&] { return job.done; })) {
    lock.unlock();
    try {
      look_for_signals();
    } catch (...) {
      const std::lock_guard count_lock(abandoned().mutex);
      lock.lock();
      if (!job.done) {
        ++abandoned().count;
        job.stop = true;
      }
      throw;
    }
    lock.lock();
  }
}

}  // namespace

void run_aside(std::function<void()> work) {
  // Nobody would tell this thread to end.
  if (Unattended::here()) return work();
  auto job = std::make_shared<Job>();
  job->work = std::move(work);
  try {
    begin(job);
  } catch (const std::system_error&) {
    return job->work();
  }
  without_outer_lock([&] { await(*job); });
  std::feraiseexcept(job->flags);
  if (job->error) std::rethrow_exception(job->error);
}

}  // namespace tenorite
