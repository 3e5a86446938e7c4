// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/device.h"
#include "core/export.h"
#include "core/thread_state.h"

namespace tenorite {

// The calling thread's current stream of a device. Every function that
// enqueues work takes the stream; only public functions ask for the current.
inline StreamId current_stream(Device device) {
  return this_thread().stream(device);
}
inline void set_current_stream(Device device, StreamId stream) {
  this_thread().stream(device) = stream;
}
// Makes a stream the thread's current one until the end of the scope.
class StreamScope {
 public:
  StreamScope(Device device, StreamId stream)
      : device_(device), former_(current_stream(device)) {
    set_current_stream(device, stream);
  }
  ~StreamScope() { set_current_stream(device_, former_); }
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  const Device device_;
  const StreamId former_;
};

// The device on which creation functions place arrays for this thread:
// the innermost override, else the process default (TENORITE_DEVICE, else
// cuda:0 where a working GPU exists, else cpu).
Device default_device();
void set_default_device(Device device);
// Replaces the innermost override of this thread or, outside of any, the
// default for this thread.
void use_device(Device device);
// Thread-local override, as pushed by `with tenorite.Device(...)`.
void push_device(Device device);
void pop_device();

// ValueError (RuntimeError on a machine without a usable GPU) unless the
// device exists.
void check_device(Device device);

// What core needs to know of a device type; the CUDA part registers its own.
struct DeviceProvider {
  int (*count)();             // usable devices; 0 where the driver is absent
  std::string (*why_none)();  // one sentence on why count() is 0
  void (*synchronize)(Device, StreamId);  // one stream
  void (*synchronize_device)(Device);
  // Work queued on `then` from now on waits for what is queued on `first`;
  // null where streams are always in order.
  void (*order)(Device, StreamId first, StreamId then);
};
TENORITE_EXPORT void register_device_provider(DeviceType type,
                                              const DeviceProvider* provider);
const DeviceProvider* device_provider(DeviceType type);

int device_count(DeviceType type);
void synchronize(Device device, StreamId stream);

}  // namespace tenorite
