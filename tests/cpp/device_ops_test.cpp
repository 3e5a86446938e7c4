// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "ops/device/cast.h"
#include "ops/device/errors.h"
#include "ops/device/functors.h"

namespace tenorite {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <class T>
constexpr T kLowest = std::numeric_limits<T>::lowest();
template <class T>
constexpr T kHighest = std::numeric_limits<T>::max();

// The value of a half by definition.
double half_value(unsigned bits) {
  int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return mantissa ? kNan : sign * kInf;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(Half, EveryValueGoesToFloatAndBack) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    half h = half::from_bits(bits);
    double value = half_value(bits);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan((float)h));
      EXPECT_TRUE(std::isnan((float)half((float)h)));
      EXPECT_TRUE(std::isnan((float)half(value)));
    } else {
      ASSERT_EQ((double)(float)h, value);
      ASSERT_EQ(std::signbit((float)h), std::signbit(value));
      ASSERT_EQ(half((float)value).bits, bits);
      ASSERT_EQ(half(value).bits, bits);
    }
  }
}

// Halfway between neighbours the even one wins; next to it the nearer one.
TEST(Half, RoundsOnceToNearestEven) {
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    double low = half_value(bits);
    double high = bits == 0x7bff ? 65536.0 : half_value(bits + 1);
    double middle = (low + high) / 2;
    unsigned even = bits & 1 ? bits + 1 : bits;
    ASSERT_EQ(half(middle).bits, even);
    ASSERT_EQ(half((float)middle).bits, even);
    ASSERT_EQ(half(-middle).bits, even | 0x8000);
    ASSERT_EQ(half(std::nextafter(middle, 0.0)).bits, bits);
    ASSERT_EQ(half(std::nextafter(middle, kInf)).bits, bits + 1);
    ASSERT_EQ(half(std::nextafterf(middle, 0.0f)).bits, bits);
    ASSERT_EQ(half(std::nextafterf(middle, INFINITY)).bits, bits + 1);
  }
  EXPECT_EQ(half(1e300).bits, 0x7c00);
  EXPECT_EQ(half(-1e300).bits, 0xfc00);
  EXPECT_EQ(half(5e-324).bits, 0);
  EXPECT_EQ(half(-5e-324).bits, 0x8000);
  EXPECT_EQ(half(65519).bits, 0x7bff);
  EXPECT_EQ(half(65520).bits, 0x7c00);
  EXPECT_EQ(half(kLowest<long>).bits, 0xfc00);
}

TEST(Cast, ComplexDropsTheImaginaryPart) {
  complex<double> z{-2.75, 3};
  EXPECT_EQ(cast<int>(z), -2);
  EXPECT_EQ(cast<float>(z), -2.75f);
  EXPECT_EQ(cast<half>(z).bits, half(-2.75).bits);
  EXPECT_EQ(cast<complex<float>>(z), (complex<float>{-2.75f, 3}));
  EXPECT_EQ(cast<complex<double>>(half(0.5)), (complex<double>{0.5, 0}));
}

TEST(Cast, AnythingButZeroIsTrue) {
  EXPECT_TRUE(cast<bool>(kNan));
  EXPECT_TRUE(cast<bool>(5e-324));
  EXPECT_TRUE(cast<bool>(half::from_bits(1)));
  EXPECT_FALSE(cast<bool>(half::from_bits(0x8000)));
  EXPECT_FALSE(cast<bool>(-0.0));
  EXPECT_TRUE(cast<bool>(complex<float>{0, 1}));
  EXPECT_TRUE(cast<bool>(complex<double>{0, kNan}));
  EXPECT_FALSE(cast<bool>(complex<double>{0, -0.0}));
}

