// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/check.h"

#include <cstring>

#include "core/error.h"

namespace tenorite::cuda {
namespace {

// After these the CUDA documentation demands that the process be restarted.
bool is_unrecoverable(cudaError_t status) {
  switch (status) {
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorContextIsDestroyed:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorMpsClientTerminated:
      return true;
    default:
      return false;
  }
}

// Clears the thread's error. One that stays belongs to a broken context, or
// to a machine without CUDA.
bool stays_after_clearing() {
  cudaGetLastError();
  const cudaError_t again = cudaGetLastError();
  return again != cudaSuccess && again != cudaErrorNotReady && initialised();
}

const char* base_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

std::string describe(cudaError_t status, const char* call) {
  return format("%s: %s (%s)", cudaGetErrorName(status),
                cudaGetErrorString(status), call);
}

// A fault is seen at a later call: which kernel it was can only be guessed.
std::string with_launches(std::string text) {
  const std::string launches = last_launches();
  return launches.empty() ? text
                          : text + ". The last launches were: " + launches;
}

}  // namespace

void fail(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaErrorCudartUnloading) return;
  require_usable();
  const std::string text =
      describe(status, call) + format(" at %s:%d", base_name(file), line);
  if (is_unrecoverable(status) || stays_after_clearing()) {
    mark_lost(status, with_launches(text));
    throw_unusable();
  }
  if (status == cudaErrorMemoryAllocation) throw OutOfMemoryError(text);
  throw CudaError(status, text);
}

bool check_quietly(cudaError_t status, const char* call) noexcept {
  if (status == cudaSuccess) [[likely]]
    return true;
  if (status == cudaErrorCudartUnloading || !usable()) return false;
  if (is_unrecoverable(status) || stays_after_clearing()) {
    try {
      mark_lost(status, with_launches(describe(status, call)));
    } catch (...) {
      mark_lost(status, std::string());
    }
  }
  return false;
}

}  // namespace tenorite::cuda
