// SPDX-License-Identifier: Apache-2.0
#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_select.cuh>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/sort/runs.h"
#include "ops/cuda/sort/scratch.h"

namespace tenorite::cuda {
namespace {

template <class Key, class Place>
struct IsFirst {
  const Key* keys;
  __device__ bool operator()(Place i) const {
    return i == 0 || keys[i - 1] != keys[i];
  }
};

}  // namespace

template <class Key, class Place>
void find_runs(const Key* keys, int64_t n, Place* starts, int64_t* count,
               Device device, StreamId stream) {
  cudaStream_t handle = stream_handle(device, stream);
  with_scratch(device, stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceSelect::If(scratch, bytes,
                                 thrust::counting_iterator<Place>(0), starts,
                                 count, n, IsFirst<Key, Place>{keys}, handle);
  });
}

template void find_runs(const uint32_t*, int64_t, uint32_t*, int64_t*, Device,
                        StreamId);
template void find_runs(const uint64_t*, int64_t, int64_t*, int64_t*, Device,
                        StreamId);

}  // namespace tenorite::cuda
