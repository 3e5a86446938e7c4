// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenorite {

// Of keys in memory; not the same in every version.
inline uint64_t hash_of(const uint64_t* words, size_t n) {
  uint64_t hash = n;
  for (size_t i = 0; i < n; ++i) {
    const auto product =
        static_cast<unsigned __int128>(hash ^ words[i]) * 0x9e3779b97f4a7c15u;
    hash =
        static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }
  return hash;
}

}  // namespace tenorite
