// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include "core/cuda/stream_table.h"
#include "ops/cuda/sort/radix_sort.h"
#include "ops/cuda/sort/scratch.h"

namespace tenorite::cuda {

template <class Key>
void sort_keys(const Key* in, Key* out, int64_t n, int bits, Device device,
               StreamId stream) {
  cudaStream_t handle = stream_handle(device, stream);
  with_scratch(device, stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, in, out, n, 0, bits,
                                          handle);
  });
}

template <class Key>
void sort_keys(Buffers<Key>& keys, int64_t n, int bits, Device device,
               StreamId stream) {
  cudaStream_t handle = stream_handle(device, stream);
  cub::DoubleBuffer<Key> buffers(keys.current, keys.other);
  with_scratch(device, stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, buffers, n, 0, bits,
                                          handle);
  });
  keys = {buffers.Current(), buffers.Alternate()};
}

template <class Key, class Value>
void sort_pairs(Buffers<Key>& keys, Buffers<Value>& values, int64_t n, int bits,
                Device device, StreamId stream) {
  cudaStream_t handle = stream_handle(device, stream);
  cub::DoubleBuffer<Key> key_buffers(keys.current, keys.other);
  cub::DoubleBuffer<Value> value_buffers(values.current, values.other);
  with_scratch(device, stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, key_buffers,
                                           value_buffers, n, 0, bits, handle);
  });
  keys = {key_buffers.Current(), key_buffers.Alternate()};
  values = {value_buffers.Current(), value_buffers.Alternate()};
}

#define TENORITE_SORT_KEYS(Key)                                        \
  template void sort_keys<Key>(const Key*, Key*, int64_t, int, Device, \
                               StreamId);                              \
  template void sort_keys<Key>(Buffers<Key>&, int64_t, int, Device, StreamId)
#define TENORITE_SORT_PAIRS(Key, Value)                                \
  template void sort_pairs<Key, Value>(Buffers<Key>&, Buffers<Value>&, \
                                       int64_t, int, Device, StreamId)

}  // namespace tenorite::cuda