TEST(Cast, OutOfRangeFloatsBecomeTheSmallestIntegerAndWrap) {
  for (double x : {kNan, kInf, -kInf, 1e300, 9223372036854775808.0}) {
    EXPECT_EQ(cast<long>(x), kLowest<long>);
    EXPECT_EQ(cast<int>(x), kLowest<int>);
    EXPECT_EQ(cast<short>(x), 0);
    EXPECT_EQ(cast<unsigned char>(x), 0);
  }
  EXPECT_EQ(cast<int>(2147483647.9), 2147483647);
  EXPECT_EQ(cast<int>(2147483648.0), kLowest<int>);
  EXPECT_EQ(cast<int>(2147483520.0f), 2147483520);
  EXPECT_EQ(cast<int>(2147483648.0f), kLowest<int>);
  EXPECT_EQ(cast<int>(-2147483648.5), kLowest<int>);
  EXPECT_EQ(cast<unsigned>(4294967295.5), 4294967295u);
  EXPECT_EQ(cast<unsigned>(-1.5), 4294967295u);
  EXPECT_EQ(cast<unsigned long>(18446744073709549568.0),
            18446744073709549568ul);
  EXPECT_EQ(cast<unsigned long>(-1.0), ~0ul);
  EXPECT_EQ(cast<signed char>(200.7), -56);
  EXPECT_EQ(cast<unsigned char>(-1.0f), 255);
  EXPECT_EQ(cast<unsigned char>(half(300.0f)), 44);
}

template <class T>
class IntegerOps : public ::testing::Test {};
using Integers =
    ::testing::Types<signed char, unsigned char, short, unsigned short, int,
                     unsigned, long, unsigned long>;
TYPED_TEST_SUITE(IntegerOps, Integers);

template <class T>
std::vector<T> corner_values() {
  std::vector<T> values;
  for (int i = -20; i <= 20; ++i) values.push_back((T)i);
  for (int i = 0; i < 3; ++i) {
    values.push_back((T)(kLowest<T> + (T)i));
    values.push_back((T)(kHighest<T> - (T)i));
    values.push_back((T)(kHighest<T> / 2 + i));
  }
  return values;
}

TYPED_TEST(IntegerOps, DivisionRoundsDown) {
  using T = TypeParam;
  for (T a : corner_values<T>()) {
    for (T b : corner_values<T>()) {
      T quotient, remainder;
      op::Divmod()(a, b, quotient, remainder);
      EXPECT_EQ(op::FloorDivide()(a, b), quotient);
      EXPECT_EQ(op::Remainder()(a, b), remainder);
      if (b == 0) {
        EXPECT_EQ(quotient, 0);
        EXPECT_EQ(remainder, 0);
        EXPECT_EQ(op::Fmod()(a, b), 0);
        continue;
      }
      auto wide = (__int128)a / b, rest = (__int128)a % b;
      EXPECT_EQ(op::Fmod()(a, b), (T)rest);
      if (rest != 0 && (rest < 0) != (b < 0)) {
        wide -= 1;
        rest += b;
      }
      EXPECT_EQ(quotient, (T)wide) << +a << " " << +b;
      EXPECT_EQ(remainder, (T)rest) << +a << " " << +b;
    }
  }
}

TYPED_TEST(IntegerOps, ArithmeticWrapsAround) {
  using T = TypeParam;
  for (T a : corner_values<T>()) {
    for (T b : corner_values<T>()) {
      EXPECT_EQ(op::Add()(a, b), (T)((__int128)a + b));
      EXPECT_EQ(op::Subtract()(a, b), (T)((__int128)a - b));
      EXPECT_EQ(op::Multiply()(a, b), (T)((unsigned __int128)a * b));
    }
    EXPECT_EQ(op::Negative()(a), (T) - (__int128)a);
    EXPECT_EQ(op::Absolute()(a), (T)(a < 0 ? -(__int128)a : a));
  }
}

