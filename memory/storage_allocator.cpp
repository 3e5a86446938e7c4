// SPDX-License-Identifier: Apache-2.0
//
// Where arrays get their memory: replaceable allocators above the pools, and
// the face of both towards core.
#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>

#include "core/fork_guard.h"
#include "core/outer_lock.h"
#include "core/storage.h"
#include "memory/allocator.h"

namespace tenorite::memory {
namespace {

struct Replaced {
  Replaced() { guard_across_fork(mutex); }

  PatientMutex mutex;
  std::array<Allocator, kNumDeviceTypes> allocators;
};

Replaced& replaced() {
  static Replaced& all = *new Replaced;
  return all;
}

// Whether anybody ever replaced an allocator: otherwise nothing is looked up.
std::atomic<bool> any_replaced{false};
thread_local std::array<Allocator, kNumDeviceTypes> of_thread;

Allocator current_allocator(DeviceType type) {
  const Allocator& own = of_thread[static_cast<size_t>(type)];
  return own.allocate != nullptr ? own : get_allocator(type);
}

Allocation from_pool(Pool& pool, size_t bytes, StreamId stream) {
  return {pool.allocate(bytes, stream), bytes, &pool, nullptr};
}

}  // namespace

void set_allocator(DeviceType type, Allocator allocator) {
  any_replaced = true;
  std::lock_guard lock(replaced().mutex);
  // The former one goes out of scope after the lock: its end may run anything.
  std::swap(replaced().allocators[static_cast<size_t>(type)], allocator);
}

Allocator get_allocator(DeviceType type) {
  std::lock_guard lock(replaced().mutex);
  return replaced().allocators[static_cast<size_t>(type)];
}

Allocator exchange_thread_allocator(DeviceType type, Allocator allocator) {
  any_replaced = true;
  std::swap(of_thread[static_cast<size_t>(type)], allocator);
  return allocator;
}

Allocator pool_allocator(Pool& pool) {
  return {[](void* context, Device, size_t bytes, StreamId stream) {
            return from_pool(*static_cast<Pool*>(context), bytes, stream);
          },
          std::shared_ptr<void>(&pool, [](void*) {})};
}

Allocation allocate(Device device, size_t bytes, StreamId stream) {
  if (any_replaced.load(std::memory_order_relaxed)) [[unlikely]] {
    const Allocator allocator = current_allocator(device.type);
    if (allocator.allocate != nullptr)
      return allocator.allocate(allocator.context.get(), device, bytes, stream);
  }
  return {pool(device).allocate(bytes, stream), bytes, nullptr, nullptr};
}

void deallocate(Device device, const Allocation& allocation,
                const StreamId* used_on, size_t n_streams) noexcept {
  if (allocation.release != nullptr) {
    allocation.release(allocation.context, allocation.ptr);
    return;
  }
  Pool* from = static_cast<Pool*>(allocation.context);
  (from != nullptr ? *from : pool(device))
      .free(allocation.ptr, used_on, n_streams);
}

namespace {

// A storage keeps one word: null for the device's pool, another pool's
// address, or, marked by the lowest bit, a whole Allocation.
class PoolStorageAllocator final : public StorageAllocator {
 public:
  Block allocate(Device device, size_t nbytes, StreamId stream) override {
    const Allocation a = memory::allocate(device, nbytes, stream);
    if (a.release == nullptr) return {a.ptr, a.context};
    auto* kept = new Allocation(a);
    return {a.ptr, reinterpret_cast<char*>(kept) + 1};
  }

  void release(Device device, Block block, const StreamId* streams,
               size_t n) noexcept override {
    const auto word = reinterpret_cast<uintptr_t>(block.context);
    if ((word & 1) == 0) {
      deallocate(device, {block.data, 0, block.context, nullptr}, streams, n);
      return;
    }
    const std::unique_ptr<Allocation> kept(
        reinterpret_cast<Allocation*>(word - 1));
    deallocate(device, *kept, streams, n);
  }
};

[[maybe_unused]] const bool registered = [] {
  static PoolStorageAllocator& allocator = *new PoolStorageAllocator;
  register_storage_allocator(DeviceType::kCpu, &allocator);
  register_storage_allocator(DeviceType::kCuda, &allocator);
  return true;
}();

}  // namespace
}  // namespace tenorite::memory
