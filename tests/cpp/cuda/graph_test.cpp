// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/cuda/stream_table.h"
#include "core/cuda_runtime.h"
#include "core/error.h"
#include "tests/cpp/cuda/fresh_process.h"

namespace tenorite::cuda {
namespace {

constexpr Device kCuda0{DeviceType::kCuda, 0};

// Makes work on `then` wait for what is queued on `first`.
void wait_for(StreamId first, StreamId then) {
  const CudaRuntime& runtime = cuda_runtime();
  CudaEvent event = runtime.event_create(kCuda0, cudaEventDisableTiming);
  runtime.event_record(kCuda0, event, first);
  runtime.stream_wait_event(kCuda0, then, event);
  runtime.event_destroy(event);
}

TEST(Graphs, StreamsThatJoinHaveIdsOfTheirOwn) {
  in_fresh_process([] {
    fake::reset(1);
    const StreamId one = create_stream(kCuda0, true, 0);
    const StreamId two = create_stream(kCuda0, true, 0);
    const StreamId apart = create_stream(kCuda0, true, 0);
    EXPECT_EQ(captured_stream(kCuda0, one), one);
    Capture capture;
    const StreamId captured = begin_capture(kCuda0, one, capture);
    EXPECT_NE(captured, one);
    EXPECT_EQ(captured_stream(kCuda0, one), captured);
    EXPECT_EQ(captured_stream(kCuda0, captured), captured);
    EXPECT_EQ(captured_stream(kCuda0, two), two);  // not yet
    wait_for(captured, two);
    const StreamId joined = captured_stream(kCuda0, two);
    EXPECT_NE(joined, two);
    EXPECT_NE(joined, captured);
    EXPECT_EQ(captured_stream(kCuda0, two), joined);
    EXPECT_EQ(captured_stream(kCuda0, joined), joined);
    EXPECT_EQ(captured_stream(kCuda0, apart), apart);
    EXPECT_EQ(captured_stream(kCuda0, kDefaultStream), kDefaultStream);
    EXPECT_EQ(stream_handle(kCuda0, joined), stream_handle(kCuda0, two));
    // Memory that work on either uses is the graph's.
    for (StreamId stream : {captured, joined})
      EXPECT_EQ(capture_of(kCuda0, stream), &capture);
    EXPECT_EQ(capture_of(kCuda0, apart), nullptr);
    EXPECT_TRUE(capture.joined.empty());

    cudaGraph_t what = end_capture(kCuda0, captured);
    EXPECT_EQ(capture.joined, std::vector<StreamId>{joined});
    EXPECT_EQ(captured_stream(kCuda0, two), two);
    EXPECT_EQ(captures_under_way, 0);
    cudaGraphExec_t graph = make_graph(kCuda0, what);
    cudaGraphExec_t again = make_graph(kCuda0, what);
    destroy_template(kCuda0, what);
    EXPECT_EQ(fake::live_graphs(), 2);
    // Who waits for one of the ids waits for the last launch.
    launch_graph(kCuda0, graph, {joined, captured}, apart);
    EXPECT_EQ(fake::launches(stream_handle(kCuda0, apart)), 1);
    for (StreamId stream : {captured, joined})
      EXPECT_EQ(stream_handle(kCuda0, stream), stream_handle(kCuda0, apart));
    upload_graph(kCuda0, again, two);
    destroy_graph(kCuda0, graph);
    destroy_graph(kCuda0, again);
    EXPECT_EQ(fake::live_graphs(), 0);
    for (StreamId stream : {captured, joined, one, two, apart})
      release_stream(stream);
    EXPECT_EQ(fake::live_streams(), 0);
  });
}

TEST(Graphs, CapturesAreKeptApart) {
  in_fresh_process([] {
    fake::reset(1);
    StreamId streams[4];
    for (StreamId& stream : streams) stream = create_stream(kCuda0, true, 0);
    Capture one, two;
    const StreamId first = begin_capture(kCuda0, streams[0], one);
    const StreamId second = begin_capture(kCuda0, streams[1], two);
    wait_for(first, streams[2]);
    wait_for(second, streams[3]);
    const StreamId of_one = captured_stream(kCuda0, streams[2]);
    const StreamId of_two = captured_stream(kCuda0, streams[3]);
    EXPECT_EQ(capture_of(kCuda0, of_one), &one);
    EXPECT_EQ(capture_of(kCuda0, of_two), &two);
    destroy_template(kCuda0, end_capture(kCuda0, first));
    EXPECT_EQ(one.joined, std::vector<StreamId>{of_one});
    EXPECT_EQ(captured_stream(kCuda0, streams[2]), streams[2]);
    EXPECT_EQ(captured_stream(kCuda0, streams[3]), of_two);
    destroy_template(kCuda0, end_capture(kCuda0, second));
    EXPECT_THROW(end_capture(kCuda0, second), RuntimeError);
    EXPECT_EQ(fake::live_graphs(), 0);
  });
}

TEST(Graphs, FailuresLeaveNothingBehind) {
  in_fresh_process([] {
    fake::reset(1);
    const StreamId stream = create_stream(kCuda0, true, 0);
    Capture capture;
    EXPECT_THROW(begin_capture(kCuda0, kDefaultStream, capture), RuntimeError);
    EXPECT_EQ(captures_under_way, 0);
    const StreamId captured = begin_capture(kCuda0, stream, capture);
    fake::fail_next("cudaStreamEndCapture", cudaErrorStreamCaptureUnjoined);
    EXPECT_THROW(end_capture(kCuda0, captured), CudaError);
    EXPECT_EQ(captures_under_way, 0);
    EXPECT_EQ(fake::live_graphs(), 0);
  });
}

}  // namespace
}  // namespace tenorite::cuda
