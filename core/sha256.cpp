// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tenorite {
namespace {

constexpr uint32_t kRounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t load_big_endian(const uint8_t* p) {
  return uint32_t{p[0]} << 24 | uint32_t{p[1]} << 16 | uint32_t{p[2]} << 8 |
         p[3];
}

}  // namespace

void Sha256::block(const uint8_t* bytes) {
  using std::rotr;
  uint32_t w[64];
  for (int i = 0; i < 16; ++i) w[i] = load_big_endian(bytes + 4 * i);
  for (int i = 16; i < 64; ++i) {
    uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (int i = 0; i < 64; ++i) {
    uint32_t s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
    uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
    uint32_t s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
    uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state_[i] += sums[i];
}

Sha256& Sha256::update(std::string_view bytes) {
  const uint8_t* p = reinterpret_cast<const uint8_t*>(bytes.data());
  size_t n = bytes.size(), filled = length_ % 64;
  if (!n) return *this;
  length_ += n;
  if (filled) {
    size_t take = std::min(n, 64 - filled);
    std::memcpy(rest_ + filled, p, take);
    p += take, n -= take;
    if (filled + take < 64) return *this;
    block(rest_);
  }
  for (; n >= 64; p += 64, n -= 64) block(p);
  if (n) std::memcpy(rest_, p, n);
  return *this;
}

Sha256& Sha256::field(uint64_t number) {
  char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i));
  return update({bytes, 8});
}

Sha256& Sha256::field(std::string_view bytes) {
  return field(uint64_t{bytes.size()}).update(bytes);
}

Digest Sha256::finish() {
  uint64_t bits = length_ * 8;
  uint8_t padding[72] = {0x80};
  size_t zeros = (119 - length_ % 64) % 64;  // up to 8 bytes before a block
  for (int i = 0; i < 8; ++i)
    padding[1 + zeros + i] = static_cast<uint8_t>(bits >> (56 - 8 * i));
  update({reinterpret_cast<char*>(padding), 1 + zeros + 8});
  Digest digest;
  for (int i = 0; i < 32; ++i)
    digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

Digest sha256(std::string_view bytes) {
  return Sha256().update(bytes).finish();
}

std::string to_hex(const Digest& digest) {
  std::string text;
  for (uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace tenorite
