// SPDX-License-Identifier: Apache-2.0
#include <cub/device/device_radix_sort.cuh>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/sort_pairs.h"

namespace tenorite::cuda {
namespace {

__global__ void count_up(int64_t* order, int64_t n) {
  int64_t first = blockIdx.x * int64_t{blockDim.x} + threadIdx.x;
  for (int64_t i = first; i < n; i += gridDim.x * int64_t{blockDim.x})
    order[i] = i;
}

}  // namespace

SortedKeys sort_keys(uint64_t* keys, int64_t n, int bits, Device device,
                     StreamId stream) {
  cudaStream_t handle = stream_handle(device, stream);
  auto bytes = static_cast<size_t>(n) * sizeof(int64_t);
  StoragePtr buffers = Storage::allocate(device, 3 * bytes, stream);
  auto* other_keys = reinterpret_cast<uint64_t*>(buffers->data());
  auto* order = reinterpret_cast<int64_t*>(buffers->data() + bytes);
  constexpr int kThreads = 256;
  int64_t blocks = (n - 1) / kThreads + 1;
  count_up<<<static_cast<unsigned>(blocks < 65536 ? blocks : 65536), kThreads,
             0, handle>>>(order, n);
  TENORITE_CUDA_LAUNCHED("count_up");
  cub::DoubleBuffer<uint64_t> key_buffers(keys, other_keys);
  cub::DoubleBuffer<int64_t> order_buffers(order, order + n);
  size_t scratch_bytes = 0;
  TENORITE_CUDA_TRY(cub::DeviceRadixSort::SortPairs(
      nullptr, scratch_bytes, key_buffers, order_buffers, n, 0, bits, handle));
  StoragePtr scratch = Storage::allocate(device, scratch_bytes, stream);
  TENORITE_CUDA_TRY(cub::DeviceRadixSort::SortPairs(
      scratch->data(), scratch_bytes, key_buffers, order_buffers, n, 0, bits,
      handle));
  return {buffers, key_buffers.Current(), order_buffers.Current()};
}

}  // namespace tenorite::cuda
