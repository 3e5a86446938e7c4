// SPDX-License-Identifier: Apache-2.0
#include "core/cuda_runtime.h"

#include "core/stream.h"

namespace tenorite {
namespace {
const CudaRuntime* g_runtime = nullptr;
}

void register_cuda_runtime(const CudaRuntime* runtime) { g_runtime = runtime; }

const CudaRuntime* cuda_runtime_or_null() { return g_runtime; }

const CudaRuntime& cuda_runtime() {
  check_device({DeviceType::kCuda, 0});
  return *g_runtime;
}

}  // namespace tenorite
