// SPDX-License-Identifier: Apache-2.0
// Where a rank is and what it waits for, and how errors say so.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collectives/job.h"

namespace tenorite::collectives {

// A communicator's place in its job.
struct Place {
  std::shared_ptr<Job> job;
  std::string communicator;  // its name in the job
  std::vector<int> ranks;    // of the job, by rank of the communicator
  int size() const { return static_cast<int>(ranks.size()); }
};

// A call while it waits: what errors say.
struct Waiting {
  int rank;  // of the communicator
  Call call;
  double seconds;
};
// "rank 1: all_reduce (call 3) at train.py:33".
std::string describe(const Waiting& waiting);

// Throws CommunicatorError with what is waiting and why it is not any more; the
// job fails with that, unless it has failed before.
[[noreturn]] void end_job(const Place& place, const Waiting& waiting,
                          const std::string& why);
// The same after too long a wait, with those that have not come.
[[noreturn]] void end_job_late(const Place& place, const Waiting& waiting);

}  // namespace tenorite::collectives
