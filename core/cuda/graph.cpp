// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/graph.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/error.h"
#include "core/outer_lock.h"

namespace tenorite::cuda {
namespace {

struct Joined {
  cudaStream_t handle;
  StreamId captured;
};
struct Running {
  StreamId captured;
  cudaStream_t handle;
  unsigned long long number;  // CUDA's, of the capture
  Capture* capture;
  std::vector<Joined> joined;  // by events
};
struct List {
  PatientMutex mutex;
  std::vector<Running> running;
};
// Leaked, as the table of streams is.
List& list() {
  static List& all = *new List;
  return all;
}

// CUDA's number of the capture that a stream is part of; 0 for none.
unsigned long long capture_number(cudaStream_t stream) {
  // Asking about the default stream is refused while others are captured.
  if (stream == nullptr || stream == cudaStreamLegacy) return 0;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long number = 0;
  TENORITE_CUDA_TRY(cudaStreamGetCaptureInfo(stream, &status, &number));
  return status == cudaStreamCaptureStatusNone ? 0 : number;
}

bool none_under_way() {
  return captures_under_way.load(std::memory_order_relaxed) == 0;
}

Capture* find_capture(Device device, StreamId stream) {
  if (!device.is_cuda() || stream == kDefaultStream) return nullptr;
  cudaStream_t handle = nullptr;
  if (!try_stream_handle(device, stream, &handle)) return nullptr;
  const unsigned long long number = capture_number(handle);
  if (number == 0) return nullptr;
  std::lock_guard lock(list().mutex);
  for (const Running& running : list().running)
    if (running.number == number) return running.capture;
  return nullptr;  // somebody else's
}

[[maybe_unused]] const bool registered = [] {
  register_capture_finder(find_capture);
  return true;
}();

Running take(StreamId captured) {
  std::lock_guard lock(list().mutex);
  auto& running = list().running;
  auto it = std::find_if(running.begin(), running.end(), [&](const Running& r) {
    return r.captured == captured;
  });
  TENORITE_CHECK(it != running.end(), RuntimeError,
                 "the stream is not being captured");
  Running found = std::move(*it);
  running.erase(it);
  return found;
}

}  // namespace

StreamId begin_capture(Device device, StreamId stream, Capture& capture) {
  cudaStream_t handle = stream_handle(device, stream);
  TENORITE_CHECK(handle != nullptr && handle != cudaStreamPerThread,
                 RuntimeError, "cannot capture on the default stream");
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(
      cudaStreamBeginCapture(handle, cudaStreamCaptureModeRelaxed));
  ++captures_under_way;
  try {
    const unsigned long long number = capture_number(handle);
    const StreamId captured = add_second_id(device, handle);
    std::lock_guard lock(list().mutex);
    list().running.push_back({captured, handle, number, &capture, {}});
    return captured;
  } catch (...) {
    --captures_under_way;
    cudaGraph_t graph = nullptr;
    check_quietly(cudaStreamEndCapture(handle, &graph), "cudaStreamEndCapture");
    if (graph) check_quietly(cudaGraphDestroy(graph), "cudaGraphDestroy");
    throw;
  }
}

StreamId captured_stream(Device device, StreamId stream) {
  if (none_under_way() || stream == kDefaultStream) return stream;
  DeviceGuard guard(device);
  cudaStream_t handle = stream_handle(device, stream);
  const unsigned long long number = capture_number(handle);
  if (number == 0) return stream;
  std::lock_guard lock(list().mutex);
  for (Running& running : list().running) {
    if (running.number != number) continue;
    if (running.handle == handle) return running.captured;
    for (const Joined& joined : running.joined)
      if (joined.handle == handle) return joined.captured;
    // Room first: an id that is made may not be lost.
    running.joined.reserve(running.joined.size() + 1);
    running.joined.push_back({handle, add_second_id(device, handle)});
    return running.joined.back().captured;
  }
  return stream;  // somebody else's
}

cudaGraph_t end_capture(Device device, StreamId captured) {
  DeviceGuard guard(device);
  const Running running = take(captured);
  for (const Joined& joined : running.joined)
    running.capture->joined.push_back(joined.captured);
  cudaGraph_t graph = nullptr;
  const cudaError_t status = cudaStreamEndCapture(running.handle, &graph);
  --captures_under_way;
  if (status != cudaSuccess) {
    if (graph) check_quietly(cudaGraphDestroy(graph), "cudaGraphDestroy");
    TENORITE_CUDA_TRY(status);
  }
  return graph;
}

cudaGraphExec_t make_graph(Device device, cudaGraph_t captured) {
  DeviceGuard guard(device);
  cudaGraphExec_t executable = nullptr;
  TENORITE_CUDA_TRY(cudaGraphInstantiate(&executable, captured, 0));
  return executable;
}

void launch_graph(Device device, cudaGraphExec_t graph,
                  const std::vector<StreamId>& captured, StreamId stream) {
  DeviceGuard guard(device);
  cudaStream_t handle = stream_handle(device, stream);
  TENORITE_CUDA_TRY(cudaGraphLaunch(graph, handle));
  for (StreamId id : captured) point_second_id(id, handle);
}

void upload_graph(Device device, cudaGraphExec_t graph, StreamId stream) {
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaGraphUpload(graph, stream_handle(device, stream)));
}

void destroy_graph(Device device, cudaGraphExec_t graph) noexcept {
  if (!usable()) return;
  try {
    DeviceGuard guard(device);
    check_quietly(cudaGraphExecDestroy(graph), "cudaGraphExecDestroy");
  } catch (...) {
    // The device is lost.
  }
}

void destroy_template(Device device, cudaGraph_t captured) noexcept {
  if (!usable()) return;
  try {
    DeviceGuard guard(device);
    check_quietly(cudaGraphDestroy(captured), "cudaGraphDestroy");
  } catch (...) {
    // The device is lost.
  }
}

void print_template(Device device, cudaGraph_t captured,
                    const std::string& path, unsigned flags) {
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaGraphDebugDotPrint(captured, path.c_str(), flags));
}

bool is_capturing(Device device, StreamId stream) {
  if (stream == kDefaultStream) return false;
  DeviceGuard guard(device);
  return capture_number(stream_handle(device, stream)) != 0;
}

bool are_together(cudaStream_t one, cudaStream_t other) {
  return none_under_way() || capture_number(one) == capture_number(other);
}

void refuse_capture(cudaStream_t stream, const char* what) {
  if (none_under_way() || capture_number(stream) == 0) return;
  throw RuntimeError(
      format("%s cannot be captured in a graph: do it before or after", what));
}

}  // namespace tenorite::cuda
