// SPDX-License-Identifier: Apache-2.0
// What core/cuda/resources.cpp calls: arrays are rows of host memory, handles
// of other processes are addresses of this one.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

struct Array {
  size_t item, width, rows;
  std::string bytes;
};

std::map<int, unsigned long long>& attributes() {
  static auto& all = *new std::map<int, unsigned long long>;
  return all;
}

// A pool whose attributes are those above.
cudaMemPool_t the_pool() {
  return reinterpret_cast<cudaMemPool_t>(&attributes());
}

Array* as_array(cudaArray_t array) { return reinterpret_cast<Array*>(array); }

}  // namespace

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
  std::memset(handle, 0, sizeof *handle);
  std::memcpy(handle, &pointer, sizeof pointer);
  return cudaSuccess;
}
cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle,
                                 unsigned) {
  std::memcpy(pointer, &handle, sizeof *pointer);
  return cudaSuccess;
}
cudaError_t cudaIpcCloseMemHandle(void*) { return cudaSuccess; }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle,
                                  cudaEvent_t event) {
  std::memset(handle, 0, sizeof *handle);
  std::memcpy(handle, &event, sizeof event);
  return cudaSuccess;
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event,
                                   cudaIpcEventHandle_t handle) {
  std::memcpy(event, &handle, sizeof *event);
  return cudaSuccess;
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  *pointer = std::malloc(bytes);
  return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes,
                                    cudaMemPool_t pool, cudaStream_t) {
  if (pool != the_pool()) return cudaErrorInvalidValue;
  *pointer = std::malloc(bytes);
  return cudaSuccess;
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  std::free(pointer);
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int) {
  *pool = the_pool();
  return cudaSuccess;
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  *pool = the_pool();
  return cudaSuccess;
}
// As CUDA's: the switches are ints, the counts words.
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute,
                                    void* value) {
  const unsigned long long word = attributes()[attribute];
  const int flag = static_cast<int>(word);
  if (attribute < cudaMemPoolAttrReleaseThreshold)
    std::memcpy(value, &flag, sizeof flag);
  else
    std::memcpy(value, &word, sizeof word);
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute,
                                    void* value) {
  if (attribute < cudaMemPoolAttrReleaseThreshold) {
    int flag;
    std::memcpy(&flag, value, sizeof flag);
    attributes()[attribute] = static_cast<unsigned long long>(flag);
  } else {
    std::memcpy(&attributes()[attribute], value, sizeof(unsigned long long));
  }
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool,
                              const cudaMemPoolProps* properties) {
  if (properties->allocType != cudaMemAllocationTypePinned)
    return cudaErrorInvalidValue;
  *pool =
      reinterpret_cast<cudaMemPool_t>(new std::map<int, unsigned long long>);
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  delete reinterpret_cast<std::map<int, unsigned long long>*>(pool);
  return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  attributes()[1000 + limit] = value;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  *value = attributes()[1000 + limit];
  return cudaSuccess;
}

// What was asked for last is an attribute: the place, -1 for the host.
#if CUDART_VERSION >= 13000
static unsigned long long place(cudaMemLocation location) {
  return location.type == cudaMemLocationTypeHost
             ? static_cast<unsigned long long>(-1)
             : static_cast<unsigned long long>(location.id);
}
cudaError_t cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation location,
                                 unsigned, cudaStream_t) {
  attributes()[2000] = place(location);
  return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise,
                          cudaMemLocation location) {
  attributes()[2001] = place(location);
  return cudaSuccess;
}
#else
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int device,
                                 cudaStream_t) {
  attributes()[2000] = static_cast<unsigned long long>(device);
  return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int device) {
  attributes()[2001] = static_cast<unsigned long long>(device);
  return cudaSuccess;
}
#endif

static cudaError_t copy_rows(char* to, size_t to_pitch, const char* from,
                             size_t from_pitch, size_t width, size_t height) {
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  for (size_t row = 0; row < height; ++row)
    std::memcpy(to + row * to_pitch, from + row * from_pitch, width);
  return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind, cudaStream_t) {
  return copy_rows(static_cast<char*>(to), to_pitch,
                   static_cast<const char*>(from), from_pitch, width, height);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t array, size_t x, size_t y,
                                     const void* from, size_t pitch,
                                     size_t width, size_t height,
                                     cudaMemcpyKind, cudaStream_t) {
  Array* to = as_array(array);
  const size_t row = to->item * to->width;
  return copy_rows(to->bytes.data() + y * row + x, row,
                   static_cast<const char*>(from), pitch, width, height);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch,
                                       cudaArray_const_t array, size_t x,
                                       size_t y, size_t width, size_t height,
                                       cudaMemcpyKind, cudaStream_t) {
  auto* from = reinterpret_cast<const Array*>(array);
  const size_t row = from->item * from->width;
  return copy_rows(static_cast<char*>(to), pitch,
                   from->bytes.data() + y * row + x, row, width, height);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array,
                              const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned) {
  auto* made = new Array;
  made->item =
      static_cast<size_t>(format->x + format->y + format->z + format->w) / 8;
  made->width = extent.width;
  made->rows =
      std::max<size_t>(extent.height, 1) * std::max<size_t>(extent.depth, 1);
  made->bytes.resize(made->item * made->width * made->rows);
  *array = reinterpret_cast<cudaArray_t>(made);
  return cudaSuccess;
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  delete as_array(array);
  return cudaSuccess;
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t) {
  const bool out = p->srcArray != nullptr;
  Array* array = as_array(out ? p->srcArray : p->dstArray);
  const cudaPitchedPtr& rows = out ? p->dstPtr : p->srcPtr;
  if (p->extent.width != array->width ||
      p->extent.height * p->extent.depth != array->rows)
    return cudaErrorInvalidValue;
  const size_t bytes = array->item * array->width;
  for (size_t row = 0; row < array->rows; ++row) {
    char* host = static_cast<char*>(rows.ptr) + row * rows.pitch;
    char* own = array->bytes.data() + row * bytes;
    std::memcpy(out ? host : own, out ? own : host, bytes);
  }
  return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture,
                                    const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture_description,
                                    const cudaResourceViewDesc* view) {
  if (view != nullptr || texture_description == nullptr)
    return cudaErrorInvalidValue;
  *texture = 100 + static_cast<unsigned>(resource->resType);
  return cudaSuccess;
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t) {
  return cudaSuccess;
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    const cudaResourceDesc* resource) {
  if (resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
  *surface = 200;
  return cudaSuccess;
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) {
  return cudaSuccess;
}

}  // extern "C"
