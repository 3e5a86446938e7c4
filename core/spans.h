// SPDX-License-Identifier: Apache-2.0
// What profiles are made of beside the groups of recorded operations: what runs
// when it is called, copies between devices, kernels of users, compilations,
// waits.
// Nothing is noted unless someone asked for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/call_site.h"
#include "core/interval.h"

namespace tenorite::spans {

struct Span {
  const char* kind;  // "operation", "kernel", "copy", "compile", "wait"
  std::string name;
  Device device;
  int64_t bytes;  // of memory that was read or written; 0 if that is not known
  CallSite site;
  uint64_t thread;
  Interval time;
};

extern std::atomic<int> listeners;
inline bool active() { return listeners.load(std::memory_order_relaxed) != 0; }
void start();
void stop();
// Spans from number `first` on; numbers count from the first listener on.
std::vector<Span> spans_from(size_t first);
size_t count();
// Of the calling thread, as the system numbers it.
uint64_t this_thread_number();

// While one lives, other scopes in the thread note nothing: what they would
// note is part of what somebody else does.
class Inner {
 public:
  Inner();
  ~Inner();
  Inner(const Inner&) = delete;
  Inner& operator=(const Inner&) = delete;
};

// Notes the time from here to its end, and what is queued on the stream
// meanwhile. Compilations are noted wherever they are waited for.
class Scope {
 public:
  Scope(const char* kind, const char* name, Device device, StreamId stream,
        int64_t bytes = 0) {
    if (active()) [[unlikely]]
      open(kind, name, device, stream, bytes);
  }
  ~Scope() {
    if (span_) [[unlikely]]
      close();
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  void open(const char* kind, const char* name, Device device, StreamId stream,
            int64_t bytes);
  void close() noexcept;

  Span* span_ = nullptr;
};

}  // namespace tenorite::spans
