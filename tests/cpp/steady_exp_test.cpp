// SPDX-License-Identifier: Apache-2.0
// The exponential of CUDA devices, against that of the host with more digits.
#include "ops/device/steady_exp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace tenorite {
namespace {

using Limits = std::numeric_limits<double>;

double error_in_units(double found, long double exact) {
  int exponent;
  std::frexp(exact, &exponent);
  exponent = std::max(exponent, Limits::min_exponent);
  const long double unit = std::ldexp(1.0L, exponent - Limits::digits);
  return static_cast<double>(std::fabs(found - exact) / unit);
}

TEST(SteadyExp, IsWithinOneUnit) {
  std::mt19937_64 random(5);
  double largest = 0;
  for (const double most : {1e-3, 1.0, 30.0, 745.0})
    for (int i = 0; i < 300000; ++i) {
      const double x = std::uniform_real_distribution<double>(
          -most, std::min(most, 709.7))(random);
      largest = std::max(largest,
                         error_in_units(math::steady_exp(x),
                                        std::exp(static_cast<long double>(x))));
    }
  EXPECT_LT(largest, 0.95);
}

TEST(SteadyExp, HasTheBitsOfTheOneThatBranches) {
  std::mt19937_64 random(6);
  auto expect_equal = [](double x) {
    EXPECT_EQ(std::bit_cast<uint64_t>(math::steady_exp(x)),
              std::bit_cast<uint64_t>(math::branching_exp(x)))
        << x;
  };
  for (int i = 0; i < 300000; ++i)
    expect_equal(std::uniform_real_distribution<double>(-760, 760)(random));
  for (int i = 0; i < 300000; ++i)
    if (const auto x = std::bit_cast<double>(random()); !std::isnan(x))
      expect_equal(x);
  for (const double x :
       {0.0, -0.0, 707.9, 708.0, 708.1, -707.9, -708.0, -708.1, 709.78, -745.13,
        Limits::infinity(), -Limits::infinity(), Limits::denorm_min()})
    expect_equal(x);
  EXPECT_TRUE(std::isnan(math::branching_exp(Limits::quiet_NaN())));
}

TEST(SteadyExp, AtTheEndsOfTheRange) {
  for (const double x :
       {709.782712893384, 709.7827128933841, 710.0, 1e308, -745.1332191019411,
        -745.1332191019412, -746.0, -708.4, -1e308, 0.0, -0.0, 1e-300, 5e-324,
        Limits::infinity(), -Limits::infinity()}) {
    const double exact = std::exp(x), found = math::steady_exp(x);
    if (std::isinf(exact) || exact == 0 || exact == 1)
      EXPECT_EQ(found, exact) << x;
    else
      EXPECT_LE(std::abs(std::bit_cast<int64_t>(found) -
                         std::bit_cast<int64_t>(exact)),
                1)
          << x;
  }
  EXPECT_TRUE(std::isnan(math::steady_exp(Limits::quiet_NaN())));
}

}  // namespace
}  // namespace tenorite
