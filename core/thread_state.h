// SPDX-License-Identifier: Apache-2.0
// What core keeps of each thread and nearly every operation looks at. It is one
// object, since a shared library finds each of its thread_locals by a call.
#pragma once

#include <cstdint>

#include "core/device.h"
#include "core/export.h"

namespace tenorite {

// NumPy's `errstate`; see core/float_state.h.
struct FloatState {
  uint8_t reported = 0;   // errors that are not ignored
  bool at_once = false;   // some are not warnings: nothing is recorded then
  bool deferred = false;  // recorded work is being executed, with locks held
};

// Memory of storages that a thread has freed: as many come and go with each
// flush of what it has recorded.
struct RecycledStorages {
  static constexpr int kMost = 256;
  void* memory[kMost] = {};
  int count = 0;
  enum { kNew, kOpen, kClosed } state = kNew;
};

struct ThreadState {
  StreamId& stream(Device device) {
    return streams[static_cast<int>(device.type)][device.index];
  }

  FloatState floats;
  StreamId streams[kNumDeviceTypes][kMaxDevices] = {};  // the current ones
  RecycledStorages recycled;
};
extern TENORITE_EXPORT constinit thread_local ThreadState t_thread;

// The address of a thread_local, which is looked up where this stands and kept:
// compilers take it for a constant, and look it up again at each use.
template <class T>
inline T& looked_up(T& of_thread) {
  T* address = &of_thread;
  asm("" : "+r"(address));
  return *address;
}
inline ThreadState& this_thread() { return looked_up(t_thread); }

}  // namespace tenorite
