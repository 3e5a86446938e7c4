// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tenorite {

using Digest = std::array<uint8_t, 32>;

// SHA-256 (FIPS 180-4).
class Sha256 {
 public:
  Sha256& update(std::string_view bytes);
  // The length of a field, then its bytes: fields cannot run into each other.
  Sha256& field(std::string_view bytes);
  Sha256& field(uint64_t number);
  // Of everything so far; the object is used up.
  Digest finish();

 private:
  void block(const uint8_t* bytes);

  uint32_t state_[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t rest_[64] = {};  // the bytes after the last whole block
  uint64_t length_ = 0;
};

Digest sha256(std::string_view bytes);
// 64 lower-case digits.
std::string to_hex(const Digest& digest);

}  // namespace tenorite
