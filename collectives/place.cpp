// SPDX-License-Identifier: Apache-2.0
#include "collectives/place.h"

namespace tenorite::collectives {

std::string describe(const Waiting& waiting) {
  return format("rank %d: %s", waiting.rank, describe(waiting.call).c_str());
}

void end_job(const Place& place, const Waiting& waiting,
             const std::string& why) {
  const std::string text = describe(waiting) + ": " + why;
  place.job->fail(text);
  throw CommunicatorError(text);
}

void end_job_late(const Place& place, const Waiting& waiting) {
  const std::string missing = place.job->describe_missing(
      place.communicator, place.size(), waiting.call.time);
  end_job(
      place, waiting,
      format("it has waited for %g s; %s", waiting.seconds, missing.c_str()));
}

}  // namespace tenorite::collectives
