// SPDX-License-Identifier: Apache-2.0
// Powers by products, against those of the host with more digits.
#include "ops/device/half_power.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tenorite {
namespace {

template <class T>
class HalfPower : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(HalfPower, Types);

template <class T>
double error_in_units(T found, long double exact) {
  int exponent;
  std::frexp(exact, &exponent);
  const long double unit =
      std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
  return static_cast<double>(std::fabs(found - exact) / unit);
}

TYPED_TEST(HalfPower, IsNextToTheExactPower) {
  using T = TypeParam;
  const int most = sizeof(T) == 8 ? 200 : 24;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> mantissa(1, 2), exponent(-most, most);
  for (int halves = -detail::kMostHalves; halves <= detail::kMostHalves;
       ++halves) {
    if (halves == 0) continue;
    double largest = 0;
    for (int i = 0; i < 20000; ++i) {
      T x = static_cast<T>(
          std::ldexp(mantissa(random), static_cast<int>(exponent(random))));
      if (i < 3) x = static_cast<T>(std::ldexp(1.0, (i - 1) * most));
      if (halves % 2 == 0 && i % 2 != 0) x = -x;
      ASSERT_TRUE(detail::has_half_powers(std::fabs(x)));
      const long double exact = std::pow(static_cast<long double>(x),
                                         static_cast<long double>(halves) / 2);
      largest = std::max(largest,
                         error_in_units(detail::half_power(x, halves), exact));
    }
    EXPECT_LT(largest, 0.51) << halves << " halves";
  }
}

TYPED_TEST(HalfPower, OfWholeNumbersAreExact) {
  using T = TypeParam;
  for (int x = 1; x <= 50; ++x)
    for (int halves = 2; halves <= detail::kMostHalves; halves += 2) {
      const double exact = std::pow(x, halves / 2);
      EXPECT_EQ(detail::half_power(T(x), halves), exact);
      if (halves == 6) {
        EXPECT_EQ(detail::half_power(T(x * x), 3), exact);
      }
    }
}

TYPED_TEST(HalfPower, HasARange) {
  using T = TypeParam;
  for (T none :
       {T(0), std::numeric_limits<T>::infinity(),
        std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::min(),
        T(-1), std::numeric_limits<T>::max()})
    EXPECT_FALSE(detail::has_half_powers(none)) << none;
}

}  // namespace
}  // namespace tenorite
