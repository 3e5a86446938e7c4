// SPDX-License-Identifier: Apache-2.0
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <memory>

#include "core/cuda/check.h"
#include "core/cuda/device_info.h"
#include "core/cuda/graph.h"
#include "core/cuda/nvtx.h"
#include "core/cuda/peer.h"
#include "core/cuda/process.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/cuda_runtime.h"
#include "core/stream.h"

namespace tenorite::cuda {
namespace {

cudaEvent_t as_event(CudaEvent event) {
  return static_cast<cudaEvent_t>(event);
}

void synchronize_stream(Device device, StreamId stream) {
  DeviceGuard guard(device);
  // A destroyed stream has nothing left to wait for.
  if (stream_finished(device, stream)) return;
  wait_for_stream(wait_for_ended(stream, nullptr)
                      ? nullptr
                      : cuda::stream_handle(device, stream));
}

// One event per thread and device serves all: a wait refers to the record
// that precedes it, and recording again does not disturb it.
void order_handles(Device device, cudaStream_t first, cudaStream_t then) {
  // A graph's launches are ordered, not what it is captured from.
  if (first == then || !are_together(first, then)) return;
  static thread_local cudaEvent_t events[64] = {};
  cudaEvent_t& event = events[device.index % 64];
  if (!event)
    TENORITE_CUDA_TRY(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  TENORITE_CUDA_TRY(cudaEventRecord(event, first));
  TENORITE_CUDA_TRY(cudaStreamWaitEvent(then, event, 0));
}

// Of the work on one of our streams, before that on any.
void order_from(Device device, StreamId first, cudaStream_t then) {
  DeviceGuard guard(device);
  if (stream_finished(device, first) || wait_for_ended(first, then)) return;
  order_handles(device, cuda::stream_handle(device, first), then);
}

void order_streams(Device device, StreamId first, StreamId then) {
  order_from(device, first, cuda::stream_handle(device, then));
}

void order_before(Device device, StreamId first, uintptr_t then) {
  order_from(device, first, foreign_handle(device, then));
}

void order_after(Device device, uintptr_t first, StreamId then) {
  DeviceGuard guard(device);
  order_handles(device, foreign_handle(device, first),
                cuda::stream_handle(device, then));
}

constexpr DeviceProvider kProvider = {
    .count = device_count,
    .why_none = why_no_device,
    .synchronize = synchronize_stream,
    .synchronize_device = wait_for_device,
    .order = order_streams,
};

int runtime_version() {
  int version = 0;
  TENORITE_CUDA_TRY(cudaRuntimeGetVersion(&version));
  return version;
}

int driver_version() {
  int version = 0;
  TENORITE_CUDA_TRY(cudaDriverGetVersion(&version));
  return version;
}

struct HostCall {
  void (*function)(void*);
  void* argument;
};

void CUDART_CB run_host_call(void* data) {
  std::unique_ptr<HostCall> call(static_cast<HostCall*>(data));
  call->function(call->argument);
}

void launch_host_func(Device device, StreamId stream, void (*function)(void*),
                      void* argument) {
  DeviceGuard guard(device);
  auto call = std::make_unique<HostCall>(HostCall{function, argument});
  TENORITE_CUDA_TRY(cudaLaunchHostFunc(cuda::stream_handle(device, stream),
                                       run_host_call, call.get()));
  call.release();
}

CudaEvent event_create(Device device, unsigned flags) {
  DeviceGuard guard(device);
  cudaEvent_t event = nullptr;
  TENORITE_CUDA_TRY(cudaEventCreateWithFlags(&event, flags));
  return event;
}

void event_destroy(CudaEvent event) {
  if (usable())
    check_quietly(cudaEventDestroy(as_event(event)), "cudaEventDestroy");
}

void event_record(Device device, CudaEvent event, StreamId stream) {
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(
      cudaEventRecord(as_event(event), cuda::stream_handle(device, stream)));
}

float event_elapsed(CudaEvent start, CudaEvent end) {
  require_usable();
  float milliseconds = 0;
  TENORITE_CUDA_TRY(
      cudaEventElapsedTime(&milliseconds, as_event(start), as_event(end)));
  return milliseconds;
}

unsigned stream_flags(Device device, StreamId stream) {
  DeviceGuard guard(device);
  unsigned flags = 0;
  TENORITE_CUDA_TRY(
      cudaStreamGetFlags(cuda::stream_handle(device, stream), &flags));
  return flags;
}

int stream_priority(Device device, StreamId stream) {
  DeviceGuard guard(device);
  int priority = 0;
  TENORITE_CUDA_TRY(
      cudaStreamGetPriority(cuda::stream_handle(device, stream), &priority));
  return priority;
}

void stream_wait_event(Device device, StreamId stream, CudaEvent event) {
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaStreamWaitEvent(cuda::stream_handle(device, stream),
                                        as_event(event), 0));
}

void* device_malloc(Device device, size_t bytes) {
  DeviceGuard guard(device);
  void* pointer = nullptr;
  TENORITE_CUDA_WAIT(cudaMalloc(&pointer, bytes));
  return pointer;
}

void* malloc_managed(Device device, size_t bytes, unsigned flags) {
  DeviceGuard guard(device);
  void* pointer = nullptr;
  TENORITE_CUDA_WAIT(cudaMallocManaged(&pointer, bytes, flags));
  return pointer;
}

void device_free(Device device, void* pointer) {
  if (!usable()) return;
  DeviceGuard guard(device);
  TENORITE_CUDA_WAIT(cudaFree(pointer));
}

void* host_alloc(size_t bytes, unsigned flags) {
  require_usable();
  void* pointer = nullptr;
  TENORITE_CUDA_WAIT(cudaHostAlloc(&pointer, bytes, flags));
  return pointer;
}

void host_free(void* pointer) {
  if (usable()) TENORITE_CUDA_WAIT(cudaFreeHost(pointer));
}

void host_register(void* pointer, size_t bytes, unsigned flags) {
  require_usable();
  TENORITE_CUDA_WAIT(cudaHostRegister(pointer, bytes, flags));
}

void host_unregister(void* pointer) {
  if (usable()) TENORITE_CUDA_WAIT(cudaHostUnregister(pointer));
}

void copy(void* dst, const void* src, size_t bytes, int kind, Device device,
          StreamId stream) {
  DeviceGuard guard(device);
  TENORITE_CUDA_WAIT(cudaMemcpyAsync(dst, src, bytes,
                                     static_cast<cudaMemcpyKind>(kind),
                                     cuda::stream_handle(device, stream)));
}

void fill(void* dst, int value, size_t bytes, Device device, StreamId stream) {
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(
      cudaMemsetAsync(dst, value, bytes, cuda::stream_handle(device, stream)));
}

constexpr CudaRuntime kRuntime = {
    .runtime_version = runtime_version,
    .driver_version = driver_version,
    .architectures = TENORITE_CUDA_ARCHITECTURES,
    .attribute = attribute,
    .attributes = attributes,
    .device_info = device_info,
    .memory_info = memory_info,
    .device_by_pci_bus_id = device_by_pci_bus_id,
    .can_access_peer = can_access_peer,
    .enable_peer_access = enable_peer_access,
    .disable_peer_access = disable_peer_access,
    .with_device =
        [](Device device, void (*work)(void*), void* context) {
          DeviceGuard guard(device);
          work(context);
        },
    .stream_create = create_stream,
    .stream_wrap =
        [](Device device, uintptr_t handle) {
          return wrap_stream(device, reinterpret_cast<cudaStream_t>(handle));
        },
    .stream_of_thread = thread_stream,
    .stream_release = [](StreamId stream) { release_stream(stream); },
    .order_before = order_before,
    .order_after = order_after,
    .stream_handle =
        [](Device device, StreamId stream) {
          return reinterpret_cast<uintptr_t>(
              cuda::stream_handle(device, stream));
        },
    .stream_done =
        [](Device device, StreamId stream) {
          DeviceGuard guard(device);
          return cuda::stream_done(cuda::stream_handle(device, stream));
        },
    .stream_ended = cuda::stream_finished,
    .stream_flags = stream_flags,
    .stream_priority = stream_priority,
    .stream_wait_event = stream_wait_event,
    .launch_host_func = launch_host_func,
    .capture_begin = begin_capture,
    .capture_end = [](Device device, StreamId captured) -> CudaTemplate {
      return end_capture(device, captured);
    },
    .graph_make = [](Device device, CudaTemplate captured) -> CudaGraph {
      return make_graph(device, static_cast<cudaGraph_t>(captured));
    },
    .graph_launch =
        [](Device device, CudaGraph graph,
           const std::vector<StreamId>& captured, StreamId stream) {
          launch_graph(device, static_cast<cudaGraphExec_t>(graph), captured,
                       stream);
        },
    .graph_upload =
        [](Device device, CudaGraph graph, StreamId stream) {
          upload_graph(device, static_cast<cudaGraphExec_t>(graph), stream);
        },
    .graph_destroy =
        [](Device device, CudaGraph graph) {
          destroy_graph(device, static_cast<cudaGraphExec_t>(graph));
        },
    .template_destroy =
        [](Device device, CudaTemplate captured) {
          destroy_template(device, static_cast<cudaGraph_t>(captured));
        },
    .template_print =
        [](Device device, CudaTemplate captured, const std::string& path,
           unsigned flags) {
          print_template(device, static_cast<cudaGraph_t>(captured), path,
                         flags);
        },
    .stream_is_capturing = is_capturing,
    .stream_in_capture = captured_stream,
    .event_create = event_create,
    .event_destroy = event_destroy,
    .event_record = event_record,
    .event_done =
        [](CudaEvent event) {
          require_usable();
          return cuda::event_done(as_event(event));
        },
    .event_wait =
        [](CudaEvent event) {
          require_usable();
          wait_for_event(as_event(event));
        },
    .event_elapsed = event_elapsed,
    .malloc = device_malloc,
    .malloc_managed = malloc_managed,
    .free = device_free,
    .host_alloc = host_alloc,
    .host_free = host_free,
    .host_register = host_register,
    .host_unregister = host_unregister,
    .pointer_info = pointer_info,
    .copy = copy,
    .copy_peer = copy_peer,
    .fill = fill,
    .profiler_start = [] { TENORITE_CUDA_TRY(cudaProfilerStart()); },
    .profiler_stop = [] { TENORITE_CUDA_TRY(cudaProfilerStop()); },
    .range_push = range_push,
    .range_pop = range_pop,
    .mark = mark,
};

[[maybe_unused]] const bool registered = [] {
  register_device_provider(DeviceType::kCuda, &kProvider);
  register_cuda_runtime(&kRuntime);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda
