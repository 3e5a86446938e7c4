// SPDX-License-Identifier: Apache-2.0
#include "core/cuda_resources.h"

#include "core/stream.h"

namespace tenorite {
namespace {
const CudaResources* g_resources = nullptr;
}

void register_cuda_resources(const CudaResources* resources) {
  g_resources = resources;
}

const CudaResources* cuda_resources_or_null() { return g_resources; }

const CudaResources& cuda_resources() {
  check_device({DeviceType::kCuda, 0});
  return *g_resources;
}

}  // namespace tenorite
