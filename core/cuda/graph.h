// SPDX-License-Identifier: Apache-2.0
// Graphs: the work of a stream, captured once and launched often.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "core/capture.h"
#include "core/device.h"

namespace tenorite::cuda {

// Begins to capture a stream of ours or another's; RuntimeError for a default
// stream. Until the end, work on it is done under the id that is returned, so
// that all memory from before is seen to come in: it goes into `capture`.
StreamId begin_capture(Device device, StreamId stream, Capture& capture);
// The id under which work on the stream is done while it is being captured, by
// us: that of begin_capture(), or one that a stream gets which has joined a
// capture by an event. Else the stream itself.
StreamId captured_stream(Device device, StreamId stream);
// Ends it. Nothing is captured any more, also when it throws: work that cannot
// be captured has made it useless. The ids of streams that have joined are in
// `Capture::joined` then; who has them gives them back.
cudaGraph_t end_capture(Device device, StreamId captured);
// What can be launched.
cudaGraphExec_t make_graph(Device device, cudaGraph_t captured);
// Queues a graph. `captured` stand for the stream from then on: who waits for
// one waits for the graph's last launch.
void launch_graph(Device device, cudaGraphExec_t graph,
                  const std::vector<StreamId>& captured, StreamId stream);
void upload_graph(Device device, cudaGraphExec_t graph, StreamId stream);
void destroy_graph(Device device, cudaGraphExec_t graph) noexcept;
void destroy_template(Device device, cudaGraph_t captured) noexcept;
// Writes a text of GraphViz.
void print_template(Device device, cudaGraph_t captured,
                    const std::string& path, unsigned flags);

bool is_capturing(Device device, StreamId stream);
// Whether both are captured into one graph, or none is.
bool are_together(cudaStream_t one, cudaStream_t other);
// RuntimeError, before anything is queued, if the stream is being captured:
// `what` is the subject of the sentence.
void refuse_capture(cudaStream_t stream, const char* what);

}  // namespace tenorite::cuda
