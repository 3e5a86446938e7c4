// SPDX-License-Identifier: Apache-2.0
#include "collectives/watched.h"

#include <atomic>
#include <exception>
#include <memory>

#include "collectives/threads.h"
#include "collectives/wait.h"

namespace tenorite::collectives {

void run_watched(const Place& place, const Waiting& waiting,
                 std::function<void()> work) {
  struct State {
    std::atomic<bool> done{false};
    std::exception_ptr error;
  };
  auto state = std::make_shared<State>();
  thread_without_signals([state, work = std::move(work)]() mutable {
    Unattended unattended;
    try {
      work();
    } catch (...) {
      state->error = std::current_exception();
    }
    work = nullptr;
    state->done.store(true, std::memory_order_release);
  }).detach();
  const Clock::time_point deadline = deadline_after(waiting.seconds);
  try {
    poll_until_done([&] {
      if (state->done.load(std::memory_order_acquire)) return 1;
      place.job->check();
      if (Clock::now() > deadline) end_job_late(place, waiting);
      return -1;
    });
  } catch (const Interrupted&) {
    place.job->fail(describe(waiting) + " was interrupted");
    throw;
  }
  if (state->error) std::rethrow_exception(state->error);
}

}  // namespace tenorite::collectives
