// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ops/device/bins.h"
#include "ops/device/sort_key.h"

namespace tenorite {
namespace {

using sort_key::equal;
using sort_key::from_total;
using sort_key::total;
using sort_key::turned;

constexpr KeyKind kKinds[] = {KeyKind::kUnsigned, KeyKind::kSigned,
                              KeyKind::kFloat};

float value_of(unsigned short bits) { return half::from_bits(bits); }

TEST(SortKey, EveryPatternComesBack) {
  for (KeyKind kind : kKinds) {
    std::vector<bool> seen(65536);
    for (int i = 0; i < 65536; ++i) {
      auto bits = static_cast<unsigned short>(i);
      unsigned short key = total(bits, kind);
      EXPECT_FALSE(seen[key]);
      seen[key] = true;
      EXPECT_EQ(from_total(key, kind), bits);
      EXPECT_EQ(turned(turned(key, kind), kind), key);
    }
  }
}

TEST(SortKey, FloatsAscendAndNansAreLast) {
  for (int i = 0; i < 65536; ++i) {
    auto bits = static_cast<unsigned short>(i);
    unsigned short key = total(bits, KeyKind::kFloat);
    unsigned short infinity = total<unsigned short>(0x7c00, KeyKind::kFloat);
    EXPECT_EQ(key > infinity, sort_key::is_nan(bits));
    // Also in descending order.
    unsigned short last = turned<unsigned short>(
        total<unsigned short>(0xfc00, KeyKind::kFloat), KeyKind::kFloat);
    EXPECT_EQ(turned(key, KeyKind::kFloat) > last, sort_key::is_nan(bits));
  }
  std::vector<unsigned short> keys(65536);
  for (int i = 0; i < 65536; ++i) keys[i] = static_cast<unsigned short>(i);
  unsigned short before = from_total(keys[0], KeyKind::kFloat);
  for (unsigned short key : keys) {
    unsigned short bits = from_total(key, KeyKind::kFloat);
    if (sort_key::is_nan(bits)) break;
    EXPECT_LE(value_of(before), value_of(bits));
    before = bits;
  }
}

TEST(SortKey, EqualsHaveEqualKeys) {
  EXPECT_EQ(equal<unsigned>(0x80000000, KeyKind::kFloat),
            equal<unsigned>(0, KeyKind::kFloat));
  EXPECT_EQ(equal<unsigned>(0x7fc00000, KeyKind::kFloat),
            equal<unsigned>(0xff800001, KeyKind::kFloat));
  EXPECT_LT(equal<unsigned>(0x7f800000, KeyKind::kFloat),
            equal<unsigned>(0x7fc00000, KeyKind::kFloat));
  EXPECT_NE(equal<unsigned>(0x80000000, KeyKind::kSigned),
            equal<unsigned>(0, KeyKind::kSigned));
}

TEST(SortKey, ComplexNumbersWithNansAreLast) {
  const unsigned one = 0x3f800000, infinity = 0x7f800000, nan = 0x7fc00000;
  auto key = [](unsigned re, unsigned im) {
    auto pair = sort_key::equal_pair(re, im);
    return static_cast<unsigned long>(pair.high) << 32 | pair.low;
  };
  EXPECT_LT(key(one, infinity), key(infinity, one));
  EXPECT_LT(key(infinity, infinity), key(one, nan));
  EXPECT_LT(key(one, nan), key(infinity, nan));
  EXPECT_LT(key(infinity, nan), key(nan, one));
  EXPECT_LT(key(nan, one), key(nan, infinity));
  EXPECT_LT(key(nan, infinity), key(nan, nan));
}

TEST(Bins, ItemsLieBetweenTheirEdges) {
  constexpr long kBins = 49;
  std::vector<double> edges(kBins + 1);
  for (long i = 0; i <= kBins; ++i) edges[i] = 0.1 + 0.6 * i / kBins;
  for (bool even : {false, true})
    for (char precision : {'d', 'f'}) {
      Bins bins{edges.data(), kBins, even, precision, edges[0], edges[kBins]};
      for (double x = 0.1; x <= edges[kBins]; x += 1e-4) {
        long b = bin_of(bins, x);
        ASSERT_TRUE(b >= 0 && b < kBins);
        EXPECT_LE(edges[b], x);
        EXPECT_TRUE(x < edges[b + 1] || b == kBins - 1);
      }
      EXPECT_EQ(bin_of(bins, edges[kBins]), kBins - 1);
      EXPECT_EQ(bin_of(bins, 0.0), -1);
      EXPECT_EQ(bin_of(bins, __builtin_nan("")), -1);
    }
}

}  // namespace
}  // namespace tenorite
