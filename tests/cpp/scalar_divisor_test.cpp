// SPDX-License-Identifier: Apache-2.0
// Quotients by products, against those of the host.
#include "jit/groups/scalar_divisor.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace tenorite::jit {
namespace {

template <class T>
auto bits_of(T x) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  return std::bit_cast<Bits>(x);
}

template <class T>
class ScalarDivisorTest : public testing::Test {
 protected:
  using Limits = std::numeric_limits<T>;
  static bool is_used(T y) { return scalar_divisor(y).least < 1; }

  void check(T x, T y) {
    const T found = divide(x, scalar_divisor(y), AtOnce()), exact = x / y;
    if (std::isnan(exact))
      ASSERT_TRUE(std::isnan(found)) << x << " / " << y;
    else
      ASSERT_EQ(bits_of(found), bits_of(exact)) << x << " / " << y;
    bool missed = false;
    const T noted = divide(x, scalar_divisor(y), missed);
    if (!missed && !std::isnan(exact))
      ASSERT_EQ(bits_of(noted), bits_of(exact)) << x << " / " << y;
    if (!missed) ASSERT_EQ(std::isnan(noted), std::isnan(exact));
  }
  T significand(int exponent) {
    return static_cast<T>(std::ldexp(
        std::uniform_real_distribution<double>(1, 2)(random_), exponent));
  }
  std::mt19937_64 random_{3};
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(ScalarDivisorTest, Types);

TYPED_TEST(ScalarDivisorTest, AnyByAny) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  std::vector<T> special = {0,
                            1,
                            3,
                            T(0.1),
                            T(0.02),
                            Limits::infinity(),
                            Limits::quiet_NaN(),
                            Limits::max(),
                            Limits::min(),
                            Limits::denorm_min(),
                            3 * Limits::denorm_min(),
                            Limits::min() * T(0.7),
                            std::ldexp(T(1), 40),
                            std::ldexp(T(1.7), -40)};
  for (size_t n = special.size(), i = 0; i < n; ++i)
    special.push_back(-special[i]);
  for (int i = 0; i < 200; ++i) special.push_back(this->significand(i - 100));
  for (const T x : special)
    for (const T y : special) this->check(x, y);
  // About the numbers where the reciprocal is no longer used.
  for (const T y : {T(0.3), T(1), T(-7), T(1.9)})
    for (int e = Limits::min_exponent - Limits::digits;
         e < Limits::max_exponent; ++e)
      for (const T x : {std::ldexp(T(1), e), this->significand(e)}) {
        this->check(x, y);
        this->check(-std::nextafter(x, T(0)), y);
      }
}

TYPED_TEST(ScalarDivisorTest, MostDivisorsAreUsed) {
  using T = TypeParam;
  int used = 0;
  constexpr int kTried = 5000;
  for (int i = 0; i < kTried; ++i) {
    const T y = this->significand(i % 40 - 20);
    used += this->is_used(y);
    for (int k = 0; k < 200; ++k) this->check(this->significand(0), y);
  }
  EXPECT_GT(used, kTried * 0.91);
  EXPECT_LT(used, kTried * 0.96);
  for (const double y : {2.0, 3.0, 0.1, 0.02, 255.0, 12.92, 1e-3})
    EXPECT_TRUE(this->is_used(static_cast<T>(y))) << y;
  for (const T y :
       {T(0), T(-0.0), std::numeric_limits<T>::infinity(),
        std::numeric_limits<T>::quiet_NaN(), std::ldexp(T(1), -401)})
    EXPECT_FALSE(this->is_used(y)) << y;
}

// Whether a divisor is used is decided by few numbers: are they all?
TEST(ScalarDivisor, AllNumbersByOne) {
  std::mt19937 random(7);
  int used = 0, unused = 0;
  while (used < 12 || unused < 3) {
    const float y =
        std::ldexp(static_cast<float>(1 << 23 | random() >> 9), -23);
    const ScalarDivisor<float> divisor = scalar_divisor(y);
    if (divisor.least > 1 ? ++unused > 3 : ++used > 12) continue;
    float high = 1 / y, rest = std::fma(-y, high, 1.0f);
    if (rest < 0) {
      high = std::nextafter(high, 0.0f);
      rest = std::fma(-y, high, 1.0f);
    }
    bool exact = true;
    for (int x = 1 << 23; exact && x < 1 << 24; ++x) {
      const auto tried = static_cast<float>(x);
      exact = std::fma(tried, high, tried * (rest / y)) == tried / y;
    }
    EXPECT_EQ(exact, divisor.least < 1) << y;
  }
}

}  // namespace
}  // namespace tenorite::jit
