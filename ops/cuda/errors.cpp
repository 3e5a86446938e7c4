// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/errors.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "core/cuda/graph.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/error.h"
#include "ops/api/linalg_errors.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/pinned_slot.h"
#include "ops/device/errors.h"

namespace tenorite::cuda {
namespace {

// Which streams may have reported since the last look: none, one (its id + 1),
// or several, which stays so.
constexpr uint64_t kNoStream = 0;
constexpr uint64_t kSeveralStreams = ~uint64_t{0};
constexpr int kMaxDevices = 128;
std::atomic<uint64_t> g_reporters[kMaxDevices];

}  // namespace

bool raises_at_once() {
  static const bool at_once = [] {
    const char* text = std::getenv("TENORITE_ERRORS");
    return text && std::strcmp(text, "immediate") == 0;
  }();
  return at_once;
}

void note_checked_launch(Device device, StreamId stream) {
  std::atomic<uint64_t>& reporter = g_reporters[device.index];
  uint64_t seen = reporter.load();
  while (seen != stream + 1 && seen != kSeveralStreams) {
    uint64_t next = seen == kNoStream ? stream + 1 : kSeveralStreams;
    if (reporter.compare_exchange_weak(seen, next)) break;
  }
  if (raises_at_once()) raise_pending(device, stream);
}

int32_t next_checked_launch() {
  static std::atomic<uint32_t> count = 0;
  return static_cast<int32_t>(count.fetch_add(1) & 0x3fffffff) + 1;
}

void raise_pending(Device device, StreamId stream) {
  std::atomic<uint64_t>& reporter = g_reporters[device.index];
  uint64_t mine = stream + 1;
  if (reporter.load() == kNoStream) return;
  DeviceGuard guard(device);
  cudaStream_t handle = stream_handle(device, stream);
  if (!are_together(nullptr, handle)) return;  // nothing has run
  // Forgotten before the wait: whatever is launched meanwhile counts anew.
  reporter.compare_exchange_strong(mine, kNoStream);
  ErrorRecord* record = error_record(device);
  PinnedSlot pinned_slot;
  auto* seen = pinned_slot.as<ErrorRecord>();
  TENORITE_CUDA_TRY(cudaMemcpyAsync(seen, record, sizeof(ErrorRecord),
                                    cudaMemcpyDeviceToHost, handle));
  wait_for_stream(handle);
  if (seen->bits == 0 && seen->fault.launch == 0) return;
  TENORITE_CUDA_TRY(cudaMemsetAsync(record, 0, sizeof(ErrorRecord), handle));
  wait_for_stream(handle);
  const IndexFault& fault = seen->fault;
  TENORITE_CHECK(fault.launch == 0, IndexError,
                 "index %lld is out of bounds for axis %d with size %lld",
                 static_cast<long long>(fault.index), fault.axis,
                 static_cast<long long>(fault.bound));
  TENORITE_CHECK(!(seen->bits & kNegativeIntegerPower), ValueError, "%s",
                 kNegativeIntegerPowerText);
  if (*linalg_error_text(seen->bits))
    throw LinAlgError(linalg_error_text(seen->bits));
}

}  // namespace tenorite::cuda
