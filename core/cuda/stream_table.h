// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "core/device.h"

namespace tenorite::cuda {

// The driver's handle of one of our streams; id 0 is the device's default
// (legacy) stream. Lock-free. RuntimeError when the stream was destroyed, is
// of another device, or is another thread's per-thread default stream.
cudaStream_t stream_handle(Device device, StreamId stream);
// The same, but false instead of an error.
bool try_stream_handle(Device device, StreamId stream,
                       cudaStream_t* handle) noexcept;

// Whether create_stream made it.
bool is_own_stream(StreamId stream) noexcept;

// True when the stream was destroyed or, if it is not ours, forgotten, and all
// work queued on it by then is done, so that nothing remains to be waited for.
bool stream_finished(Device device, StreamId stream) noexcept;
// Makes `then` wait for what was queued on a foreign stream when it was
// forgotten; false if `first` is no such stream.
bool wait_for_ended(StreamId first, cudaStream_t then);

// A new stream, held by one reference. `priority` as in CUDA: lower is more
// urgent, and out-of-range values are clamped.
StreamId create_stream(Device device, bool non_blocking, int priority);
// Gives an id to a foreign handle (equal handles have equal ids while they are
// registered) and adds a reference. 0 and 1 are the default stream; 2 is the
// calling thread's default stream.
StreamId wrap_stream(Device device, cudaStream_t handle);
// The stream that a number of wrap_stream() is, for one call of the driver: it
// gets no id. ValueError for what is no stream, as far as can be told.
cudaStream_t foreign_handle(Device device, uintptr_t number);
// The calling thread's per-thread default stream. Valid in this thread only;
// others may wait for its work through events.
StreamId thread_stream(Device device);

// A second id of a stream, with a reference, as for a foreign one: what is
// noted under the first is seen anew. Later it may stand for another stream.
StreamId add_second_id(Device device, cudaStream_t handle);
void point_second_id(StreamId id, cudaStream_t handle);

void retain_stream(StreamId stream);
// Drops a reference. With the last one a stream of ours is destroyed as soon
// as its work is done, and a foreign one is forgotten.
void release_stream(StreamId stream) noexcept;

// Adds a function that is called before a stream's last reference goes, while
// its handle still works. Adding one twice changes nothing.
using StreamHook = void (*)(Device device, StreamId stream);
void on_stream_destroy(StreamHook hook);

// The referenced streams of a device, each with one more reference, which the
// caller drops.
std::vector<StreamId> hold_streams(Device device);

}  // namespace tenorite::cuda
