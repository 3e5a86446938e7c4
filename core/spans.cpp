// SPDX-License-Identifier: Apache-2.0
#include "core/spans.h"

#include <pthread.h>

#include <memory>
#include <mutex>
#include <string_view>

#include "core/fork_guard.h"
#include "core/outer_lock.h"

namespace tenorite::spans {
namespace {

struct Kept {
  Kept() { guard_across_fork(mutex); }

  PatientMutex mutex;
  std::vector<Span> all;
};
Kept& kept() {
  static Kept& instance = *new Kept;
  return instance;
}

// Scopes of the thread that note something, and Inners.
thread_local int t_open = 0;

}  // namespace

std::atomic<int> listeners{0};

void start() { ++listeners; }

void stop() {
  if (--listeners > 0) return;
  std::vector<Span> gone;  // events end without the lock
  std::lock_guard lock(kept().mutex);
  gone.swap(kept().all);
}

std::vector<Span> spans_from(size_t first) {
  std::lock_guard lock(kept().mutex);
  const auto& all = kept().all;
  if (first >= all.size()) return {};
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

size_t count() {
  std::lock_guard lock(kept().mutex);
  return kept().all.size();
}

uint64_t this_thread_number() { return static_cast<uint64_t>(pthread_self()); }

Inner::Inner() { ++t_open; }
Inner::~Inner() { --t_open; }

void Scope::open(const char* kind, const char* name, Device device,
                 StreamId stream, int64_t bytes) {
  const std::string_view what = kind;
  if (t_open > 0 && what != "compile") return;
  span_ = new Span{kind, name, device, bytes, call_site(), this_thread_number(),
                   {}};
  ++t_open;
  // The host alone compiles and waits.
  const bool on_host = what == "compile" || what == "wait";
  span_->time.start(on_host ? kCpu : device, stream);
}

void Scope::close() noexcept {
  const std::unique_ptr<Span> span(span_);
  --t_open;
  span->time.stop();
  try {
    std::lock_guard lock(kept().mutex);
    // What began for a listener that has gone is not for the next one.
    if (listeners > 0) kept().all.push_back(std::move(*span));
  } catch (...) {  // no memory for a note
  }
}

}  // namespace tenorite::spans
