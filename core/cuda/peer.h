// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/device.h"

namespace tenorite::cuda {

bool can_access_peer(Device device, Device peer);
// Lets kernels and copies on `device` address the memory of `peer`; twice is
// no error. CudaError where the hardware cannot.
void enable_peer_access(Device device, Device peer);
void disable_peer_access(Device device, Device peer);

// Queues a copy between two GPUs on a stream of `stream_device`: direct where
// the hardware can (peer access is then switched on), else by way of the host.
void copy_peer(void* dst, Device dst_device, const void* src, Device src_device,
               size_t bytes, Device stream_device, StreamId stream);

}  // namespace tenorite::cuda
