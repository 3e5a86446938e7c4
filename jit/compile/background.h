// SPDX-License-Identifier: Apache-2.0
// Work that nobody waits for: a few threads of low priority.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>

#include "core/outer_lock.h"

namespace tenorite::jit {

// Quick jobs go before long ones, such as compilations.
enum class JobLength : uint8_t { kQuick, kLong };

// Queues a job; false, with nothing done, where too many wait already. Jobs are
// Unattended, must not throw, and may be dropped when the process ends; a
// forked child has none of them.
bool run_in_background(std::function<void()> job,
                       JobLength length = JobLength::kLong);

// To be held by jobs around calls of a driver, which must not run while the
// process ends; false then: the job has to return.
class BackgroundDriverUse {
 public:
  BackgroundDriverUse();
  explicit operator bool() const { return allowed_; }

 private:
  std::unique_lock<PatientMutex> lock_;
  bool allowed_;
};

}  // namespace tenorite::jit
