// SPDX-License-Identifier: Apache-2.0
// The functions that random numbers are made with, against those of the host
// with more digits: errors are a few units in the last place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/device/random_math.h"

namespace tenorite {
namespace {

constexpr int kNumbers = 100000;
constexpr long double kPi = 3.14159265358979323846264338327950288L;

// The greatest error of f(word) against exact(word), in units of the last place
// of numbers as large, for words whose highest or lowest bits are alike too.
template <class T, class F, class Exact>
double largest_error(const F& f, const Exact& exact) {
  const rng::CallKey key{1, 2, 3};
  double largest = 0;
  for (int i = 0; i < kNumbers; ++i) {
    const rng::Philox4x32 block = rng::philox(key, i, 0);
    unsigned long word = rng::joined(block.v[0], block.v[1]);
    const unsigned shift = block.v[2] % 64;
    if (block.v[3] % 4 == 1) word >>= shift;
    if (block.v[3] % 4 == 2) word = ~(word >> shift);
    const long double expected = exact(word);
    const T found = f(word);
    if (expected == 0) {
      EXPECT_EQ(found, 0) << word;
      continue;
    }
    int exponent;
    std::frexp(expected, &exponent);
    const long double unit =
        std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
    largest = std::max(largest,
                       static_cast<double>(std::fabs(found - expected) / unit));
  }
  return largest;
}

// Between two ends.
double between(unsigned long word, double least, double most) {
  return least + static_cast<double>(word) * 0x1p-64 * (most - least);
}

// -log((word + 1/2) / 2^bits).
long double exact_minus_log(unsigned long word, int bits) {
  const unsigned long rest =
      bits == 64 ? ~word : (1ul << bits) - 1 - word;  // from the other end
  auto share = [&](unsigned long n) { return std::ldexp(n + 0.5L, -bits); };
  return word > rest ? -std::log1p(-share(rest)) : -std::log(share(word));
}

TEST(RandomMath, LogarithmsOfUniforms) {
  EXPECT_LT(largest_error<double>(
                [](unsigned long word) { return rng::minus_log(word); },
                [](unsigned long word) { return exact_minus_log(word, 64); }),
            2);
  // A byte below 32 bits, as normal numbers have it.
  EXPECT_LT(
      largest_error<float>(
          [](unsigned long word) {
            return rng::minus_two_log(
                static_cast<unsigned>(word >> 32),
                static_cast<float>(word >> 24 & 0xff) * 0x1p-8f + 0x1p-9f);
          },
          [](unsigned long word) {
            return 2 * exact_minus_log(word >> 24, 40);
          }),
      2);
}

TEST(RandomMath, LogarithmsAtTheEnds) {
  EXPECT_EQ(rng::minus_log(~0ul), 0x1p-65);
  EXPECT_NEAR(rng::minus_log(0), 65 * std::log(2), 1e-14);
  for (float part : {0x1p-24f, 0x1p-9f, 0.5f, 1 - 0x1p-9f, 1 - 0x1p-24f}) {
    EXPECT_EQ(rng::minus_two_log(~0u, part), (1 - part) * 0x1p-31f);
    EXPECT_FLOAT_EQ(rng::minus_two_log(0, part),
                    -2 * std::log(part * 0x1p-32f));
  }
  // Where the exponent changes.
  for (unsigned high : {0x7fffffffu, 0x80000000u, 0x3fffffffu, 0x40000000u})
    EXPECT_FLOAT_EQ(rng::minus_two_log(high, 0.5f),
                    -2 * std::log((high + 0.5) * 0x1p-32));
}

TEST(RandomMath, Directions) {
  auto angle = [](unsigned long word) {
    return kPi / 2 * rng::signed_fraction(word) + (word >> 63 ? kPi : 0);
  };
  // The host's functions are of rounded angles: zeros are elsewhere.
  auto is_near = [](double found, long double expected) {
    return std::fabs(found - expected) <=
           3e-16L * (std::fabs(expected) + 1e-3L);
  };
  const rng::CallKey key{4, 5, 6};
  for (int i = 0; i < kNumbers; ++i) {
    const rng::Philox4x32 block = rng::philox(key, i, 0);
    const unsigned long word = rng::joined(block.v[0], block.v[1]);
    const rng::SinCos<double> found = rng::sincos_of_direction(word);
    ASSERT_TRUE(is_near(found.sin, std::sin(angle(word)))) << word;
    ASSERT_TRUE(is_near(found.cos, std::cos(angle(word)))) << word;
    const float t = rng::signed_fraction(block.v[2]);
    const rng::SinCos<float> single = rng::sincos_of_quarters(t);
    ASSERT_NEAR(single.sin, std::sin(kPi / 2 * t), 0x1.8p-23);
    ASSERT_NEAR(single.cos, std::cos(kPi / 2 * t), 0x1.8p-23);
  }
  EXPECT_EQ(rng::sincos_of_quarters(1.0).cos, 0);
  EXPECT_EQ(rng::sincos_of_quarters(-1.0).sin, -1);
  EXPECT_EQ(rng::sincos_of_quarters(0.0f).sin, 0);
  EXPECT_EQ(rng::sincos_of_quarters(0.0f).cos, 1);
}

// Of arguments between `least` and `most`.
template <class F, class Exact>
double error_between(double least, double most, const F& f,
                     const Exact& exact) {
  return largest_error<double>(
      [&](unsigned long word) { return f(between(word, least, most)); },
      [&](unsigned long word) -> long double {
        return exact(static_cast<long double>(between(word, least, most)));
      });
}

TEST(RandomMath, ElementaryFunctions) {
  auto log = [](auto x) { return std::log(x); };
  auto log1p = [](auto x) { return std::log1p(x); };
  auto exp = [](auto x) { return std::exp(x); };
  auto expm1 = [](auto x) { return std::expm1(x); };
  EXPECT_LT(error_between(0, 1, rng::log, log), 1.5);
  EXPECT_LT(error_between(0.5, 2, rng::log, log), 1.5);
  EXPECT_LT(error_between(0, 1e300, rng::log, log), 1.5);
  EXPECT_LT(error_between(-0.999, 1, rng::log1p, log1p), 3);
  EXPECT_LT(error_between(0, 1e-9, rng::log1p, log1p), 1.5);
  EXPECT_LT(error_between(-700, 700, rng::exp, exp), 1.5);
  EXPECT_LT(error_between(-1, 1, rng::exp, exp), 1.5);
  EXPECT_LT(error_between(-1, 1, rng::expm1, expm1), 3);
  EXPECT_LT(error_between(0, 1e-9, rng::expm1, expm1), 1.5);
  EXPECT_LT(error_between(-50, 700, rng::expm1, expm1), 3);
  EXPECT_LT(error_between(-1, 1, rng::arccos,
                          [](long double x) { return std::acos(x); }),
            8);
}

TEST(RandomMath, SpecialValues) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(rng::log(0), -inf);
  EXPECT_EQ(rng::log(inf), inf);
  EXPECT_TRUE(std::isnan(rng::log(nan)));
  EXPECT_DOUBLE_EQ(rng::log(0x1p-1074), -1074 * std::log(2));
  EXPECT_EQ(rng::log1p(-1), -inf);
  EXPECT_EQ(rng::log1p(inf), inf);
  EXPECT_TRUE(std::isnan(rng::log1p(nan)));
  EXPECT_DOUBLE_EQ(rng::log1p(1e300), std::log(1e300));
  EXPECT_EQ(rng::exp(-inf), 0);
  EXPECT_EQ(rng::exp(-746), 0);
  EXPECT_EQ(rng::exp(-745), 0x1p-1074);
  EXPECT_EQ(rng::exp(710), inf);
  EXPECT_EQ(rng::exp(inf), inf);
  EXPECT_TRUE(std::isfinite(rng::exp(709.7)));
  EXPECT_TRUE(std::isnan(rng::exp(nan)));
  EXPECT_EQ(rng::expm1(-inf), -1);
  EXPECT_EQ(rng::expm1(inf), inf);
  EXPECT_TRUE(std::isfinite(rng::expm1(709.7)));
  EXPECT_TRUE(std::isnan(rng::expm1(nan)));
  EXPECT_EQ(rng::pow(0, 2), 0);
  EXPECT_EQ(rng::pow(0, -1), inf);
  EXPECT_EQ(rng::pow(3, 0), 1);
  EXPECT_EQ(rng::arccos(1), 0);
  EXPECT_DOUBLE_EQ(rng::arccos(-1), static_cast<double>(kPi));
}

}  // namespace
}  // namespace tenorite
