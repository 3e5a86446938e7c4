// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/device.h"
#include "core/storage.h"

namespace tenorite::cuda {

// At least n counters in device memory for the next work on `stream`: zero,
// and to be left zero by the kernel that counts. `holder` may become their
// owner, to be kept until that kernel is launched. The device is current.
unsigned* zero_counters(Device device, StreamId stream, int64_t n,
                        StoragePtr& holder);

}  // namespace tenorite::cuda
