// SPDX-License-Identifier: Apache-2.0
// The library's radix sorts: ascending, stable, by the lowest `bits` bits.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <utility>

#include "core/device.h"
#include "core/storage.h"

namespace tenorite::cuda {

// Two buffers of as many items; which one has them is known after a sort.
template <class T>
struct Buffers {
  T* current;
  T* other;
};

// A sort of int32, int64, float or double from one array to another.
template <class Key>
void sort_keys(const Key* in, Key* out, int64_t n, int bits, Device device,
               StreamId stream);
// Both buffers are overwritten.
template <class Key>
void sort_keys(Buffers<Key>& keys, int64_t n, int bits, Device device,
               StreamId stream);
// With values: 32-bit keys with 32-bit values, 64-bit keys with either.
template <class Key, class Value>
void sort_pairs(Buffers<Key>& keys, Buffers<Value>& values, int64_t n, int bits,
                Device device, StreamId stream);

}  // namespace tenorite::cuda
