// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/device.h"
#include "memory/backend.h"

namespace tenorite::cuda {

// Recycled CUDA events without timing, behind the numbers of memory/backend.h.
// An event knows its device, so one number serves backends of any device.

// After all work now queued on the stream; kNoEvent when the stream was
// destroyed and its work is done.
memory::EventId record_event(Device device, StreamId stream);
bool query_event(memory::EventId event);
// The first can be interrupted (core/interrupt.h), the second cannot: a pool
// waits where nothing may be thrown on a signal's account.
void wait_event(memory::EventId event);
void block_on_event(memory::EventId event);
// Makes the stream wait, not the host.
void stream_wait_event(Device device, StreamId stream, memory::EventId event);
void release_event(memory::EventId event) noexcept;

}  // namespace tenorite::cuda
