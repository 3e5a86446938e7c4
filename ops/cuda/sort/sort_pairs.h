// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/device.h"
#include "core/storage.h"

namespace tenorite::cuda {

// 64-bit keys with their places 0 .. n - 1, stably sorted by key.
struct SortedKeys {
  StoragePtr storage;
  const uint64_t* keys;
  const int64_t* order;
};

// `keys` is scratch afterwards. Only the lowest `bits` bits may be set.
SortedKeys sort_keys(uint64_t* keys, int64_t n, int bits, Device device,
                     StreamId stream);

}  // namespace tenorite::cuda
