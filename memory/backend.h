// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/device.h"

namespace tenorite::memory {

using EventId = uint64_t;
// An event that has always happened. Not handed back to a backend.
inline constexpr EventId kNoEvent = 0;

struct MemoryInfo {
  size_t free = 0;   // bytes
  size_t total = 0;  // bytes
};

// What a pool needs from a device. Every member may be called from any thread;
// a pool never calls one under the lock of its data, and allocate() and
// deallocate() under none at all.
class Backend {
 public:
  virtual ~Backend() = default;

  // nullptr when the device has no memory left; any other failure throws.
  virtual void* allocate(size_t bytes) = 0;
  // The caller guarantees that no queued work uses the memory.
  virtual void deallocate(void* ptr, size_t bytes) noexcept = 0;

  // An event after all work now queued on the stream, or kNoEvent when there
  // is nothing to wait for. Throws when the stream is gone; the pool then
  // synchronizes instead.
  virtual EventId record(StreamId stream) = 0;
  virtual bool query(EventId event) = 0;
  virtual void wait(EventId event) = 0;
  virtual void release(EventId event) noexcept = 0;

  // Waits for all work on the device.
  virtual void synchronize() = 0;
  virtual MemoryInfo info() = 0;
  virtual Device device() const = 0;

  // Queues a byte fill on the stream; used to poison fresh memory.
  virtual void fill(void* ptr, size_t bytes, int value, StreamId stream) = 0;
};

}  // namespace tenorite::memory
