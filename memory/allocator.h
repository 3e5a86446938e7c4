// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/device.h"
#include "core/export.h"
#include "memory/pool.h"

namespace tenorite::memory {

// The pool of a device: made at first use, never destroyed. Reads
// TENORITE_MEMORY_LIMIT ("8GiB", "80%", "1000000"; ValueError when malformed),
// TENORITE_POOL=none (every allocation is one of the backend's own, for memory
// checkers) and TENORITE_POISON=1 (fresh memory is filled with 0xFF).
Pool& pool(Device device);
// Page-locked host memory; RuntimeError where there is no CUDA. Its streams
// are numbered by host_stream() below.
Pool& pinned_pool();
// A bounded pool of the same memory for the chunks that copies go through.
TENORITE_EXPORT Pool& staging_pool();

// Page-locked memory is written by the host, whose "stream" is this one, and
// read by streams of any device, so those numbers name the device too.
inline constexpr StreamId kHostStream = 0;
constexpr StreamId host_stream(Device device, StreamId stream) {
  return (static_cast<StreamId>(device.index) + 1) << 48 | stream;
}

// What a device type brings along. Called once per device, before main() or
// while nothing is allocated there.
TENORITE_EXPORT void register_backend_factory(DeviceType type,
                                              Backend* (*make)(Device));
TENORITE_EXPORT void register_pinned_backend_factory(Backend* (*make)());

// Pools of one's own (CuPy's MemoryPool), with the same settings. A retired
// pool gives its idle memory back at once and the rest as its blocks die; what
// streams still use then is given back by the next make_pool() or
// collect_retired().
Pool& make_pool(Device device);
void retire_pool(Pool& pool) noexcept;
// Gives back what streams have finished with in retired pools; `wait`: also
// what they have not, once they have.
void collect_retired(bool wait) noexcept;

// Bytes that the device's arrays may take: its pool's limit, else its memory.
size_t capacity(Device device);

// To be called before a stream is destroyed, for all pools that know it.
TENORITE_EXPORT void release_stream(Device device, StreamId stream) noexcept;

// A piece of memory and how to give it back. With `release` null it came from
// the pool `context`, or from the device's own pool when that is null too.
struct Allocation {
  void* ptr = nullptr;
  size_t bytes = 0;
  void* context = nullptr;
  void (*release)(void* context, void* ptr) = nullptr;
};

// Supplies the memory of new arrays instead of pool(device). `context` is
// shared with calls in progress, so that replacing an allocator is safe.
struct Allocator {
  Allocation (*allocate)(void* context, Device device, size_t bytes,
                         StreamId stream) = nullptr;
  std::shared_ptr<void> context;
};

// For the whole process; one without `allocate` restores the device's pool.
void set_allocator(DeviceType type, Allocator allocator);
Allocator get_allocator(DeviceType type);
// For the calling thread, before the process's one. Returns the former.
Allocator exchange_thread_allocator(DeviceType type, Allocator allocator);

// Allocators that take from one given pool, or from the backend directly.
Allocator pool_allocator(Pool& pool);
Allocator unpooled_allocator();

// What arrays use: the thread's allocator, the process's, or the pool.
Allocation allocate(Device device, size_t bytes, StreamId stream);
void deallocate(Device device, const Allocation& allocation,
                const StreamId* used_on, size_t n_streams) noexcept;

}  // namespace tenorite::memory
