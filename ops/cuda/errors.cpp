// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/errors.h"

#include <atomic>

#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/error.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/mailbox.h"
#include "ops/device/errors.h"

namespace tenorite::cuda {

int32_t next_checked_launch() {
  static std::atomic<uint32_t> count = 0;
  return static_cast<int32_t>(count.fetch_add(1) & 0x3fffffff) + 1;
}

void raise_pending(Device device, StreamId stream) {
  DeviceGuard guard(device);
  cudaStream_t handle = stream_handle(device, stream);
  ErrorRecord* record = error_record(device);
  Mailbox mailbox;
  auto* seen = mailbox.as<ErrorRecord>();
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
}

}  // namespace tenorite::cuda
