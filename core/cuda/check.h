// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "core/cuda/launch_log.h"
#include "core/cuda/process.h"
#include "core/device.h"

namespace tenorite::cuda {

// Throws what a failed call means: OutOfMemoryError for lack of device memory,
// DeviceLostError for an unrecoverable error (then all later calls throw it),
// else CudaError with name, text, call and file:line. The thread's CUDA error
// is cleared. A runtime that is being unloaded at exit counts as success.
void fail(cudaError_t status, const char* call, const char* file, int line);

inline void check(cudaError_t status, const char* call, const char* file,
                  int line) {
  if (status != cudaSuccess) [[unlikely]]
    fail(status, call, file, line);
}

// For destructors and the like: never throws, but notes an unrecoverable
// error. Returns whether the call succeeded.
bool check_quietly(cudaError_t status, const char* call) noexcept;

#define TENORITE_CUDA_TRY(call) \
  ::tenorite::cuda::check((call), #call, __FILE__, __LINE__)
// After a kernel launch.
#define TENORITE_CUDA_LAUNCHED(kernel)                                 \
  (::tenorite::cuda::note_launch(kernel),                              \
   ::tenorite::cuda::check(cudaPeekAtLastError(), "launch of " kernel, \
                           __FILE__, __LINE__))

// Makes a device current for the calling thread and restores the former one.
// Throws when CUDA is lost, forked or exiting: every CUDA call is made under
// a guard, so this is the one gate. Free of CUDA calls on one-GPU machines;
// with several GPUs it asks the runtime, because other libraries in the
// process may have switched the thread's device.
class DeviceGuard {
 public:
  explicit DeviceGuard(Device device) {
    require_usable();
    if (!single_device()) [[unlikely]]
      enter(device.index);
  }
  ~DeviceGuard() {
    if (previous_ >= 0) [[unlikely]]
      leave();
  }
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

 private:
  void enter(int index);
  void leave() noexcept;

  int previous_ = -1;  // to be restored; -1: nothing was changed
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

// A word of device memory per device into which kernels OR the bits of what
// they find wrong in user data (ops/device/errors.h). It heads a zeroed record
// of kErrorRecordBytes, in which a kernel may leave details.
inline constexpr size_t kErrorRecordBytes = 256;
unsigned* error_word(Device device);

}  // namespace tenorite::cuda
