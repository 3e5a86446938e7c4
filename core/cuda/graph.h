// SPDX-License-Identifier: Apache-2.0
// Graphs: the work of a stream, captured once and launched often.
#pragma once

#include <cuda_runtime_api.h>

#include "core/capture.h"
#include "core/device.h"

namespace tenorite::cuda {

// Begins to capture a stream of ours or another's; RuntimeError for a default
// stream. Until the end, work on it is done under the id that is returned, so
// that all memory from before is seen to come in: it goes into `capture`.
StreamId begin_capture(Device device, StreamId stream, Capture& capture);
// Ends it and returns what can be launched. Nothing is captured any more, also
// when it throws: work that cannot be captured has made it useless.
cudaGraphExec_t end_capture(Device device, StreamId captured);
// Queues a graph. `captured` stands for the stream from then on: who waits for
// it waits for the graph's last launch.
void launch_graph(Device device, cudaGraphExec_t graph, StreamId captured,
                  StreamId stream);
void upload_graph(Device device, cudaGraphExec_t graph, StreamId stream);
void destroy_graph(Device device, cudaGraphExec_t graph) noexcept;

bool is_capturing(Device device, StreamId stream);
// Whether both are captured into one graph, or none is.
bool are_together(cudaStream_t one, cudaStream_t other);
// RuntimeError, before anything is queued, if the stream is being captured:
// `what` is the subject of the sentence.
void refuse_capture(cudaStream_t stream, const char* what);

}  // namespace tenorite::cuda
