// SPDX-License-Identifier: Apache-2.0
// Functions of the driver itself, found through the runtime so that libcuda is
// never linked.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace tenorite::cuda {

// The driver's function as of a CUDA version (12000 for 12.0); null where the
// driver has none.
void* find_driver_function(const char* name, int version) noexcept;

// The driver's and the runtime's codes have the same numbers.
inline cudaError_t runtime_code(CUresult result) {
  return static_cast<cudaError_t>(result);
}

}  // namespace tenorite::cuda
