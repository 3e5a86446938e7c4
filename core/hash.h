// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tenorite {

// Of `n` words of keys in memory, after what has the hash `seed`; not the same
// in every version.
inline uint64_t hash_of(const void* words, size_t n, uint64_t seed = 0) {
  auto word = [&](size_t i) {
    uint64_t value;
    std::memcpy(&value, static_cast<const char*>(words) + 8 * i, 8);
    return value;
  };
  // Four at a time: a multiplication waits for the one before. They carry bits
  // upwards alone, the ones in the end downwards too.
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15u;
  uint64_t hash[4] = {seed ^ n, 1, 2, 3};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; ++k) hash[k] = (hash[k] ^ word(i + k)) * kFactor;
  for (; i < n; ++i) hash[0] = (hash[0] ^ word(i)) * kFactor;
  uint64_t all = 0;
  for (uint64_t one : hash) {
    const auto product = static_cast<unsigned __int128>(all ^ one) * kFactor;
    all = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }
  return all;
}

}  // namespace tenorite
