// SPDX-License-Identifier: Apache-2.0
#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/storage.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/mailbox.h"

namespace tenorite::cuda {

int64_t count_true(const bool* mask, int64_t n, Device device,
                   StreamId stream) {
  if (n == 0) return 0;
  DeviceGuard guard(device);
  cudaStream_t handle = stream_handle(device, stream);
  StoragePtr result = Storage::allocate(device, sizeof(int64_t), stream);
  auto* count = reinterpret_cast<int64_t*>(result->data());
  auto sum = [&](void* scratch, size_t& bytes) {
    TENORITE_CUDA_TRY(cub::DeviceReduce::Reduce(scratch, bytes, mask, count, n,
                                                ::cuda::std::plus<int64_t>(),
                                                int64_t{0}, handle));
  };
  size_t bytes = 0;
  sum(nullptr, bytes);
  StoragePtr scratch = Storage::allocate(device, bytes, stream);
  sum(scratch->data(), bytes);
  Mailbox mailbox;
  auto* seen = mailbox.as<int64_t>();
  TENORITE_CUDA_TRY(cudaMemcpyAsync(seen, count, sizeof(int64_t),
                                    cudaMemcpyDeviceToHost, handle));
  wait_for_stream(handle);
  return *seen;
}

void true_positions(const bool* mask, int64_t n, int64_t* positions,
                    int64_t count, Device device, StreamId stream) {
  if (count == 0) return;
  DeviceGuard guard(device);
  cudaStream_t handle = stream_handle(device, stream);
  StoragePtr selected = Storage::allocate(device, sizeof(int64_t), stream);
  auto flagged = [&](void* scratch, size_t& bytes) {
    TENORITE_CUDA_TRY(cub::DeviceSelect::Flagged(
        scratch, bytes, thrust::counting_iterator<int64_t>(0), mask, positions,
        reinterpret_cast<int64_t*>(selected->data()), n, handle));
  };
  size_t bytes = 0;
  flagged(nullptr, bytes);
  StoragePtr scratch = Storage::allocate(device, bytes, stream);
  flagged(scratch->data(), bytes);
}

}  // namespace tenorite::cuda
