// SPDX-License-Identifier: Apache-2.0
#include "core/cuda_driver.h"

#include "core/stream.h"

namespace tenorite {
namespace {
const CudaDriver* g_driver = nullptr;
}

void register_cuda_driver(const CudaDriver* driver) { g_driver = driver; }

const CudaDriver* cuda_driver_or_null() { return g_driver; }

const CudaDriver& cuda_driver() {
  check_device({DeviceType::kCuda, 0});
  return *g_driver;
}

}  // namespace tenorite
