// SPDX-License-Identifier: Apache-2.0
#include "tests/cpp/cuda/fake_runtime.h"

#include <cuda_profiler_api.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kDeviceBytes = size_t{1} << 30;

struct Stream {
  int device;
  unsigned flags;
  int priority;
  Clock::time_point done;
  unsigned long long capture = 0;  // that it is part of
};
struct Event {
  bool timing;
  Clock::time_point at;
  unsigned long long capture = 0;
};
struct Failure {
  cudaError_t status;
  bool sticky;
};

struct State {
  std::recursive_mutex mutex;
  int devices = 0;
  int driver = 0;
  cudaError_t probe = cudaSuccess;
  cudaError_t sticky = cudaSuccess;
  std::map<std::string, Failure> failures;
  std::map<std::string, int> calls;
  std::set<Stream*> streams;
  std::set<Event*> events;
  std::map<void*, size_t> allocations;
  std::set<int> contexts;
  std::map<int, Stream> null_streams;
  std::set<std::pair<int, int>> peers;
  unsigned long long captures = 0;
  std::set<void*> graphs;  // of both kinds
  std::map<cudaStream_t, int> launches;
};
State& state() {
  static State& s = *new State;
  return s;
}

std::atomic<void (*)(const char*)> g_watcher{nullptr};
thread_local int t_device = 0;
thread_local cudaError_t t_last = cudaSuccess;

cudaError_t result(cudaError_t status) {
  if (status != cudaSuccess) t_last = status;
  return status;
}

// Notes a call; what it returns when it has to fail, else success.
cudaError_t enter(const char* function) {
  if (auto* watcher = g_watcher.load()) watcher(function);
  State& s = state();
  ++s.calls[function];
  if (s.sticky != cudaSuccess) return result(s.sticky);
  auto it = s.failures.find(function);
  if (it == s.failures.end()) return cudaSuccess;
  const Failure failure = it->second;
  s.failures.erase(it);
  if (failure.sticky) s.sticky = failure.status;
  return result(failure.status);
}

#define ENTER()                        \
  std::lock_guard lock(state().mutex); \
  if (cudaError_t status = enter(__func__); status != cudaSuccess) return status

Stream& stream_of(cudaStream_t handle) {
  State& s = state();
  s.contexts.insert(t_device);
  if (handle == nullptr || handle == cudaStreamPerThread)
    return s.null_streams[t_device];
  return *reinterpret_cast<Stream*>(handle);
}

bool is_known(cudaStream_t handle) {
  return handle == nullptr || handle == cudaStreamPerThread ||
         state().streams.count(reinterpret_cast<Stream*>(handle)) != 0;
}

cudaError_t allocate(void** out, size_t bytes) {
  State& s = state();
  size_t used = bytes;
  for (auto& [ptr, size] : s.allocations) used += size;
  if (used > kDeviceBytes) return result(cudaErrorMemoryAllocation);
  s.contexts.insert(t_device);
  *out = std::malloc(std::max<size_t>(bytes, 1));
  s.allocations[*out] = bytes;
  return cudaSuccess;
}

cudaError_t deallocate(void* ptr) {
  if (ptr == nullptr) return cudaSuccess;
  if (state().allocations.erase(ptr) == 0) return result(cudaErrorInvalidValue);
  std::free(ptr);
  return cudaSuccess;
}

int context_state(int device, unsigned* flags, int* active) {
  std::lock_guard lock(state().mutex);
  *flags = 0;
  *active = static_cast<int>(state().contexts.count(device));
  return 0;
}

}  // namespace

