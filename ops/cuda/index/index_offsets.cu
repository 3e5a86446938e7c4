// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "core/cuda/stream_table.h"
#include "ops/cuda/index/index_offsets.cuh"
#include "ops/cuda/sort/sort_pairs.h"

namespace tenorite::cuda {
namespace {

constexpr int kThreads = 256;

unsigned grid_of(int64_t n) {
  constexpr int64_t kMost = 1 << 20;
  int64_t blocks = (n - 1) / kThreads + 1;
  return static_cast<unsigned>(blocks < kMost ? blocks : kMost);
}

__global__ void resolve(const __grid_constant__ IndexArrays arrays,
                        int64_t* offsets, int64_t* positions) {
  uint32_t step = gridDim.x * kThreads;
  for (uint32_t b = blockIdx.x * kThreads + threadIdx.x; b < arrays.size;
       b += step) {
    Destination to{};
    if (arrays.first) to.offset = offsets[b];
    if (arrays.first && positions) to.position = positions[b];
    follow(arrays, b, to);
    offsets[b] = to.offset;
    if (positions) positions[b] = to.position;
  }
}

__global__ void resolve_narrow(const __grid_constant__ IndexArrays arrays,
                               int* indices) {
  uint32_t step = gridDim.x * kThreads;
  for (uint32_t b = blockIdx.x * kThreads + threadIdx.x; b < arrays.size;
       b += step) {
    Destination to{};
    follow(arrays, b, to);
    indices[b] = static_cast<int>(to.position);
  }
}

__global__ void mark_targets(const __grid_constant__ IndexArrays arrays,
                             int* last) {
  constexpr int kAhead = 4;
  uint32_t step = gridDim.x * (kThreads * kAhead);
  for (uint32_t first = blockIdx.x * (kThreads * kAhead) + threadIdx.x;
       first < arrays.size; first += step) {
    Destination to[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      to[k] = {};
      follow(arrays, min(first + k * kThreads, arrays.size - 1), to[k]);
    }
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      uint32_t b = first + k * kThreads;
      if (b < arrays.size && to[k].offset != kSkip)
        atomicMax(last + to[k].position, static_cast<int>(arrays.begin + b));
    }
  }
}

template <class T>
__global__ void mark_positions(T* last, const int64_t* offsets,
                               const int64_t* positions, int64_t size) {
  int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t b = blockIdx.x * int64_t{kThreads} + threadIdx.x; b < size;
       b += step)
    if (offsets[b] != kSkip) atomicMax(last + positions[b], (T)b);
}

template <class T>
__global__ void skip_marked(const T* last, int64_t* offsets,
                            const int64_t* positions, int64_t size) {
  int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t b = blockIdx.x * int64_t{kThreads} + threadIdx.x; b < size;
       b += step)
    if (offsets[b] != kSkip && last[positions[b]] != (T)b) offsets[b] = kSkip;
}

__global__ void skip_sorted(const uint64_t* keys, const int64_t* order,
                            int64_t* offsets, int64_t size) {
  int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i + 1 < size;
       i += step)
    if (keys[i] == keys[i + 1]) offsets[order[i]] = kSkip;
}

// Places are numbered in T, -1 where nothing was written.
template <class T>
void keep_last_by_table(int64_t* offsets, const int64_t* positions,
                        int64_t size, int64_t extent, Device device,
                        StreamId stream) {
  cudaStream_t handle = stream_handle(device, stream);
  StoragePtr table = Storage::allocate(device, extent * sizeof(T), stream);
  auto* last = reinterpret_cast<T*>(table->data());
  TENORITE_CUDA_TRY(cudaMemsetAsync(last, 0xff, extent * sizeof(T), handle));
  mark_positions<<<grid_of(size), kThreads, 0, handle>>>(last, offsets,
                                                         positions, size);
  TENORITE_CUDA_LAUNCHED("mark_positions");
  skip_marked<<<grid_of(size), kThreads, 0, handle>>>(last, offsets, positions,
                                                      size);
  TENORITE_CUDA_LAUNCHED("skip_marked");
}

}  // namespace

void resolve_offsets(const IndexPlan& plan, bool skip, int64_t* offsets,
                     int64_t* positions, cudaStream_t stream) {
  int launch = next_checked_launch();
  for_parts(plan, 0, [&](const IndexPlan& part, int64_t begin) {
    for (int first = 0; first < part.arrays; first += kArraysAtOnce) {
      IndexArrays arrays = index_arrays(part, first, skip, begin);
      arrays.launch = launch;
      resolve<<<grid_of(arrays.size), kThreads, 0, stream>>>(
          arrays, offsets + begin, positions ? positions + begin : nullptr);
      TENORITE_CUDA_LAUNCHED("resolve");
    }
  });
}

void resolve_indices(const IndexPlan& plan, int* indices, cudaStream_t stream) {
  int launch = next_checked_launch();
  for_parts(plan, 0, [&](const IndexPlan& part, int64_t begin) {
    IndexArrays arrays = index_arrays(part, 0, false, begin);
    arrays.launch = launch;
    resolve_narrow<<<grid_of(arrays.size), kThreads, 0, stream>>>(
        arrays, indices + begin);
    TENORITE_CUDA_LAUNCHED("resolve_narrow");
  });
}

void mark_last(const IndexPlan& plan, int* last, cudaStream_t stream) {
  int launch = next_checked_launch();
  for_parts(plan, 0, [&](const IndexPlan& part, int64_t begin) {
    IndexArrays arrays = index_arrays(part, 0, true, begin);
    arrays.launch = launch;
    mark_targets<<<grid_of((arrays.size - 1) / 4 + 1), kThreads, 0, stream>>>(
        arrays, last);
    TENORITE_CUDA_LAUNCHED("mark_targets");
  });
}

void keep_last(int64_t* offsets, int64_t* positions, int64_t size,
               int64_t extent, Device device, StreamId stream) {
  // A sort moves some 150 bytes per index.
  constexpr int64_t kSmallTable = 1 << 22;
  if (extent <= kSmallTable || extent / 16 <= size) {
    if (size <= INT32_MAX)
      keep_last_by_table<int>(offsets, positions, size, extent, device, stream);
    else
      keep_last_by_table<long long>(offsets, positions, size, extent, device,
                                    stream);
    return;
  }
  int bits = std::bit_width(static_cast<uint64_t>(extent));
  SortedKeys sorted = sort_keys(reinterpret_cast<uint64_t*>(positions), size,
                                bits, device, stream);
  skip_sorted<<<grid_of(size), kThreads, 0, stream_handle(device, stream)>>>(
      sorted.keys, sorted.order, offsets, size);
  TENORITE_CUDA_LAUNCHED("skip_sorted");
}

}  // namespace tenorite::cuda
