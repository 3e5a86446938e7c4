// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "collectives/place.h"

namespace tenorite::collectives {

// Runs `work`, a call of a library that may wait for other ranks, in a thread
// of its own and waits for it. CommunicatorError where it takes more than
// `waiting.seconds` or the job fails; the job has failed then, and `work` goes
// on to wait, so it owns what it uses. What it throws is thrown here.
void run_watched(const Place& place, const Waiting& waiting,
                 std::function<void()> work);

}  // namespace tenorite::collectives