TYPED_TEST(IntegerOps, ShiftsBeyondTheWidthMoveEverythingOut) {
  using T = TypeParam;
  T width = 8 * sizeof(T);
  for (T a : corner_values<T>()) {
    T gone = a < 0 ? (T)-1 : (T)0;
    for (T count : {width, (T)(width + 1), kHighest<T>, (T)-1}) {
      EXPECT_EQ(op::LeftShift()(a, count), 0);
      EXPECT_EQ(op::RightShift()(a, count), gone);
    }
    T last = width - 1;
    EXPECT_EQ(op::LeftShift()(a, last), (T)((unsigned __int128)a << last));
    EXPECT_EQ(op::RightShift()(a, last), (T)((__int128)a >> last));
  }
}

TYPED_TEST(IntegerOps, PowerReportsNegativeExponents) {
  using T = TypeParam;
  unsigned error = 0;
  EXPECT_EQ(op::Power()((T)3, (T)4, error), (T)81);
  EXPECT_EQ(op::Power()((T)7, (T)0, error), (T)1);
  EXPECT_EQ(error, 0u);
  op::Power()((T)1, kLowest<T>, error);
  EXPECT_EQ(error, std::is_signed_v<T> ? kNegativeIntegerPower : 0u);
}

TYPED_TEST(IntegerOps, GcdTakesAbsoluteValues) {
  using T = TypeParam;
  EXPECT_EQ(op::Gcd()((T)-12, (T)0), op::Absolute()((T)-12));
  EXPECT_EQ(op::Gcd()((T)84, (T)60), (T)12);
  EXPECT_EQ(op::Gcd()(kLowest<T>, kLowest<T>), kLowest<T>);
  EXPECT_EQ(op::Lcm()((T)4, (T)6), (T)12);
  EXPECT_EQ(op::Lcm()((T)0, (T)0), (T)0);
}

TEST(Comparison, Int64AndUint64CompareExactly) {
  EXPECT_FALSE(op::Equal()(-1L, ~0ul));
  EXPECT_TRUE(op::Less()(-1L, 0ul));
  EXPECT_TRUE(op::Less()(kHighest<long>, 1ul << 63));
  EXPECT_TRUE(op::GreaterEqual()(~0ul, -1L));
  EXPECT_TRUE(op::LessEqual()(5ul, 5L));
  EXPECT_FALSE(op::Greater()(5ul, 5L));
}

TEST(Comparison, MaximumKeepsTheFirstNan) {
  complex<double> a{kNan, 1}, b{2, kNan};
  EXPECT_EQ(op::Maximum()(a, b).im, 1);
  EXPECT_EQ(op::Minimum()(b, a).re, 2);
  EXPECT_TRUE(std::isnan(op::Maximum()(1.0, kNan)));
  EXPECT_EQ(op::Fmax()(1.0, kNan), 1.0);
  EXPECT_EQ(op::Fmin()(kNan, 1.0), 1.0);
}

TEST(FloatDivision, FollowsNumpyAtTheEdges) {
  double quotient, remainder;
  op::Divmod()(kInf, 2.0, quotient, remainder);
  EXPECT_TRUE(std::isnan(quotient) && std::isnan(remainder));
  op::Divmod()(1.0, kInf, quotient, remainder);
  EXPECT_EQ(quotient, 0);
  EXPECT_EQ(remainder, 1);
  op::Divmod()(-1.0, kInf, quotient, remainder);
  EXPECT_EQ(quotient, -1);
  EXPECT_EQ(remainder, kInf);
  op::Divmod()(4.0, -2.0, quotient, remainder);
  EXPECT_EQ(quotient, -2);
  EXPECT_TRUE(remainder == 0 && std::signbit(remainder));
  op::Divmod()(-3.0, 0.0, quotient, remainder);
  EXPECT_EQ(quotient, -kInf);
  EXPECT_TRUE(std::isnan(remainder));
}