namespace fake {

void reset(int devices, int driver_version) {
  State& s = state();
  std::lock_guard lock(s.mutex);
  s.devices = devices;
  s.driver = driver_version;
  s.probe = s.sticky = cudaSuccess;
  s.failures.clear();
  s.calls.clear();
  s.contexts.clear();
  s.null_streams.clear();
  t_device = 0;
  t_last = cudaSuccess;
}

void set_probe_error(cudaError_t status) { state().probe = status; }

void queue(cudaStream_t stream, std::chrono::milliseconds time) {
  std::lock_guard lock(state().mutex);
  Stream& s = stream_of(stream);
  s.done = std::max(s.done, Clock::now()) + time;
}

void fail_next(const char* function, cudaError_t status, bool sticky) {
  std::lock_guard lock(state().mutex);
  state().failures[function] = {status, sticky};
}

int calls(const char* function) {
  std::lock_guard lock(state().mutex);
  if (*function != 0) return state().calls[function];
  int n = 0;
  for (auto& [name, count] : state().calls) n += count;
  return n;
}

void watch(void (*watcher)(const char*)) { g_watcher = watcher; }

int live_streams() { return static_cast<int>(state().streams.size()); }
int live_events() { return static_cast<int>(state().events.size()); }
int live_allocations() { return static_cast<int>(state().allocations.size()); }
int contexts() { return static_cast<int>(state().contexts.size()); }
int live_graphs() { return static_cast<int>(state().graphs.size()); }
int launches(cudaStream_t stream) { return state().launches[stream]; }

}  // namespace fake

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  std::lock_guard lock(state().mutex);
  ++state().calls[__func__];
  if (state().probe != cudaSuccess) return result(state().probe);
  *count = state().devices;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = state().driver;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
const char* cudaGetErrorName(cudaError_t) { return "cudaErrorFake"; }
const char* cudaGetErrorString(cudaError_t) { return "a fake error"; }
cudaError_t cudaGetLastError() {
  cudaError_t last = t_last;
  t_last = state().sticky;
  return last;
}
cudaError_t cudaPeekAtLastError() { return t_last; }

