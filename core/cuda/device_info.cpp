// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/device_info.h"

#include <cuda_runtime_api.h>

#include "core/cuda/check.h"
#include "core/cuda/wait.h"

namespace tenorite::cuda {
namespace {

struct NamedAttribute {
  const char* name;
  cudaDeviceAttr which;
};
constexpr NamedAttribute kAttributes[] = {
#define ATTRIBUTE(name) {#name, cudaDevAttr##name},
#include "core/cuda/attributes.def"
#undef ATTRIBUTE
};

// Members of cudaDeviceProp that later runtimes have dropped.
constexpr NamedAttribute kFormerFields[] = {
    {"clockRate", cudaDevAttrClockRate},
    {"memoryClockRate", cudaDevAttrMemoryClockRate},
    {"computeMode", cudaDevAttrComputeMode},
    {"kernelExecTimeoutEnabled", cudaDevAttrKernelExecTimeout},
    {"deviceOverlap", cudaDevAttrGpuOverlap},
    {"singleToDoublePrecisionPerfRatio",
     cudaDevAttrSingleToDoublePrecisionPerfRatio},
};

template <typename T>
std::vector<int64_t> numbers(T value) {
  return {static_cast<int64_t>(value)};
}
template <typename T, size_t n>
std::vector<int64_t> numbers(const T (&values)[n]) {
  return {values, values + n};
}

}  // namespace

int attribute(int which, Device device) {
  require_usable();
  int value = 0;
  TENORITE_CUDA_TRY(cudaDeviceGetAttribute(
      &value, static_cast<cudaDeviceAttr>(which), device.index));
  return value;
}

std::vector<std::pair<const char*, int>> attributes(Device device) {
  require_usable();
  std::vector<std::pair<const char*, int>> all;
  for (const NamedAttribute& a : kAttributes) {
    int value = 0;
    // A driver older than the runtime does not know every one.
    if (check_quietly(cudaDeviceGetAttribute(&value, a.which, device.index),
                      "cudaDeviceGetAttribute"))
      all.emplace_back(a.name, value);
    require_usable();
  }
  return all;
}

CudaDeviceInfo device_info(Device device) {
  require_usable();
  cudaDeviceProp p;
  TENORITE_CUDA_TRY(cudaGetDeviceProperties(&p, device.index));
  char bus_id[32] = {};
  TENORITE_CUDA_TRY(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, device.index));
  CudaDeviceInfo info;
  info.name = p.name;
  info.uuid.assign(p.uuid.bytes, sizeof p.uuid.bytes);
  info.pci_bus_id = bus_id;
#define FIELD(name) info.fields.emplace_back(#name, numbers(p.name));
  FIELD(totalGlobalMem)
  FIELD(sharedMemPerBlock)
  FIELD(regsPerBlock)
  FIELD(warpSize)
  FIELD(memPitch)
  FIELD(maxThreadsPerBlock)
  FIELD(maxThreadsDim)
  FIELD(maxGridSize)
  FIELD(totalConstMem)
  FIELD(major)
  FIELD(minor)
  FIELD(textureAlignment)
  FIELD(texturePitchAlignment)
  FIELD(multiProcessorCount)
  FIELD(integrated)
  FIELD(canMapHostMemory)
  FIELD(maxTexture1D)
  FIELD(maxTexture1DMipmap)
  FIELD(maxTexture2D)
  FIELD(maxTexture2DMipmap)
  FIELD(maxTexture2DLinear)
  FIELD(maxTexture2DGather)
  FIELD(maxTexture3D)
  FIELD(maxTexture3DAlt)
  FIELD(maxTextureCubemap)
  FIELD(maxTexture1DLayered)
  FIELD(maxTexture2DLayered)
  FIELD(maxTextureCubemapLayered)
  FIELD(maxSurface1D)
  FIELD(maxSurface2D)
  FIELD(maxSurface3D)
  FIELD(maxSurface1DLayered)
  FIELD(maxSurface2DLayered)
  FIELD(maxSurfaceCubemap)
  FIELD(maxSurfaceCubemapLayered)
  FIELD(surfaceAlignment)
  FIELD(concurrentKernels)
  FIELD(ECCEnabled)
  FIELD(pciBusID)
  FIELD(pciDeviceID)
  FIELD(pciDomainID)
  FIELD(tccDriver)
  FIELD(asyncEngineCount)
  FIELD(unifiedAddressing)
  FIELD(memoryBusWidth)
  FIELD(l2CacheSize)
  FIELD(persistingL2CacheMaxSize)
  FIELD(maxThreadsPerMultiProcessor)
  FIELD(streamPrioritiesSupported)
  FIELD(globalL1CacheSupported)
  FIELD(localL1CacheSupported)
  FIELD(sharedMemPerMultiprocessor)
  FIELD(regsPerMultiprocessor)
  FIELD(managedMemory)
  FIELD(isMultiGpuBoard)
  FIELD(multiGpuBoardGroupID)
  FIELD(hostNativeAtomicSupported)
  FIELD(pageableMemoryAccess)
  FIELD(concurrentManagedAccess)
  FIELD(computePreemptionSupported)
  FIELD(canUseHostPointerForRegisteredMem)
  FIELD(cooperativeLaunch)
  FIELD(sharedMemPerBlockOptin)
  FIELD(pageableMemoryAccessUsesHostPageTables)
  FIELD(directManagedMemAccessFromHost)
  FIELD(maxBlocksPerMultiProcessor)
  FIELD(accessPolicyMaxWindowSize)
  FIELD(reservedSharedMemPerBlock)
#undef FIELD
  for (const NamedAttribute& a : kFormerFields)
    info.fields.emplace_back(a.name, numbers(attribute(a.which, device)));
  return info;
}

std::pair<size_t, size_t> memory_info(Device device) {
  DeviceGuard guard(device);
  size_t free = 0;
  size_t total = 0;
  TENORITE_CUDA_WAIT(cudaMemGetInfo(&free, &total));
  return {free, total};
}

int device_by_pci_bus_id(const std::string& bus_id) {
  require_usable();
  int index = 0;
  TENORITE_CUDA_TRY(cudaDeviceGetByPCIBusId(&index, bus_id.c_str()));
  return index;
}

CudaPointerInfo pointer_info(const void* pointer) {
  require_usable();
  cudaPointerAttributes a;
  TENORITE_CUDA_TRY(cudaPointerGetAttributes(&a, pointer));
  return {static_cast<int>(a.type), a.device,
          reinterpret_cast<uintptr_t>(a.devicePointer),
          reinterpret_cast<uintptr_t>(a.hostPointer)};
}

}  // namespace tenorite::cuda
