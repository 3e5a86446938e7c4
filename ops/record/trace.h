// SPDX-License-Identifier: Apache-2.0
// What profiles and explanations are made of. Nothing is noted unless someone
// asked for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/call_site.h"
#include "core/device.h"
#include "core/interval.h"

namespace tenorite {

struct GroupNote {
  const char* tier;  // "fused", "tier0"
  int kernels = 0;
  int64_t bytes = 0;  // of memory that was read or written, each view once
  std::vector<std::string> operations;  // with dtypes and shape
  std::vector<CallSite> sites;          // of each
  std::string source;                   // of its kernel, if sources() is true
  Interval time;
};

struct FlushNote {
  const char* reason;
  Device device;
  int recorded = 0;             // instructions; those of no group were dropped
  int64_t bytes_allocated = 0;  // of results and temporaries
  double begin = 0, end = 0;    // on the host, as of core/interval.h
  uint64_t thread = 0;          // that executed it
  std::vector<GroupNote> groups;
};

namespace trace {

extern std::atomic<int> listeners, readers;
inline bool active() { return listeners.load(std::memory_order_relaxed) != 0; }
// Whether some listener wants to read the kernels.
inline bool sources() { return readers.load(std::memory_order_relaxed) != 0; }
// The same for both calls of a listener.
void start(bool sources = false);
void stop(bool sources = false);
void add(FlushNote note);
// Notes from number `first` on; numbers count from the first listener on.
std::vector<FlushNote> notes_from(size_t first);
size_t count();

// Counted all along: copies between host and device or between devices, and
// waits for a device.
extern std::atomic<int64_t> copies, synchronisations;

// Counts a wait that the program is about to make; what `refuse` throws keeps
// it from waiting. Registered by the layer above.
void about_to_wait();
void set_wait_check(void (*refuse)());

}  // namespace trace
}  // namespace tenorite
