// SPDX-License-Identifier: Apache-2.0
#include "core/memory_trace.h"

#include <mutex>
#include <unordered_map>

#include "core/fork_guard.h"
#include "core/interval.h"
#include "core/outer_lock.h"
#include "core/storage.h"

namespace tenorite::memory_trace {
namespace {

struct Origin {
  CallSite site;
  double time;
};

struct Kept {
  Kept() { guard_across_fork(mutex); }

  PatientMutex mutex;
  std::unordered_map<const Storage*, Origin> origins;
  std::vector<Event> events;
};
Kept& kept() {
  static Kept& instance = *new Kept;
  return instance;
}

}  // namespace

std::atomic<bool> origins{false};
std::atomic<int> listeners{0};

void made(const Storage& storage) {
  Origin origin{call_site(), steady_seconds()};  // may ask for the outer lock
  std::lock_guard lock(kept().mutex);
  kept().origins.insert_or_assign(&storage, std::move(origin));
}

void gone(const Storage& storage) noexcept {
  std::lock_guard lock(kept().mutex);
  kept().origins.erase(&storage);
}

std::vector<Live> live() {
  std::lock_guard lock(kept().mutex);
  std::vector<Live> all;
  all.reserve(kept().origins.size());
  // None of them ends while the lock is held.
  for (const auto& [storage, origin] : kept().origins)
    all.push_back({origin.site, origin.time, storage->device(),
                   storage->nbytes(), storage->address() != nullptr});
  return all;
}

void forget() {
  std::lock_guard lock(kept().mutex);
  kept().origins.clear();
}

void start() { ++listeners; }

void stop() {
  if (--listeners > 0) return;
  std::lock_guard lock(kept().mutex);
  kept().events.clear();
}

void add(const Event& event) noexcept {
  std::lock_guard lock(kept().mutex);
  if (kept().events.size() >= kMostEvents) return;
  try {
    kept().events.push_back(event);
  } catch (...) {  // no memory for a note
  }
}

std::vector<Event> events_from(size_t first) {
  std::lock_guard lock(kept().mutex);
  const auto& all = kept().events;
  if (first >= all.size()) return {};
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

size_t count() {
  std::lock_guard lock(kept().mutex);
  return kept().events.size();
}

}  // namespace tenorite::memory_trace
