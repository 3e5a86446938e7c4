// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenorite {

// Of keys in memory; not the same in every version.
inline uint64_t hash_of(const uint64_t* words, size_t n) {
  uint64_t hash = n;
  auto add = [&](uint64_t a, uint64_t b) {
    const auto product =
        static_cast<unsigned __int128>(hash ^ a) * (b ^ 0x9e3779b97f4a7c15u);
    hash =
        static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  };
  // Two words a step: a multiplication waits for the one before.
  for (size_t i = 0; i + 1 < n; i += 2) add(words[i], words[i + 1]);
  if (n % 2) add(words[n - 1], 0);
  return hash;
}

}  // namespace tenorite
