// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/driver.h"

#include "core/cuda/check.h"

namespace tenorite::cuda {

void* find_driver_function(const char* name, int version) noexcept {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  const cudaError_t status = cudaGetDriverEntryPointByVersion(
      name, &entry, static_cast<unsigned>(version), cudaEnableDefault, &found);
#else
  static_cast<void>(version);
  const cudaError_t status =
      cudaGetDriverEntryPoint(name, &entry, cudaEnableDefault, &found);
#endif
  const bool ok = check_quietly(status, "cudaGetDriverEntryPoint") &&
                  found == cudaDriverEntryPointSuccess;
  return ok ? entry : nullptr;
}

}  // namespace tenorite::cuda