// As CUDA's kernels divide.
template <class T>
void divide_by_quotients() {
  std::vector<T> values{0,       1,     3,      T(0.1),  T(0.7), 7.5,
                        T(1e-3), 65536, T(1e9), T(kInf), T(kNan)};
  const T tiny = std::numeric_limits<T>::denorm_min();
  const T most = std::numeric_limits<T>::max();
  for (T x : {tiny, 3 * tiny, std::numeric_limits<T>::min(), most, most / 3,
              T(0x1p20), T(0x1p49), T(0x1p51)})
    for (T y : {x, std::nextafter(x, T(0)), std::nextafter(x, T(kInf))})
      values.push_back(y);
  for (int i = 1; i <= 40; ++i) {
    values.push_back(T(i) / 10);
    values.push_back(std::nextafter(T(i) * T(0.3), T(0)));
  }
  const size_t count = values.size();
  for (size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  auto same = [](T x, T y) {
    return (std::isnan(x) && std::isnan(y)) ||
           (x == y && std::signbit(x) == std::signbit(y));
  };
  size_t plain = 0;
  for (T a : values)
    for (T b : values) {
      const auto expected = detail::divide_floored<false>(a, b);
      const auto found = detail::divide_floored<true>(a, b);
      EXPECT_TRUE(same(found.quotient, expected.quotient)) << a << " // " << b;
      EXPECT_TRUE(same(found.remainder, expected.remainder)) << a << " % " << b;
      EXPECT_TRUE(same(detail::fmod<true>(a, b), std::fmod(a, b)))
          << a << " " << b;
      plain += detail::divide_magnitudes(a, b).is_plain;
    }
  EXPECT_GT(plain, values.size() * values.size() / 2);
}

TEST(FloatDivision, ByQuotientsIsExact) {
  divide_by_quotients<float>();
  divide_by_quotients<double>();
}

TEST(Neighbours, ExistForEveryHalf) {
  half infinity = half(kInf);
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    half h = half::from_bits(bits);
    ASSERT_EQ(op::Nextafter()(h, infinity).bits, bits + 1);
    half back = op::Nextafter()(half::from_bits(bits + 1), half(-1e9));
    ASSERT_EQ(back.bits, bits);
    double gap = half_value(bits + 1) - half_value(bits);
    ASSERT_EQ((double)(float)op::Spacing()(h), gap);
  }
  EXPECT_EQ(op::Nextafter()(0.0, -1.0), -5e-324);
  EXPECT_EQ(op::Spacing()(-1.0), -std::numeric_limits<double>::epsilon());
}

// The functions of <complex> are the C library's, which follow Annex G. Where
// tanh and tan are at infinity the array API has another sign of zero.
std::complex<double> tanh_of_array_api(const std::complex<double>& z) {
  std::complex<double> w = std::tanh(z);
  if (std::isinf(z.real())) w.imag(std::copysign(0.0, z.imag()));
  return w;
}

std::complex<double> tan_of_array_api(const std::complex<double>& z) {
  std::complex<double> w = std::tan(z);
  if (std::isinf(z.imag())) w.real(std::copysign(0.0, z.real()));
  return w;
}

struct ComplexCase {
  const char* name;
  complex<double> (*ours)(complex<double>);
  std::complex<double> (*reference)(const std::complex<double>&);
};

class ComplexFunctions : public ::testing::TestWithParam<ComplexCase> {};

void expect_same_part(double got, double want, double size,
                      const std::string& where) {
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got)) << where << got;
  } else if (std::isinf(want) || want == 0) {
    EXPECT_EQ(got, want) << where;
    EXPECT_EQ(std::signbit(got), std::signbit(want)) << where;
  } else {
    if (!std::isfinite(size)) size = std::fabs(want);
    double last_place = std::nextafter(size, kInf) - size;
    EXPECT_NEAR(got, want, 8 * last_place) << where;
  }
}

