// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/graph.h"

#include <algorithm>
#include <mutex>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/error.h"
#include "core/outer_lock.h"

namespace tenorite::cuda {
namespace {

struct Running {
  StreamId captured;
  cudaStream_t handle;
  unsigned long long number;  // CUDA's, of the capture
  Capture* capture;
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
  const Running found = *it;
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
    list().running.push_back({captured, handle, number, &capture});
    return captured;
  } catch (...) {
    --captures_under_way;
    cudaGraph_t graph = nullptr;
    check_quietly(cudaStreamEndCapture(handle, &graph), "cudaStreamEndCapture");
    if (graph) check_quietly(cudaGraphDestroy(graph), "cudaGraphDestroy");
    throw;
  }
}

cudaGraphExec_t end_capture(Device device, StreamId captured) {
  DeviceGuard guard(device);
  const Running running = take(captured);
  cudaGraph_t graph = nullptr;
  const cudaError_t status = cudaStreamEndCapture(running.handle, &graph);
  --captures_under_way;
  if (status != cudaSuccess) {
    if (graph) check_quietly(cudaGraphDestroy(graph), "cudaGraphDestroy");
    TENORITE_CUDA_TRY(status);
  }
  cudaGraphExec_t executable = nullptr;
  const cudaError_t made = cudaGraphInstantiate(&executable, graph, 0);
  check_quietly(cudaGraphDestroy(graph), "cudaGraphDestroy");
  TENORITE_CUDA_TRY(made);
  return executable;
}

void launch_graph(Device device, cudaGraphExec_t graph, StreamId captured,
                  StreamId stream) {
  DeviceGuard guard(device);
  cudaStream_t handle = stream_handle(device, stream);
  TENORITE_CUDA_TRY(cudaGraphLaunch(graph, handle));
  point_second_id(captured, handle);
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
