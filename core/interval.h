// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/device.h"

namespace tenorite {

// Seconds of the host's steady clock.
double steady_seconds();

// A stretch of time on the host, and of what was queued meanwhile on a stream.
class Interval {
 public:
  double begin = 0, end = 0;  // on the host

  // Events are recorded on GPUs, but not while the stream is captured.
  void start(Device device, StreamId stream);
  void stop() noexcept;

  bool has_events() const { return events_ != nullptr; }
  // What the device took. Waits for it: to be called without the outer lock.
  // Negative where it cannot be told.
  double device_seconds() const;
  // From the start of `first` to this one's, on the device; both have events.
  double device_seconds_since(const Interval& first) const;

 private:
  struct Events;
  std::shared_ptr<Events> events_;
};

}  // namespace tenorite
