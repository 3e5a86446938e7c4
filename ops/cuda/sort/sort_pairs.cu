// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/sort/radix_sort.cuh"
#include "ops/cuda/sort/sort_pairs.h"

namespace tenorite::cuda {
namespace {

__global__ void count_up(int64_t* order, int64_t n) {
  int64_t first = blockIdx.x * int64_t{blockDim.x} + threadIdx.x;
  for (int64_t i = first; i < n; i += gridDim.x * int64_t{blockDim.x})
    order[i] = i;
}

}  // namespace

TENORITE_SORT_PAIRS(uint64_t, int64_t);

SortedKeys sort_keys(uint64_t* keys, int64_t n, int bits, Device device,
                     StreamId stream) {
  auto bytes = static_cast<size_t>(n) * sizeof(int64_t);
  StoragePtr buffers = Storage::allocate(device, 3 * bytes, stream);
  auto* other_keys = reinterpret_cast<uint64_t*>(buffers->data());
  auto* order = reinterpret_cast<int64_t*>(buffers->data() + bytes);
  constexpr int kThreads = 256;
  int64_t blocks = (n - 1) / kThreads + 1;
  count_up<<<static_cast<unsigned>(blocks < 65536 ? blocks : 65536), kThreads,
             0, stream_handle(device, stream)>>>(order, n);
  TENORITE_CUDA_LAUNCHED("count_up");
  Buffers<uint64_t> key_buffers{keys, other_keys};
  Buffers<int64_t> order_buffers{order, order + n};
  sort_pairs(key_buffers, order_buffers, n, bits, device, stream);
  return {buffers, key_buffers.current, order_buffers.current};
}

}  // namespace tenorite::cuda
