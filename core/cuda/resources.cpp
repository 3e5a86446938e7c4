// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/handles.h"
#include "core/cuda/process.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/cuda_resources.h"
#include "core/error.h"
#include "core/mapped_memory.h"

namespace tenorite::cuda {
namespace {

// The error of a handle that is none, or of a struct that is not there.
void require(bool valid, cudaError_t otherwise, const char* call) {
  if (!valid) [[unlikely]]
    check(otherwise, call, __FILE__, __LINE__);
}
void check_handle(HandleKind kind, uint64_t handle, const char* call) {
  require(may_be_handle(kind, handle), cudaErrorInvalidValue, call);
}

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
  if (pool != 0)
    check_handle(HandleKind::kPool, pool, "cudaMallocFromPoolAsync");
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
  check_handle(HandleKind::kPool, pool, "cudaMemPoolGetAttribute");
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
  check_handle(HandleKind::kPool, pool, "cudaMemPoolSetAttribute");
  int flag = value != 0;
  TENORITE_CUDA_TRY(cudaMemPoolSetAttribute(
      as_pool(pool), static_cast<cudaMemPoolAttr>(attribute),
      is_short(attribute) ? static_cast<void*>(&flag) : &value));
}

void trim_pool(Device device, uintptr_t pool, size_t keep) {
  DeviceGuard guard(device);
  check_handle(HandleKind::kPool, pool, "cudaMemPoolTrimTo");
  TENORITE_CUDA_TRY(cudaMemPoolTrimTo(as_pool(pool), keep));
}

void set_memory_pool(Device device, uintptr_t pool) {
  DeviceGuard guard(device);
  check_handle(HandleKind::kPool, pool, "cudaDeviceSetMemPool");
  TENORITE_CUDA_TRY(cudaDeviceSetMemPool(device.index, as_pool(pool)));
}

uintptr_t make_pool(const CudaPoolKind& kind) {
  require_usable();
  cudaMemPoolProps properties = {};
  properties.allocType = static_cast<cudaMemAllocationType>(kind.allocation);
  properties.handleTypes =
      static_cast<cudaMemAllocationHandleType>(kind.handles);
  properties.location.type = static_cast<cudaMemLocationType>(kind.location);
  properties.location.id = kind.id;
  cudaMemPool_t pool = nullptr;
  TENORITE_CUDA_TRY(cudaMemPoolCreate(&pool, &properties));
  note_handle(HandleKind::kPool, reinterpret_cast<uintptr_t>(pool));
  return reinterpret_cast<uintptr_t>(pool);
}

void free_pool(uintptr_t pool) {
  require_usable();
  check_handle(HandleKind::kPool, pool, "cudaMemPoolDestroy");
  TENORITE_CUDA_WAIT(cudaMemPoolDestroy(as_pool(pool)));
  forget_handle(HandleKind::kPool, pool);
}

// ---- limits, managed memory ----

size_t limit(Device device, int which) {
  DeviceGuard guard(device);
  size_t value = 0;
  TENORITE_CUDA_TRY(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(which)));
  return value;
}

void set_limit(Device device, int which, size_t value) {
  DeviceGuard guard(device);
  TENORITE_CUDA_WAIT(cudaDeviceSetLimit(static_cast<cudaLimit>(which), value));
}

#if CUDART_VERSION >= 13000
cudaMemLocation location_of(int target) {
  cudaMemLocation location = {};
  location.type = target == cudaCpuDeviceId ? cudaMemLocationTypeHost
                                            : cudaMemLocationTypeDevice;
  location.id = target == cudaCpuDeviceId ? 0 : target;
  return location;
}
#endif

void prefetch(Device device, void* memory, size_t bytes, int target,
              StreamId stream) {
  DeviceGuard guard(device);
  cudaStream_t queue = cuda::stream_handle(device, stream);
#if CUDART_VERSION >= 13000
  TENORITE_CUDA_WAIT(
      cudaMemPrefetchAsync(memory, bytes, location_of(target), 0, queue));
#else
  TENORITE_CUDA_WAIT(cudaMemPrefetchAsync(memory, bytes, target, queue));
#endif
}

void advise(Device device, void* memory, size_t bytes, int advice, int target) {
  DeviceGuard guard(device);
  const auto wanted = static_cast<cudaMemoryAdvise>(advice);
#if CUDART_VERSION >= 13000
  TENORITE_CUDA_TRY(cudaMemAdvise(memory, bytes, wanted, location_of(target)));
#else
  TENORITE_CUDA_TRY(cudaMemAdvise(memory, bytes, wanted, target));
#endif
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
  note_handle(HandleKind::kArray, reinterpret_cast<uintptr_t>(array));
  return reinterpret_cast<uintptr_t>(array);
}

