// SPDX-License-Identifier: Apache-2.0
// Who made the arrays that are alive, and how much memory pools had when.
// Nothing is noted unless someone asked for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/call_site.h"
#include "core/device.h"

namespace tenorite {

class Storage;

namespace memory_trace {

// Whether storages are noted that are made from now on.
extern std::atomic<bool> origins;
inline bool notes_origins() { return origins.load(std::memory_order_relaxed); }

// For a storage itself: when it is made, and before it ends.
void made(const Storage& storage);
void gone(const Storage& storage) noexcept;

struct Live {
  CallSite site;
  double time;  // of core/interval.h, when it was made
  Device device;
  size_t bytes;
  bool allocated;  // or recorded: it has no memory yet
};
// The noted storages that are alive.
std::vector<Live> live();
// Nobody made the storages that are alive.
void forget();

// How many listen to the pools.
extern std::atomic<int> listeners;
inline bool is_watched() {
  return listeners.load(std::memory_order_relaxed) != 0;
}

struct Event {
  double time;
  Device device;
  const void* pool;
  int64_t bytes;          // asked for; negative where they were given back
  size_t used, reserved;  // by the pool, afterwards
};
constexpr size_t kMostEvents = size_t{1} << 20;

void start();
void stop();
void add(const Event& event) noexcept;
// Events from number `first` on; numbers count from the first listener on.
// After kMostEvents no more are kept.
std::vector<Event> events_from(size_t first);
size_t count();

}  // namespace memory_trace
}  // namespace tenorite