cudaError_t cudaGetDevice(int* device) {
  ENTER();
  *device = t_device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  ENTER();
  if (device >= state().devices) return result(cudaErrorInvalidDevice);
  t_device = device;
  state().contexts.insert(device);
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  ENTER();
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int) {
  ENTER();
  *value = attr == cudaDevAttrComputeCapabilityMajor ? 9 : 0;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) {
  ENTER();
  std::memset(p, 0, sizeof *p);
  std::strcpy(p->name, "Fake");
  p->totalGlobalMem = kDeviceBytes;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int, int device) {
  ENTER();
  std::strcpy(text, device == 0 ? "0000:00:00.0" : "0000:01:00.0");
  return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  ENTER();
  *device = std::strcmp(text, "0000:00:00.0") == 0 ? 0 : 1;
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  ENTER();
  *total = *free = kDeviceBytes;
  for (auto& [ptr, size] : state().allocations) *free -= size;
  return cudaSuccess;
}
cudaError_t cudaGetDriverEntryPointByVersion(
    const char* name, void** function, unsigned, unsigned long long,
    cudaDriverEntryPointQueryResult* status) {
  *function = fake::driver_function(name);
  if (!*function) *function = reinterpret_cast<void*>(context_state);
  *status = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int a, int b) {
  ENTER();
  *can = a != b;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  ENTER();
  return state().peers.insert({t_device, peer}).second
             ? cudaSuccess
             : result(cudaErrorPeerAccessAlreadyEnabled);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  ENTER();
  return state().peers.erase({t_device, peer}) != 0
             ? cudaSuccess
             : result(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* out, unsigned flags,
                                         int priority) {
  ENTER();
  state().contexts.insert(t_device);
  auto* stream = new Stream{t_device, flags, priority, {}};
  state().streams.insert(stream);
  *out = reinterpret_cast<cudaStream_t>(stream);
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  ENTER();
  auto* stream = reinterpret_cast<Stream*>(handle);
  if (state().streams.erase(stream) == 0)
    return result(cudaErrorInvalidResourceHandle);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  ENTER();
  if (!is_known(handle)) return result(cudaErrorInvalidResourceHandle);
  return stream_of(handle).done <= Clock::now() ? cudaSuccess
                                                : result(cudaErrorNotReady);
}
cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
  ENTER();
  *flags = stream_of(handle).flags;
  return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  ENTER();
  *priority = stream_of(handle).priority;
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event,
                                unsigned) {
  ENTER();
  Stream& stream = stream_of(handle);
  stream.done = std::max(stream.done, reinterpret_cast<Event*>(event)->at);
  if (auto capture = reinterpret_cast<Event*>(event)->capture)
    stream.capture = capture;
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function,
                               void* data) {
  {
    ENTER();
  }
  function(data);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned flags) {
  ENTER();
  auto* event = new Event{(flags & cudaEventDisableTiming) == 0, {}};
  state().events.insert(event);
  *out = reinterpret_cast<cudaEvent_t>(event);
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  ENTER();
  auto* event = reinterpret_cast<Event*>(handle);
  if (state().events.erase(event) == 0)
    return result(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  ENTER();
  if (!is_known(stream)) return result(cudaErrorInvalidResourceHandle);
  reinterpret_cast<Event*>(event)->at =
      std::max(stream_of(stream).done, Clock::now());
  reinterpret_cast<Event*>(event)->capture = stream_of(stream).capture;
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  ENTER();
  return reinterpret_cast<Event*>(event)->at <= Clock::now()
             ? cudaSuccess
             : result(cudaErrorNotReady);
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
  ENTER();
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start,
                                 cudaEvent_t end) {
  ENTER();
  auto* a = reinterpret_cast<Event*>(start);
  auto* b = reinterpret_cast<Event*>(end);
  if (!a->timing || !b->timing) return result(cudaErrorInvalidResourceHandle);
  *ms = std::chrono::duration<float, std::milli>(b->at - a->at).count();
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** out, size_t bytes) {
  ENTER();
  return allocate(out, bytes);
}
cudaError_t cudaMallocManaged(void** out, size_t bytes, unsigned) {
  ENTER();
  return allocate(out, bytes);
}
cudaError_t cudaHostAlloc(void** out, size_t bytes, unsigned) {
  ENTER();
  return allocate(out, bytes);
}
cudaError_t cudaFree(void* ptr) {
  ENTER();
  return deallocate(ptr);
}
cudaError_t cudaFreeHost(void* ptr) {
  ENTER();
  return deallocate(ptr);
}
cudaError_t cudaHostRegister(void*, size_t, unsigned) {
  ENTER();
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void*) {
  ENTER();
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* out,
                                     const void* ptr) {
  ENTER();
  std::memset(out, 0, sizeof *out);
  const bool ours = state().allocations.count(const_cast<void*>(ptr)) != 0;
  out->type = ours ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t n,
                            cudaMemcpyKind, cudaStream_t) {
  ENTER();
  std::memcpy(dst, src, n);
  return cudaSuccess;
}
cudaError_t cudaMemcpyPeerAsync(void* dst, int, const void* src, int, size_t n,
                                cudaStream_t) {
  ENTER();
  std::memcpy(dst, src, n);
  return cudaSuccess;
}
cudaError_t cudaMemset(void* dst, int value, size_t n) {
  ENTER();
  std::memset(dst, value, n);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* dst, int value, size_t n, cudaStream_t) {
  ENTER();
  std::memset(dst, value, n);
  return cudaSuccess;
}
cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode) {
  ENTER();
  Stream& stream = stream_of(handle);
  if (stream.capture != 0) return result(cudaErrorIllegalState);
  stream.capture = ++state().captures;
  return cudaSuccess;
}
// Streams that have joined stand for work that came back.
cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  ENTER();
  const auto capture = stream_of(handle).capture;
  *graph = nullptr;
  if (capture == 0) return result(cudaErrorIllegalState);
  for (Stream* stream : state().streams)
    if (stream->capture == capture) stream->capture = 0;
  *graph = reinterpret_cast<cudaGraph_t>(new int);
  state().graphs.insert(*graph);
  return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle,
                                     cudaStreamCaptureStatus* status,
                                     unsigned long long* number, cudaGraph_t*,
                                     const cudaGraphNode_t**,
#if CUDART_VERSION >= 13000
                                     const cudaGraphEdgeData**,
#endif
                                     size_t*) {
  ENTER();
  *number = stream_of(handle).capture;
  *status = *number != 0 ? cudaStreamCaptureStatusActive
                         : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph,
                                 unsigned long long) {
  ENTER();
  if (state().graphs.count(graph) == 0) return result(cudaErrorInvalidValue);
  *made = reinterpret_cast<cudaGraphExec_t>(new int);
  state().graphs.insert(*made);
  return cudaSuccess;
}
static cudaError_t destroy(void* graph) {
  if (state().graphs.erase(graph) == 0) return result(cudaErrorInvalidValue);
  delete static_cast<int*>(graph);
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  ENTER();
  return destroy(graph);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  ENTER();
  return destroy(graph);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  ENTER();
  if (state().graphs.count(graph) == 0) return result(cudaErrorInvalidValue);
  ++state().launches[stream];
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t graph, cudaStream_t) {
  ENTER();
  return state().graphs.count(graph) ? cudaSuccess
                                     : result(cudaErrorInvalidValue);
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t, const char*, unsigned) {
  ENTER();
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // extern "C"