void free_array(Device device, uintptr_t array) {
  if (!usable()) return;
  DeviceGuard guard(device);
  check_handle(HandleKind::kArray, array, "cudaFreeArray");
  TENORITE_CUDA_WAIT(cudaFreeArray(as_array(array)));
  forget_handle(HandleKind::kArray, array);
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

// ---- copies of rows ----

void copy_rows(Device device, const CudaPitched& to, const CudaPitched& from,
               size_t width, size_t height, int kind, StreamId stream) {
  DeviceGuard guard(device);
  TENORITE_CUDA_WAIT(cudaMemcpy2DAsync(
      to.memory, to.pitch, from.memory, from.pitch, width, height,
      static_cast<cudaMemcpyKind>(kind), cuda::stream_handle(device, stream)));
}

void copy_rows_to_array(Device device, uintptr_t array,
                        const CudaOffset& offset, const CudaPitched& from,
                        size_t width, size_t height, int kind,
                        StreamId stream) {
  DeviceGuard guard(device);
  check_handle(HandleKind::kArray, array, "cudaMemcpy2DToArrayAsync");
  TENORITE_CUDA_WAIT(cudaMemcpy2DToArrayAsync(
      as_array(array), offset.width, offset.height, from.memory, from.pitch,
      width, height, static_cast<cudaMemcpyKind>(kind),
      cuda::stream_handle(device, stream)));
}

void copy_rows_from_array(Device device, const CudaPitched& to, uintptr_t array,
                          const CudaOffset& offset, size_t width, size_t height,
                          int kind, StreamId stream) {
  DeviceGuard guard(device);
  check_handle(HandleKind::kArray, array, "cudaMemcpy2DFromArrayAsync");
  TENORITE_CUDA_WAIT(cudaMemcpy2DFromArrayAsync(
      to.memory, to.pitch, as_array(array), offset.width, offset.height, width,
      height, static_cast<cudaMemcpyKind>(kind),
      cuda::stream_handle(device, stream)));
}

// A struct at an address that a user gave.
template <class Struct>
Struct struct_at(uintptr_t address, const char* call) {
  require(is_mapped(address, sizeof(Struct)), cudaErrorInvalidValue, call);
  Struct copy;
  std::memcpy(&copy, reinterpret_cast<const void*>(address), sizeof(copy));
  return copy;
}

void copy_3d(Device device, uintptr_t address, StreamId stream) {
  DeviceGuard guard(device);
  const auto parameters =
      struct_at<cudaMemcpy3DParms>(address, "cudaMemcpy3DAsync");
  for (cudaArray_t array : {parameters.srcArray, parameters.dstArray})
    if (array)
      check_handle(HandleKind::kArray, reinterpret_cast<uintptr_t>(array),
                   "cudaMemcpy3DAsync");
  TENORITE_CUDA_WAIT(
      cudaMemcpy3DAsync(&parameters, cuda::stream_handle(device, stream)));
}

CudaChannels channels_at(uintptr_t address) {
  require_usable();
  const auto channels =
      struct_at<cudaChannelFormatDesc>(address, "cudaMalloc3DArray");
  return {channels.x, channels.y, channels.z, channels.w, channels.f};
}

// ---- textures and surfaces ----

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

uint64_t new_texture(const cudaResourceDesc& resource,
                     const cudaTextureDesc& sampling) {
  cudaTextureObject_t texture = 0;
  TENORITE_CUDA_TRY(
      cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  note_handle(HandleKind::kTexture, texture);
  return texture;
}

uint64_t new_surface(const cudaResourceDesc& resource) {
  cudaSurfaceObject_t surface = 0;
  TENORITE_CUDA_TRY(cudaCreateSurfaceObject(&surface, &resource));
  note_handle(HandleKind::kSurface, surface);
  return surface;
}

uint64_t make_texture(Device device, const CudaResource& resource,
                      const CudaSampling& sampling) {
  DeviceGuard guard(device);
  return new_texture(describe(resource), describe(sampling));
}

cudaResourceDesc resource_at(uintptr_t address, const char* call) {
  const auto resource = struct_at<cudaResourceDesc>(address, call);
  if (resource.resType == cudaResourceTypeArray)
    check_handle(HandleKind::kArray,
                 reinterpret_cast<uintptr_t>(resource.res.array.array), call);
  // There is no way to make one here.
  require(resource.resType != cudaResourceTypeMipmappedArray,
          cudaErrorNotSupported, call);
  return resource;
}

uint64_t texture_of(Device device, uintptr_t resource, uintptr_t sampling) {
  DeviceGuard guard(device);
  const char* call = "cudaCreateTextureObject";
  return new_texture(resource_at(resource, call),
                     struct_at<cudaTextureDesc>(sampling, call));
}

void free_texture(Device device, uint64_t texture) {
  if (!usable()) return;
  DeviceGuard guard(device);
  check_handle(HandleKind::kTexture, texture, "cudaDestroyTextureObject");
  TENORITE_CUDA_TRY(cudaDestroyTextureObject(texture));
  forget_handle(HandleKind::kTexture, texture);
}

uint64_t make_surface(Device device, uintptr_t array) {
  DeviceGuard guard(device);
  CudaResource resource = {};
  resource.kind = cudaResourceTypeArray;
  resource.array = array;
  return new_surface(describe(resource));
}

uint64_t surface_of(Device device, uintptr_t resource) {
  DeviceGuard guard(device);
  return new_surface(resource_at(resource, "cudaCreateSurfaceObject"));
}

void free_surface(Device device, uint64_t surface) {
  if (!usable()) return;
  DeviceGuard guard(device);
  check_handle(HandleKind::kSurface, surface, "cudaDestroySurfaceObject");
  TENORITE_CUDA_TRY(cudaDestroySurfaceObject(surface));
  forget_handle(HandleKind::kSurface, surface);
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
    .set_memory_pool = set_memory_pool,
    .make_pool = make_pool,
    .free_pool = free_pool,
    .limit = limit,
    .set_limit = set_limit,
    .prefetch = prefetch,
    .advise = advise,
    .copy_rows = copy_rows,
    .copy_rows_to_array = copy_rows_to_array,
    .copy_rows_from_array = copy_rows_from_array,
    .copy_3d = copy_3d,
    .channels_at = channels_at,
    .texture_of = texture_of,
    .surface_of = surface_of,
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
