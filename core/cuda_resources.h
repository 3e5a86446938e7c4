// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/cuda_runtime.h"
#include "core/device.h"
#include "core/export.h"

namespace tenorite {

// What an item of a CUDA array is: bits of each channel, and
// cudaChannelFormatKind.
struct CudaChannels {
  int x, y, z, w, kind;
};

// What a texture reads; `kind` is cudaResourceType. Sizes are items, pitch
// bytes.
struct CudaResource {
  int kind;
  uintptr_t array;  // of a CUDA array
  void* memory;     // else
  CudaChannels channels;
  size_t bytes;                 // of linear memory
  size_t width, height, pitch;  // of pitched memory
};

// How a texture reads; numbers are those of cudaTextureDesc.
struct CudaSampling {
  std::array<int, 3> address_modes;
  int filter_mode, read_mode;
  bool srgb, normalized;
  std::array<float, 4> border;
  unsigned max_anisotropy;
};

// A part of memory in rows, beside a CUDA array of that size: rows of `pitch`
// bytes, `height` of them in a slice.
struct CudaRows {
  void* memory;
  size_t pitch, width, height, depth;  // width in items
};

// Rows in memory, `pitch` bytes apart.
struct CudaPitched {
  void* memory;
  size_t pitch;
};
// Where in a CUDA array a copy begins: bytes, and rows.
struct CudaOffset {
  size_t width, height;
};

// The fields of cudaMemPoolProps that have to be given.
struct CudaPoolKind {
  int allocation, handles, location, id;
};

// What programs of CUDA hold themselves: memory and events of other processes,
// memory in the order of streams, arrays, textures and surfaces. A table that
// core/cuda registers; handles are numbers, errors as those of CudaRuntime.
struct CudaResources {
  // A handle is 64 bytes that another process opens.
  std::string (*memory_handle)(Device, void*);
  void* (*open_memory)(Device, const std::string& handle, unsigned flags);
  void (*close_memory)(Device, void*);
  std::string (*event_handle)(Device, CudaEvent);
  CudaEvent (*open_event)(Device, const std::string& handle);

  // From a pool; 0 is the device's current one.
  void* (*malloc_async)(Device, size_t bytes, StreamId, uintptr_t pool);
  void (*free_async)(Device, void*, StreamId);
  uintptr_t (*memory_pool)(Device, bool current);  // else the device's own
  uint64_t (*pool_attribute)(Device, uintptr_t pool, int attribute);
  void (*set_pool_attribute)(Device, uintptr_t pool, int attribute,
                             uint64_t value);
  void (*trim_pool)(Device, uintptr_t pool, size_t keep);
  void (*set_memory_pool)(Device, uintptr_t pool);
  uintptr_t (*make_pool)(const CudaPoolKind&);
  void (*free_pool)(uintptr_t pool);

  size_t (*limit)(Device, int limit);
  void (*set_limit)(Device, int limit, size_t value);
  // `target` is a device's number, or -1 for the host.
  void (*prefetch)(Device, void*, size_t bytes, int target, StreamId);
  void (*advise)(Device, void*, size_t bytes, int advice, int target);
  // Rows of `width` bytes.
  void (*copy_rows)(Device, const CudaPitched& to, const CudaPitched& from,
                    size_t width, size_t height, int kind, StreamId);
  // `array` begins at an offset of bytes and rows.
  void (*copy_rows_to_array)(Device, uintptr_t array, const CudaOffset&,
                             const CudaPitched& from, size_t width,
                             size_t height, int kind, StreamId);
  void (*copy_rows_from_array)(Device, const CudaPitched& to, uintptr_t array,
                               const CudaOffset&, size_t width, size_t height,
                               int kind, StreamId);
  // Of structs in memory of the host, by their addresses: cudaMemcpy3DParms,
  // cudaChannelFormatDesc, cudaResourceDesc, cudaTextureDesc.
  void (*copy_3d)(Device, uintptr_t parameters, StreamId);
  CudaChannels (*channels_at)(uintptr_t descriptor);
  uint64_t (*texture_of)(Device, uintptr_t resource, uintptr_t sampling);
  uint64_t (*surface_of)(Device, uintptr_t resource);

  // An extent of 0 is an axis that is not there, as in cudaExtent.
  uintptr_t (*make_array)(Device, const CudaChannels&, size_t width,
                          size_t height, size_t depth, unsigned flags);
  void (*free_array)(Device, uintptr_t);
  void (*copy_to_array)(Device, uintptr_t array, const CudaRows&, StreamId);
  void (*copy_from_array)(Device, uintptr_t array, const CudaRows&, StreamId);
  uint64_t (*make_texture)(Device, const CudaResource&, const CudaSampling&);
  void (*free_texture)(Device, uint64_t);
  uint64_t (*make_surface)(Device, uintptr_t array);
  void (*free_surface)(Device, uint64_t);
};

TENORITE_EXPORT void register_cuda_resources(const CudaResources* resources);
// RuntimeError with the reason when no CUDA device can be used.
const CudaResources& cuda_resources();
// Null while the CUDA part is not open (core/cuda_part.h).
const CudaResources* cuda_resources_or_null();

}  // namespace tenorite
