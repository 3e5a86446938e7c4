// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "core/device.h"

namespace tenorite::cuda {

// Waits that can be interrupted (core/interrupt.h): they poll with a back-off
// instead of blocking inside the driver. To be called under a DeviceGuard and
// without the interpreter's lock. The queued work goes on after an Interrupted.
void wait_for_stream(cudaStream_t stream);
void wait_for_event(cudaEvent_t event);

// Whether the work is done. A failed asynchronous operation throws.
bool stream_done(cudaStream_t stream);
bool event_done(cudaEvent_t event);

// All work of this process on the device.
void wait_for_device(Device device);

}  // namespace tenorite::cuda
