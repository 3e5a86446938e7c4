// SPDX-License-Identifier: Apache-2.0
#include "ops/record/trace.h"

#include <mutex>

namespace tenorite::trace {
namespace {

struct Notes {
  std::mutex mutex;
  std::vector<FlushNote> all;
};
Notes& notes() {
  static Notes& kept = *new Notes;
  return kept;
}
std::atomic<void (*)()> g_wait_check{nullptr};

}  // namespace

std::atomic<int> listeners{0}, readers{0};
std::atomic<int64_t> copies{0}, synchronisations{0};

void about_to_wait() {
  if (auto* refuse = g_wait_check.load(std::memory_order_relaxed)) refuse();
  ++synchronisations;
}

void set_wait_check(void (*refuse)()) { g_wait_check = refuse; }

void start(bool sources) {
  ++listeners;
  readers += sources;
}

void stop(bool sources) {
  readers -= sources;
  if (--listeners > 0) return;
  std::vector<FlushNote> gone;  // events end without the lock
  std::lock_guard lock(notes().mutex);
  gone.swap(notes().all);
}

void add(FlushNote note) {
  std::lock_guard lock(notes().mutex);
  // What began for a listener that has gone is not for the next one.
  if (listeners > 0) notes().all.push_back(std::move(note));
}

std::vector<FlushNote> notes_from(size_t first) {
  std::lock_guard lock(notes().mutex);
  const auto& all = notes().all;
  if (first >= all.size()) return {};
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

size_t count() {
  std::lock_guard lock(notes().mutex);
  return notes().all.size();
}

}  // namespace tenorite::trace
