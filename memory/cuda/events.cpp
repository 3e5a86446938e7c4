// SPDX-License-Identifier: Apache-2.0
#include "memory/cuda/events.h"

#include <memory>
#include <mutex>
#include <vector>

#include "core/cuda/check.h"
#include "core/cuda/graph.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"

namespace tenorite::cuda {
namespace {

struct PooledEvent {
  cudaEvent_t handle = nullptr;
  Device device;
  PooledEvent* next = nullptr;
};

// Leaked, and so are its events: the driver takes them back at exit.
struct EventPool {
  std::mutex mutex;
  PooledEvent* free = nullptr;
};

EventPool& pool_of(Device device) {
  static EventPool* pools = new EventPool[kMaxDevices];
  return pools[device.index];
}

PooledEvent* to_event(memory::EventId id) {
  return reinterpret_cast<PooledEvent*>(id);
}

// Under a DeviceGuard.
PooledEvent* take_event(Device device) {
  EventPool& pool = pool_of(device);
  {
    std::lock_guard lock(pool.mutex);
    if (PooledEvent* event = pool.free) {
      pool.free = event->next;
      return event;
    }
  }
  auto event = std::make_unique<PooledEvent>();
  event->device = device;
  TENORITE_CUDA_TRY(
      cudaEventCreateWithFlags(&event->handle, cudaEventDisableTiming));
  return event.release();
}

memory::EventId to_id(PooledEvent* event) {
  return reinterpret_cast<memory::EventId>(event);
}

}  // namespace

memory::EventId record_event(Device device, StreamId stream) {
  DeviceGuard guard(device);
  cudaStream_t handle = nullptr;
  if (!try_stream_handle(device, stream, &handle)) {
    if (stream_finished(device, stream)) return memory::kNoEvent;
    // What a forgotten one still has to do comes before what follows on the
    // default stream.
    if (!wait_for_ended(stream, nullptr))
      handle = stream_handle(device, stream);  // says what is wrong with it
  }
  // An event of a graph never happens for the host.
  refuse_capture(handle, "an event that the host looks at");
  PooledEvent* event = take_event(device);
  try {
    TENORITE_CUDA_TRY(cudaEventRecord(event->handle, handle));
  } catch (...) {
    release_event(to_id(event));
    throw;
  }
  return to_id(event);
}

bool query_event(memory::EventId id) {
  if (id == memory::kNoEvent) return true;
  DeviceGuard guard(to_event(id)->device);
  return event_done(to_event(id)->handle);
}

void wait_event(memory::EventId id) {
  if (id == memory::kNoEvent) return;
  DeviceGuard guard(to_event(id)->device);
  wait_for_event(to_event(id)->handle);
}

void block_on_event(memory::EventId id) {
  if (id == memory::kNoEvent) return;
  DeviceGuard guard(to_event(id)->device);
  TENORITE_CUDA_WAIT(cudaEventSynchronize(to_event(id)->handle));
}

void stream_wait_event(Device device, StreamId stream, memory::EventId id) {
  if (id == memory::kNoEvent) return;
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaStreamWaitEvent(stream_handle(device, stream),
                                        to_event(id)->handle, 0));
}

void release_event(memory::EventId id) noexcept {
  if (id == memory::kNoEvent) return;
  PooledEvent* event = to_event(id);
  EventPool& pool = pool_of(event->device);
  std::lock_guard lock(pool.mutex);
  event->next = pool.free;
  pool.free = event;
}

}  // namespace tenorite::cuda
