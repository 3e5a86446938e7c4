// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "core/cuda/check.h"
#include "core/device.h"
#include "core/outer_lock.h"

namespace tenorite::cuda {

// Waits that can be interrupted (core/interrupt.h): they poll with a back-off
// instead of blocking inside the driver, and let go of the outer lock
// (core/outer_lock.h). To be called under a DeviceGuard. The queued work goes
// on after an Interrupted.
void wait_for_stream(cudaStream_t stream);
void wait_for_event(cudaEvent_t event);

// Whether the work is done. A failed asynchronous operation throws.
bool stream_done(cudaStream_t stream);
bool event_done(cudaEvent_t event);

// All work of this process on the device.
void wait_for_device(Device device);

// The status of a call that waits for the device, or may do so: without the
// outer lock, since a host function of some stream may need it to end.
template <class Call>
cudaError_t waiting(const Call& call) {
  cudaError_t status = cudaSuccess;
  without_outer_lock([&] { status = call(); });
  return status;
}
#define TENORITE_CUDA_WAIT(call)                                           \
  ::tenorite::cuda::check(::tenorite::cuda::waiting([&] { return call; }), \
                          #call, __FILE__, __LINE__)

}  // namespace tenorite::cuda
