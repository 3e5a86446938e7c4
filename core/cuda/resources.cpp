// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/process.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/cuda_resources.h"
#include "core/error.h"

namespace tenorite::cuda {
namespace {

// ---- other processes ----

template <class Handle>
std::string text_of(const Handle& handle) {
  return {reinterpret_cast<const char*>(&handle), sizeof(handle)};
}

template <class Handle>
Handle handle_of(const std::string& text) {
  Handle handle;
  TENORITE_CHECK(text.size() == sizeof(handle), ValueError,
                 "a handle has %zu bytes, and %zu were given", sizeof(handle),
                 text.size());
  std::memcpy(&handle, text.data(), sizeof(handle));
  return handle;
}

std::string memory_handle(Device device, void* pointer) {
  DeviceGuard guard(device);
  cudaIpcMemHandle_t handle;
  TENORITE_CUDA_TRY(cudaIpcGetMemHandle(&handle, pointer));
  return text_of(handle);
}

void* open_memory(Device device, const std::string& text, unsigned flags) {
  DeviceGuard guard(device);
  void* pointer = nullptr;
  TENORITE_CUDA_TRY(cudaIpcOpenMemHandle(
      &pointer, handle_of<cudaIpcMemHandle_t>(text), flags));
  return pointer;
}

void close_memory(Device device, void* pointer) {
  if (!usable()) return;
  DeviceGuard guard(device);
  TENORITE_CUDA_WAIT(cudaIpcCloseMemHandle(pointer));
}

std::string event_handle(Device device, CudaEvent event) {
  DeviceGuard guard(device);
  cudaIpcEventHandle_t handle;
  TENORITE_CUDA_TRY(
      cudaIpcGetEventHandle(&handle, static_cast<cudaEvent_t>(event)));
  return text_of(handle);
}

CudaEvent open_event(Device device, const std::string& text) {
  DeviceGuard guard(device);
  cudaEvent_t event = nullptr;
  TENORITE_CUDA_TRY(
      cudaIpcOpenEventHandle(&event, handle_of<cudaIpcEventHandle_t>(text)));
  return event;
}

// ---- memory in the order of streams ----

cudaMemPool_t as_pool(uintptr_t pool) {
  return reinterpret_cast<cudaMemPool_t>(pool);
}

void* malloc_async(Device device, size_t bytes, StreamId stream,
                   uintptr_t pool) {
  DeviceGuard guard(device);
  const cudaStream_t queue = cuda::stream_handle(device, stream);
  void* pointer = nullptr;
  if (pool == 0)
    TENORITE_CUDA_WAIT(cudaMallocAsync(&pointer, bytes, queue));
  else
    TENORITE_CUDA_WAIT(
        cudaMallocFromPoolAsync(&pointer, bytes, as_pool(pool), queue));
  return pointer;
}

void free_async(Device device, void* pointer, StreamId stream) {
  if (!usable()) return;
  DeviceGuard guard(device);
  TENORITE_CUDA_WAIT(
      cudaFreeAsync(pointer, cuda::stream_handle(device, stream)));
}

uintptr_t memory_pool(Device device, bool current) {
  DeviceGuard guard(device);
  cudaMemPool_t pool = nullptr;
  if (current)
    TENORITE_CUDA_TRY(cudaDeviceGetMemPool(&pool, device.index));
  else
    TENORITE_CUDA_TRY(cudaDeviceGetDefaultMemPool(&pool, device.index));
  return reinterpret_cast<uintptr_t>(pool);
}

// The first attributes of the enumeration are ints, those behind them words.
bool is_short(int attribute) {
  return attribute < static_cast<int>(cudaMemPoolAttrReleaseThreshold);
}

uint64_t pool_attribute(Device device, uintptr_t pool, int attribute) {
  DeviceGuard guard(device);
  uint64_t value = 0;
  int flag = 0;
  TENORITE_CUDA_TRY(cudaMemPoolGetAttribute(
      as_pool(pool), static_cast<cudaMemPoolAttr>(attribute),
      is_short(attribute) ? static_cast<void*>(&flag) : &value));
  return is_short(attribute) ? static_cast<uint64_t>(flag) : value;
}

void set_pool_attribute(Device device, uintptr_t pool, int attribute,
                        uint64_t value) {
  DeviceGuard guard(device);
  int flag = value != 0;
  TENORITE_CUDA_TRY(cudaMemPoolSetAttribute(
      as_pool(pool), static_cast<cudaMemPoolAttr>(attribute),
      is_short(attribute) ? static_cast<void*>(&flag) : &value));
}

void trim_pool(Device device, uintptr_t pool, size_t keep) {
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaMemPoolTrimTo(as_pool(pool), keep));
}

// ---- arrays, textures, surfaces ----

cudaArray_t as_array(uintptr_t array) {
  return reinterpret_cast<cudaArray_t>(array);
}

cudaChannelFormatDesc describe(const CudaChannels& c) {
  return {c.x, c.y, c.z, c.w, static_cast<cudaChannelFormatKind>(c.kind)};
}

uintptr_t make_array(Device device, const CudaChannels& channels, size_t width,
                     size_t height, size_t depth, unsigned flags) {
  DeviceGuard guard(device);
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = describe(channels);
  TENORITE_CUDA_WAIT(cudaMalloc3DArray(
      &array, &format, cudaExtent{width, height, depth}, flags));
  return reinterpret_cast<uintptr_t>(array);
}

void free_array(Device device, uintptr_t array) {
  if (!usable()) return;
  DeviceGuard guard(device);
  TENORITE_CUDA_WAIT(cudaFreeArray(as_array(array)));
}

cudaMemcpy3DParms transfer(const CudaRows& rows) {
  const size_t height = std::max<size_t>(rows.height, 1);
  cudaMemcpy3DParms parameters = {};
  parameters.extent =
      cudaExtent{rows.width, height, std::max<size_t>(rows.depth, 1)};
  parameters.kind = cudaMemcpyDefault;
  return parameters;
}

cudaPitchedPtr pitched(const CudaRows& rows) {
  return {rows.memory, rows.pitch, rows.width,
          std::max<size_t>(rows.height, 1)};
}

void copy_to_array(Device device, uintptr_t array, const CudaRows& rows,
                   StreamId stream) {
  DeviceGuard guard(device);
  cudaMemcpy3DParms parameters = transfer(rows);
  parameters.srcPtr = pitched(rows);
  parameters.dstArray = as_array(array);
  TENORITE_CUDA_WAIT(
      cudaMemcpy3DAsync(&parameters, cuda::stream_handle(device, stream)));
}

void copy_from_array(Device device, uintptr_t array, const CudaRows& rows,
                     StreamId stream) {
  DeviceGuard guard(device);
  cudaMemcpy3DParms parameters = transfer(rows);
  parameters.srcArray = as_array(array);
  parameters.dstPtr = pitched(rows);
  TENORITE_CUDA_WAIT(
      cudaMemcpy3DAsync(&parameters, cuda::stream_handle(device, stream)));
}

cudaResourceDesc describe(const CudaResource& from) {
  cudaResourceDesc to = {};
  to.resType = static_cast<cudaResourceType>(from.kind);
  switch (to.resType) {
    case cudaResourceTypeArray:
      to.res.array.array = as_array(from.array);
      break;
    case cudaResourceTypeLinear:
      to.res.linear.devPtr = from.memory;
      to.res.linear.desc = describe(from.channels);
      to.res.linear.sizeInBytes = from.bytes;
      break;
    case cudaResourceTypePitch2D:
      to.res.pitch2D.devPtr = from.memory;
      to.res.pitch2D.desc = describe(from.channels);
      to.res.pitch2D.width = from.width;
      to.res.pitch2D.height = from.height;
      to.res.pitch2D.pitchInBytes = from.pitch;
      break;
    default:
      throw ValueError("no texture is made of such a resource");
  }
  return to;
}

cudaTextureDesc describe(const CudaSampling& from) {
  cudaTextureDesc to = {};
  for (size_t i = 0; i < from.address_modes.size(); ++i)
    to.addressMode[i] =
        static_cast<cudaTextureAddressMode>(from.address_modes[i]);
  to.filterMode = static_cast<cudaTextureFilterMode>(from.filter_mode);
  to.readMode = static_cast<cudaTextureReadMode>(from.read_mode);
  to.sRGB = from.srgb;
  std::copy(from.border.begin(), from.border.end(), to.borderColor);
  to.normalizedCoords = from.normalized;
  to.maxAnisotropy = from.max_anisotropy;
  return to;
}

uint64_t make_texture(Device device, const CudaResource& resource,
                      const CudaSampling& sampling) {
  DeviceGuard guard(device);
  const cudaResourceDesc what = describe(resource);
  const cudaTextureDesc how = describe(sampling);
  cudaTextureObject_t texture = 0;
  TENORITE_CUDA_TRY(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  return texture;
}

void free_texture(Device device, uint64_t texture) {
  if (!usable()) return;
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaDestroyTextureObject(texture));
}

uint64_t make_surface(Device device, uintptr_t array) {
  DeviceGuard guard(device);
  CudaResource resource = {};
  resource.kind = cudaResourceTypeArray;
  resource.array = array;
  const cudaResourceDesc what = describe(resource);
  cudaSurfaceObject_t surface = 0;
  TENORITE_CUDA_TRY(cudaCreateSurfaceObject(&surface, &what));
  return surface;
}

void free_surface(Device device, uint64_t surface) {
  if (!usable()) return;
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaDestroySurfaceObject(surface));
}

constexpr CudaResources kResources = {
    .memory_handle = memory_handle,
    .open_memory = open_memory,
    .close_memory = close_memory,
    .event_handle = event_handle,
    .open_event = open_event,
    .malloc_async = malloc_async,
    .free_async = free_async,
    .memory_pool = memory_pool,
    .pool_attribute = pool_attribute,
    .set_pool_attribute = set_pool_attribute,
    .trim_pool = trim_pool,
    .make_array = make_array,
    .free_array = free_array,
    .copy_to_array = copy_to_array,
    .copy_from_array = copy_from_array,
    .make_texture = make_texture,
    .free_texture = free_texture,
    .make_surface = make_surface,
    .free_surface = free_surface,
};

[[maybe_unused]] const bool registered = [] {
  register_cuda_resources(&kResources);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda
