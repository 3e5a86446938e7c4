// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <vector>

#include "core/dtype.h"
#include "tests/cpp/fake_array.h"

namespace tenorite::testing {

// Bits of one real number: small numbers, extremes, infinities, zeros of both
// signs, subnormal numbers, NaN of both signs and several payloads.
inline uint64_t special_float_bits(int64_t itemsize, Random& random) {
  const int mantissa = itemsize == 2 ? 10 : itemsize == 4 ? 23 : 52;
  const int exponents = itemsize == 2 ? 5 : itemsize == 4 ? 8 : 11;
  const uint64_t top = (uint64_t{1} << exponents) - 1;
  uint64_t exponent = top / 2 + static_cast<uint64_t>(random.below(8)) - 3;
  uint64_t fraction = static_cast<uint64_t>(random.below(int64_t{1} << 31));
  fraction = (fraction << 21 | 0x12345) >> (52 - mantissa);
  const uint64_t sign = static_cast<uint64_t>(random.below(2));
  switch (random.below(12)) {
    case 0:
      exponent = top;
      fraction = static_cast<uint64_t>(random.below(4)) | uint64_t{1}
                                                              << (mantissa - 1);
      break;
    case 1:
      exponent = top;
      fraction = 0;
      break;
    case 2:
      exponent = 0;
      if (random.once_in(2)) fraction = 0;
      break;
    case 3:
      exponent = random.once_in(2) ? top - 1 : 1;
      break;
    case 4:
      fraction = 0;
      break;
  }
  return sign << (mantissa + exponents) | exponent << mantissa |
         (fraction & ((uint64_t{1} << mantissa) - 1));
}

inline uint64_t special_integer_bits(int64_t itemsize, Random& random) {
  if (random.once_in(4))
    return static_cast<uint64_t>(random.below(1 << 30)) * 0x9e3779b97f4a7c15u;
  auto bits = static_cast<uint64_t>(random.below(9) - 4);
  if (random.once_in(4)) bits ^= uint64_t{1} << (8 * itemsize - 1);
  return bits;
}

// The bytes of n elements.
inline std::vector<char> special_elements(DType dtype, int64_t n,
                                          Random& random) {
  const auto size = static_cast<int64_t>(itemsize(dtype));
  const int64_t part = kind(dtype) == 'c' ? size / 2 : size;
  std::vector<char> bytes(static_cast<size_t>(n * size));
  for (int64_t i = 0; i < n * size; i += part) {
    uint64_t bits = kind(dtype) == 'f' || kind(dtype) == 'c'
                        ? special_float_bits(part, random)
                    : kind(dtype) == 'b'
                        ? static_cast<uint64_t>(random.below(2))
                        : special_integer_bits(part, random);
    std::memcpy(bytes.data() + i, &bits, static_cast<size_t>(part));
  }
  return bytes;
}

}  // namespace tenorite::testing