TEST_P(ComplexFunctions, AgreeOnSpecialValues) {
  const ComplexCase& param = GetParam();
  std::vector<double> values = {
      0,   5e-324, 1e-310,           1e-9, 0.3, 1, 2.5, 30,
      800, 1e200,  kHighest<double>, kInf};
  for (int i = (int)values.size(); i-- > 0;) values.push_back(-values[i]);
  values.push_back(kNan);
  for (double x : values) {
    for (double y : values) {
      complex<double> got = param.ours({x, y});
      std::complex<double> want = param.reference({x, y});
      std::string where = std::string(param.name) + "(" + std::to_string(x) +
                          ", " + std::to_string(y) + ") ";
      double size = std::fmax(std::fabs(want.real()), std::fabs(want.imag()));
      expect_same_part(got.re, want.real(), size, where + "real ");
      expect_same_part(got.im, want.imag(), size, where + "imag ");
    }
  }
}

#define TENORITE_COMPLEX_CASE(name) \
  ComplexCase { #name, math::name, std::name<double> }
INSTANTIATE_TEST_SUITE_P(
    Annex, ComplexFunctions,
    ::testing::Values(TENORITE_COMPLEX_CASE(exp), TENORITE_COMPLEX_CASE(log),
                      TENORITE_COMPLEX_CASE(sqrt), TENORITE_COMPLEX_CASE(sin),
                      TENORITE_COMPLEX_CASE(cos), TENORITE_COMPLEX_CASE(sinh),
                      TENORITE_COMPLEX_CASE(cosh), TENORITE_COMPLEX_CASE(asin),
                      TENORITE_COMPLEX_CASE(acos), TENORITE_COMPLEX_CASE(atan),
                      TENORITE_COMPLEX_CASE(asinh),
                      TENORITE_COMPLEX_CASE(acosh),
                      TENORITE_COMPLEX_CASE(atanh),
                      ComplexCase{"tan", math::tan, tan_of_array_api},
                      ComplexCase{"tanh", math::tanh, tanh_of_array_api}),
    [](const auto& info) { return std::string(info.param.name); });
#undef TENORITE_COMPLEX_CASE

TEST(ComplexExpm1, HasTheSpecialValuesOfTheArrayApi) {
  complex<double> at_zero = math::expm1(complex<double>{-0.0, 0.0});
  EXPECT_FALSE(std::signbit(at_zero.re));
  EXPECT_EQ(math::expm1(complex<double>{kInf, 0}), (complex<double>{kInf, 0}));
  for (double y : {kInf, kNan}) {
    complex<double> left = math::expm1(complex<double>{-kInf, y});
    EXPECT_EQ(left, (complex<double>{-1, 0}));
    complex<double> right = math::expm1(complex<double>{kInf, y});
    EXPECT_TRUE(std::isinf(right.re) && std::isnan(right.im));
  }
  complex<double> axis = math::expm1(complex<double>{kNan, 0});
  EXPECT_TRUE(std::isnan(axis.re) && axis.im == 0);
}

TEST(ComplexAccuracy, LogarithmsKeepDigitsWhereTermsCancel) {
  // log|0.6 + 0.8i| and log1p of tiny arguments; references by mpmath.
  complex<double> unit{0.6, 0.8};
  EXPECT_DOUBLE_EQ(math::log(unit).re, 2.2204460492503132e-17);
  EXPECT_DOUBLE_EQ(math::log1p(complex<double>{-5e-13, 1e-6}).re,
                   1.2496480478801125e-25);
  EXPECT_DOUBLE_EQ(math::exp2(complex<double>{0, 380.75}).re,
                   0.9997578756263044);
}

TEST(ComplexPower, FollowsNumpyAtZeroAndSmallIntegers) {
  complex<double> zero{0, 0}, i{0, 1};
  EXPECT_EQ(math::pow(zero, zero), (complex<double>{1, 0}));
  EXPECT_EQ(math::pow(zero, complex<double>{2, 1}), zero);
  EXPECT_TRUE(std::isnan(math::pow(zero, complex<double>{-1, 0}).re));
  EXPECT_EQ(math::pow(i, complex<double>{2, 0}), (complex<double>{-1, 0}));
  EXPECT_EQ(math::pow(i, complex<double>{-4, 0}), (complex<double>{1, 0}));
}

}  // namespace
}  // namespace tenorite
