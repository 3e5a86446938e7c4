// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda_runtime.h"

namespace tenorite::cuda {

// The entries of CudaRuntime that describe devices.
int attribute(int which, Device device);
std::vector<std::pair<const char*, int>> attributes(Device device);
CudaDeviceInfo device_info(Device device);
std::pair<size_t, size_t> memory_info(Device device);
int device_by_pci_bus_id(const std::string& bus_id);
CudaPointerInfo pointer_info(const void* pointer);

}  // namespace tenorite::cuda
