// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/device.h"
#include "core/export.h"

namespace tenorite {

// One device, in the words of cudaDeviceProp.
struct CudaDeviceInfo {
  std::string name;
  std::string uuid;        // 16 bytes
  std::string pci_bus_id;  // "0000:3b:00.0"
  // Scalars are vectors of one.
  std::vector<std::pair<const char*, std::vector<int64_t>>> fields;
};

struct CudaPointerInfo {
  int type;  // cudaMemoryType: 0 unregistered, 1 host, 2 device, 3 managed
  int device;
  uintptr_t device_pointer;
  uintptr_t host_pointer;
};

// A driver's event handle.
using CudaEvent = void*;
// What it can launch of a graph, and what that is made from.
using CudaGraph = void*;
using CudaTemplate = void*;

class Capture;

// What the Python face needs of CUDA beyond DeviceProvider: a table that
// core/cuda registers, so that nothing above includes CUDA headers. Versions
// are 1000 * major + 10 * minor, flags and kinds CUDA's own numbers, times
// milliseconds. Every entry throws as core/cuda/check.h says; those that wait
// can be interrupted and must be called without the interpreter's lock.
struct CudaRuntime {
  int (*runtime_version)();
  int (*driver_version)();  // 0 without a driver
  // What kernels were compiled for, as CMake names it: "80-real 90-virtual".
  const char* architectures;

  int (*attribute)(int attribute, Device);
  std::vector<std::pair<const char*, int>> (*attributes)(Device);
  CudaDeviceInfo (*device_info)(Device);
  std::pair<size_t, size_t> (*memory_info)(Device);  // free, total bytes
  int (*device_by_pci_bus_id)(const std::string& bus_id);
  bool (*can_access_peer)(Device device, Device peer);
  // Lets work on `device` address the memory of `peer`; twice is no error.
  void (*enable_peer_access)(Device device, Device peer);
  void (*disable_peer_access)(Device device, Device peer);
  // Calls work(context) while the device is the thread's current one, for
  // libraries that look at that.
  void (*with_device)(Device device, void (*work)(void*), void* context);

  StreamId (*stream_create)(Device, bool non_blocking, int priority);
  StreamId (*stream_wrap)(Device, uintptr_t handle);
  StreamId (*stream_of_thread)(Device);
  void (*stream_release)(StreamId);
  // Makes work on the one stream wait for what is queued on the other, which is
  // a stream of another library: a handle, 0 or 1 for the default stream, 2 for
  // the calling thread's. Nobody has to keep that alive afterwards. ValueError
  // for what is no stream, as far as can be told.
  void (*order_before)(Device, StreamId first, uintptr_t then);
  void (*order_after)(Device, uintptr_t first, StreamId then);
  uintptr_t (*stream_handle)(Device, StreamId);
  bool (*stream_done)(Device, StreamId);
  // Whether it was destroyed, and all that was queued on it is done.
  bool (*stream_ended)(Device, StreamId);
  unsigned (*stream_flags)(Device, StreamId);
  int (*stream_priority)(Device, StreamId);
  void (*stream_wait_event)(Device, StreamId, CudaEvent);
  // Runs on a thread of the driver, which may make no CUDA call.
  void (*launch_host_func)(Device, StreamId, void (*)(void*), void*);

  // Graphs (core/cuda/graph.h says what they do).
  StreamId (*capture_begin)(Device, StreamId, Capture&);
  CudaTemplate (*capture_end)(Device, StreamId captured);
  CudaGraph (*graph_make)(Device, CudaTemplate);
  void (*graph_launch)(Device, CudaGraph, const std::vector<StreamId>& captured,
                       StreamId);
  void (*graph_upload)(Device, CudaGraph, StreamId);
  void (*graph_destroy)(Device, CudaGraph);
  void (*template_destroy)(Device, CudaTemplate);
  void (*template_print)(Device, CudaTemplate, const std::string& path,
                         unsigned flags);
  bool (*stream_is_capturing)(Device, StreamId);
  StreamId (*stream_in_capture)(Device, StreamId);

  CudaEvent (*event_create)(Device, unsigned flags);
  void (*event_destroy)(CudaEvent);
  void (*event_record)(Device, CudaEvent, StreamId);
  bool (*event_done)(CudaEvent);
  void (*event_wait)(CudaEvent);
  float (*event_elapsed)(CudaEvent start, CudaEvent end);

  void* (*malloc)(Device, size_t bytes);
  void* (*malloc_managed)(Device, size_t bytes, unsigned flags);
  void (*free)(Device, void*);
  void* (*host_alloc)(size_t bytes, unsigned flags);
  void (*host_free)(void*);
  void (*host_register)(void*, size_t bytes, unsigned flags);
  void (*host_unregister)(void*);
  CudaPointerInfo (*pointer_info)(const void*);
  // Copies and fills are queued on the stream.
  void (*copy)(void* dst, const void* src, size_t bytes, int kind, Device,
               StreamId);
  void (*copy_peer)(void* dst, Device dst_device, const void* src,
                    Device src_device, size_t bytes, Device, StreamId);
  void (*fill)(void* dst, int value, size_t bytes, Device, StreamId);

  void (*profiler_start)();
  void (*profiler_stop)();
  // For profilers, by NVTX: no device is needed. Colours are 0xAARRGGBB, 0 is
  // any.
  void (*range_push)(const char* message, uint32_t argb);
  void (*range_pop)();
  void (*mark)(const char* message, uint32_t argb);
};

TENORITE_EXPORT void register_cuda_runtime(const CudaRuntime* runtime);
// Null while the CUDA part is not open (core/cuda_part.h).
const CudaRuntime* cuda_runtime_or_null();
// RuntimeError with the reason when no CUDA device can be used.
const CudaRuntime& cuda_runtime();

}  // namespace tenorite
