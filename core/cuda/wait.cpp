// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/wait.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "core/cuda/graph.h"
#include "core/cuda/stream_table.h"
#include "core/interrupt.h"

namespace tenorite::cuda {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// Short waits spin, because a sleep costs 50 us at least; long ones sleep a
// sixteenth of the time waited so far, so the answer is at most that late.
constexpr auto kSpin = milliseconds(1);
constexpr auto kMaxSleep = milliseconds(1);
constexpr auto kSignalInterval = milliseconds(50);

// "Not ready" is no failure, but stays behind as the thread's last error.
bool ready(cudaError_t status, const char* call) {
  if (status == cudaErrorNotReady) {
    cudaGetLastError();
    return false;
  }
  check(status, call, __FILE__, __LINE__);
  return true;
}

template <typename Done>
void poll_until(Done done) {
  const Clock::time_point start = Clock::now();
  Clock::duration next_check = kSignalInterval;
  while (!done()) {
    const Clock::duration waited = Clock::now() - start;
    if (waited >= next_check) {
      check_signals();
      next_check = waited + kSignalInterval;
    }
    if (waited < kSpin)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(
          std::min<Clock::duration>(waited / 16, kMaxSleep));
  }
}

template <typename Done>
void wait_until(Done done) {
  if (!done()) without_outer_lock([&] { poll_until(done); });
}

struct HeldStreams {
  explicit HeldStreams(Device device) : ids(hold_streams(device)) {}
  ~HeldStreams() {
    for (StreamId stream : ids) release_stream(stream);
  }
  const std::vector<StreamId> ids;
};

}  // namespace

bool stream_done(cudaStream_t stream) {
  return ready(cudaStreamQuery(stream), "cudaStreamQuery");
}

bool event_done(cudaEvent_t event) {
  return ready(cudaEventQuery(event), "cudaEventQuery");
}

void wait_for_stream(cudaStream_t stream) {
  refuse_capture(stream, "a wait");
  wait_until([stream] { return stream_done(stream); });
}

void wait_for_event(cudaEvent_t event) {
  wait_until([event] { return event_done(event); });
}

void wait_for_device(Device device) {
  DeviceGuard guard(device);
  // Known streams first, because that wait can be interrupted; what else is
  // queued on the device is waited for in the driver.
  const HeldStreams held(device);
  for (StreamId stream : held.ids)
    wait_for_stream(stream_handle(device, stream));
  wait_for_stream(nullptr);
  TENORITE_CUDA_WAIT(cudaDeviceSynchronize());
}

}  // namespace tenorite::cuda
