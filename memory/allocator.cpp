// SPDX-License-Identifier: Apache-2.0
#include "memory/allocator.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "core/error.h"
#include "core/outer_lock.h"
#include "core/stream.h"
#include "memory/cpu_backend.h"
#include "memory/hooks.h"
#include "memory/size_text.h"

namespace tenorite::memory {
namespace {

constexpr const char* kLimitName = "TENORITE_MEMORY_LIMIT";
constexpr size_t kStagingLimit = 256 << 20;
constexpr size_t kMaxCachedPinned = 512 << 20;

Backend* make_cpu_backend(Device) { return new CpuBackend; }

struct DeviceEntry {
  std::atomic<Pool*> pool{nullptr};
  std::atomic<Pool*> unpooled{nullptr};
  Backend* backend = nullptr;
};

// Everything here is leaked: arrays may die after static destructors ran.
struct Registry {
  Registry() { guard_across_fork(mutex); }

  PatientMutex mutex;
  std::array<Backend* (*)(Device), kNumDeviceTypes> factories{make_cpu_backend};
  Backend* (*pinned_factory)() = nullptr;
  Backend* pinned_backend = nullptr;
  std::atomic<Pool*> pinned{nullptr};
  std::atomic<Pool*> staging{nullptr};
  DeviceEntry devices[kNumDeviceTypes][kMaxDevices];
  std::vector<Pool*> own_pools;  // made by make_pool()
  std::vector<Pool*> retired;    // with blocks that somebody still uses
};

Registry& registry() {
  static Registry& all = *new Registry;
  return all;
}

DeviceEntry& entry(Device device) {
  TENORITE_CHECK(device.index >= 0 && device.index < kMaxDevices, ValueError,
                 "no such device: %s", to_string(device).c_str());
  return registry().devices[static_cast<int>(device.type)][device.index];
}

Backend& backend_locked(Device device) {
  DeviceEntry& e = entry(device);
  if (e.backend == nullptr) {
    const auto make = registry().factories[static_cast<int>(device.type)];
    TENORITE_CHECK(make != nullptr, RuntimeError,
                   "%s: this build of Tenorite has no support for it",
                   to_string(device).c_str());
    check_device(device);
    e.backend = make(device);
  }
  return *e.backend;
}

bool environment_is(const char* name, const char* value) {
  const char* text = std::getenv(name);
  return text != nullptr && std::strcmp(text, value) == 0;
}

PoolOptions options_for(Device device, Backend& backend) {
  PoolOptions options;
  if (device.is_cpu()) {
    options.alignment = 64;
    // The rest of the machine lives in the same memory: do not hoard.
    options.max_cached = backend.info().total / 4;
  }
  options.pass_through = environment_is("TENORITE_POOL", "none");
  options.poison = environment_is("TENORITE_POISON", "1");
  return options;
}

Pool* new_pool(Device device, Backend& backend, bool pass_through = false) {
  size_t limit = 0;
  if (const char* text = std::getenv(kLimitName))
    limit = parse_limit(kLimitName, text, backend.info().total);
  PoolOptions options = options_for(device, backend);
  options.pass_through |= pass_through;
  auto made = std::make_unique<Pool>(backend, options);
  made->set_limit(limit);
  return made.release();
}

Pool& unpooled(Device device) {
  DeviceEntry& e = entry(device);
  Pool* found = e.unpooled.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  std::lock_guard lock(registry().mutex);
  if (e.unpooled.load() == nullptr)
    e.unpooled = new_pool(device, backend_locked(device), true);
  return *e.unpooled;
}

Backend& pinned_backend_locked() {
  Registry& r = registry();
  TENORITE_CHECK(r.pinned_factory != nullptr, RuntimeError,
                 "page-locked memory needs CUDA, which this build of Tenorite "
                 "does not support");
  if (r.pinned_backend == nullptr) {
    check_device({DeviceType::kCuda, 0});
    r.pinned_backend = r.pinned_factory();
  }
  return *r.pinned_backend;
}

}  // namespace

Pool& pool(Device device) {
  DeviceEntry& e = entry(device);
  Pool* found = e.pool.load(std::memory_order_acquire);
  if (found != nullptr) [[likely]]
    return *found;
  std::lock_guard lock(registry().mutex);
  if (e.pool.load() == nullptr)
    e.pool = new_pool(device, backend_locked(device));
  return *e.pool;
}

size_t capacity(Device device) {
  if (const size_t limit = pool(device).limit()) return limit;
  std::lock_guard lock(registry().mutex);
  return backend_locked(device).info().total;
}

Pool& pinned_pool() {
  Registry& r = registry();
  Pool* found = r.pinned.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  std::lock_guard lock(r.mutex);
  if (r.pinned.load() == nullptr)
    r.pinned =
        new Pool(pinned_backend_locked(), {.max_cached = kMaxCachedPinned});
  return *r.pinned;
}

Pool& staging_pool() {
  Registry& r = registry();
  Pool* found = r.staging.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  std::lock_guard lock(r.mutex);
  if (r.staging.load() == nullptr) {
    auto made = std::make_unique<Pool>(pinned_backend_locked());
    // At the limit a copy waits for earlier ones instead of growing.
    made->set_limit(kStagingLimit);
    r.staging = made.release();
  }
  return *r.staging;
}

void register_backend_factory(DeviceType type, Backend* (*make)(Device)) {
  std::lock_guard lock(registry().mutex);
  registry().factories[static_cast<int>(type)] = make;
}

void register_pinned_backend_factory(Backend* (*make)()) {
  std::lock_guard lock(registry().mutex);
  registry().pinned_factory = make;
}

Pool& make_pool(Device device) {
  collect_retired(false);
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  Pool* made = new_pool(device, backend_locked(device));
  r.own_pools.push_back(made);
  return *made;
}

void retire_pool(Pool& pool) noexcept {
  // The object itself stays: a block's last owner may be inside it right now.
  pool.set_max_cached(0);
  try {
    pool.trim(0);
    if (pool.statistics().reserved_bytes == 0) return;
    std::lock_guard lock(registry().mutex);
    registry().retired.push_back(&pool);
  } catch (...) {
    // The device is lost.
  }
}

void collect_retired(bool wait) noexcept {
  Registry& r = registry();
  try {
    std::vector<Pool*> retired;
    {
      std::lock_guard lock(r.mutex);
      retired = r.retired;
    }
    for (Pool* pool : retired) {
      if (wait) {
        pool->trim(0);
      } else {
        pool->collect_finished();
        pool->set_max_cached(0);  // gives back what has become free
      }
    }
    if (retired.empty()) return;
    std::lock_guard lock(r.mutex);
    std::erase_if(r.retired, [](const Pool* pool) {
      return pool->statistics().reserved_bytes == 0;
    });
  } catch (...) {
    // The device is lost, or there is no host memory; the pools stay listed.
  }
}

Allocator unpooled_allocator() {
  return {[](void*, Device device, size_t bytes, StreamId stream) {
            Pool& from = unpooled(device);
            return Allocation{from.allocate(bytes, stream), bytes, &from,
                              nullptr};
          },
          nullptr};
}

void release_stream(Device device, StreamId stream) noexcept {
  if (device.index < 0 || device.index >= kMaxDevices) return;
  Registry& r = registry();
  {
    std::lock_guard lock(r.mutex);
    DeviceEntry& e = r.devices[static_cast<int>(device.type)][device.index];
    for (Pool* p : {e.pool.load(), e.unpooled.load()})
      if (p != nullptr) p->release_stream(stream);
    for (Pool* p : r.own_pools)
      if (p->device() == device) p->release_stream(stream);
    for (Pool* p : {r.pinned.load(), r.staging.load()})
      if (p != nullptr) p->release_stream(host_stream(device, stream));
  }
  if (auto stream_ended = hooks().stream_ended) stream_ended(device, stream);
}

}  // namespace tenorite::memory
