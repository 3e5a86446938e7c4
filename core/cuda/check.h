// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "core/device.h"

namespace tenorite::cuda {

// Throws CudaError (name, text, call, file:line); an unrecoverable error marks
// the process's CUDA side as lost and becomes DeviceLostError from then on.
void check(cudaError_t status, const char* call, const char* file, int line);

#define TENORITE_CUDA_TRY(call) \
  ::tenorite::cuda::check((call), #call, __FILE__, __LINE__)
// After a kernel launch.
#define TENORITE_CUDA_LAUNCHED(kernel)                                \
  ::tenorite::cuda::check(cudaPeekAtLastError(), "launch of " kernel, \
                          __FILE__, __LINE__)

// Makes a device current for the calling thread and restores the former one.
class DeviceGuard {
 public:
  explicit DeviceGuard(Device device);
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

 private:
  int previous_;
  int current_;
};

struct DeviceProperties {
  int multiprocessors;
  int compute_capability;  // 90 for 9.0
  int max_threads_per_multiprocessor;
  size_t shared_memory_per_block_optin;
  size_t l2_bytes;
};
// Queried once per device, then read from a table.
const DeviceProperties& properties(Device device);

// A word of device-visible memory per device into which kernels OR the bits
// of what they find wrong in user data (ops/device/errors.h).
unsigned* error_word(Device device);

}  // namespace tenorite::cuda
