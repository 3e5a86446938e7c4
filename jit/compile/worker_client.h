// SPDX-License-Identifier: Apache-2.0
// Calls to the processes in which NVRTC runs; they start when needed and stay
// for the next kernel.
#pragma once

#include "jit/compile/worker_protocol.h"

namespace tenorite::jit {

struct WorkerAnswer {
  WorkerReply reply;
  std::string failure;  // why there is no reply
};

// Whether one waits that has answered before.
bool has_idle_worker();

// Waits for at most `seconds`; a signal for Python ends the worker and throws
// Interrupted. Any thread; as many workers as threads that call.
WorkerAnswer call_worker(const WorkerRequest& request, double seconds);

}  // namespace tenorite::jit
