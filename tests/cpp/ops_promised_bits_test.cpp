// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "ops/record/promised_bits.h"

namespace tenorite {
namespace {

template <class Bits>
std::vector<Bits> unified(std::vector<Bits> items, DType dtype) {
  unify_open_bits(items.data(), items.size() * sizeof(Bits), dtype);
  return items;
}

TEST(PromisedBits, NansAreOne) {
  for (uint16_t x :
       unified<uint16_t>({0x7c01, 0x7e00, 0xfe00, 0xffff}, DType::kFloat16))
    EXPECT_EQ(x, 0x7fff);
  for (DType dtype : {DType::kFloat32, DType::kComplex64}) {
    const std::vector<uint32_t> nans =
        unified<uint32_t>({0x7f800001, 0x7fc00000, 0xffc00000, ~0u}, dtype);
    for (uint32_t x : nans) EXPECT_EQ(x, nans[0]);
  }
  for (DType dtype : {DType::kFloat64, DType::kComplex128}) {
    const std::vector<uint64_t> nans = unified<uint64_t>(
        {0x7ff0000000000001, 0xfff8000000000000, ~uint64_t{}, ~uint64_t{} >> 1},
        dtype);
    for (uint64_t x : nans) EXPECT_EQ(x, nans[0]);
  }
}

TEST(PromisedBits, NumbersStay) {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> numbers = {0.0,           -0.0,
                                       1.5,           Limits::infinity(),
                                       Limits::max(), -Limits::infinity(),
                                       -1e-300,       Limits::denorm_min()};
  std::vector<double> same = numbers;
  unify_open_bits(same.data(), 64, DType::kFloat64);
  EXPECT_EQ(std::memcmp(same.data(), numbers.data(), 64), 0);
  const std::vector<uint16_t> halves = {0,      0x8000, 0x3c00,
                                        0xbc00, 0xfbff, 0xfc00};
  EXPECT_EQ(unified<uint16_t>(halves, DType::kFloat16), halves);
  // Integers have no NaN, whatever their bits.
  std::vector<int32_t> integers = {-1, 0x7fc00000, 0, 7}, before = integers;
  unify_open_bits(integers.data(), 16, DType::kInt32);
  EXPECT_EQ(integers, before);
}

TEST(PromisedBits, EveryTrueIsOne) {
  EXPECT_EQ(unified<uint8_t>({0, 1, 2, 255}, DType::kBool),
            (std::vector<uint8_t>{0, 1, 1, 1}));
}

}  // namespace
}  // namespace tenorite
