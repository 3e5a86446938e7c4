// SPDX-License-Identifier: Apache-2.0
#include "core/interval.h"

#include <chrono>

#include "core/capture.h"
#include "core/cuda_runtime.h"

namespace tenorite {

double steady_seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Interval::Events {
  Device device;
  StreamId stream;
  CudaEvent first = nullptr, last = nullptr;
  bool complete = false;

  Events(Device device, StreamId stream) : device(device), stream(stream) {}
  ~Events() {
    for (CudaEvent event : {first, last})
      if (event) cuda_runtime_or_null()->event_destroy(event);
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  void record(CudaEvent& event) {
    constexpr unsigned kTimed = 0;
    const CudaRuntime& runtime = *cuda_runtime_or_null();
    event = runtime.event_create(device, kTimed);
    runtime.event_record(device, event, stream);
  }
};

void Interval::start(Device device, StreamId stream) {
  begin = end = steady_seconds();
  if (!device.is_cuda() || capture_of(device, stream)) return;
  try {
    events_ = std::make_shared<Events>(device, stream);
    events_->record(events_->first);
  } catch (...) {
    events_.reset();  // the work itself says what is wrong
  }
}

void Interval::stop() noexcept {
  end = steady_seconds();
  if (!events_) return;
  try {
    events_->record(events_->last);
    events_->complete = true;
  } catch (...) {
    events_.reset();
  }
}

double Interval::device_seconds() const {
  if (!events_) return end - begin;
  if (!events_->complete) return -1;
  try {
    const CudaRuntime& runtime = *cuda_runtime_or_null();
    runtime.event_wait(events_->last);
    return 1e-3 * runtime.event_elapsed(events_->first, events_->last);
  } catch (...) {
    return -1;
  }
}

double Interval::device_seconds_since(const Interval& first) const {
  try {
    return 1e-3 * cuda_runtime_or_null()->event_elapsed(first.events_->first,
                                                        events_->first);
  } catch (...) {
    return -1;
  }
}

}  // namespace tenorite
