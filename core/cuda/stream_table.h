// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "core/device.h"

namespace tenorite::cuda {

// The driver's handle of one of our streams; id 0 is the device's default.
cudaStream_t stream_handle(Device device, StreamId stream);

}  // namespace tenorite::cuda
