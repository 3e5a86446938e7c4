// SPDX-License-Identifier: Apache-2.0
// Inverse complex functions after Hull, Fairgrieve and Tang, "Implementing the
// complex arcsine and arccosine functions using exception handling", ACM TOMS
// 23 (1997), and Kahan's inverse hyperbolic tangent.
#pragma once

#include "ops/device/complex_exponential.h"

namespace tenorite::math {

namespace detail {

inline constexpr double kEpsilon = 2.220446049250313e-16;
inline constexpr double kLargeInverse = 1 / kEpsilon;
// Below it the cubic term of the series does not matter.
inline constexpr double kSmallInverse = 6.1e-9;
inline constexpr double kSqrtMin = 1.4916681462400413e-154;
// Beyond kLargeA the distance sum decides alone; beyond kLargeB the arcsine
// of b loses digits.
inline constexpr double kLargeA = 10, kLargeB = 0.6417;

// (length - b) / 2 with length = hypot(a, b), without cancellation.
TENORITE_HD double half_excess(double a, double b, double length) {
  if (b < 0) return (length - b) / 2;
  if (b == 0) return a / 2;
  return a * a / (length + b) / 2;
}

// For asinh(x + iy) with x, y >= 0: the real part, and the sine and cosine
// (up to a common factor) of the imaginary part.
struct InverseParts {
  double real, sine, cosine;
  bool use_arcsine;
};

TENORITE_HD double asinh_real(double x, double y, double a, double r,
                              double s) {
  if (a >= kLargeA) return log(a + sqrt(a * a - 1));
  if (y == 1 && x < kEpsilon * kEpsilon / 128) return sqrt(x);
  if (x >= kEpsilon * fabs(y - 1)) {
    double a_minus_1 = half_excess(x, 1 + y, r) + half_excess(x, 1 - y, s);
    return log1p(a_minus_1 + sqrt(a_minus_1 * (a + 1)));
  }
  if (y < 1) return x / sqrt((1 - y) * (1 + y));
  return log1p((y - 1) + sqrt((y - 1) * (y + 1)));
}

TENORITE_HD InverseParts asinh_parts(double x, double y) {
  double r = hypot(x, y + 1), s = hypot(x, y - 1);
  double a = (r + s) / 2;
  if (a < 1) a = 1;
  double real = asinh_real(x, y, a, r, s);
  // y / a would lose digits as a subnormal.
  if (y < 2 * kSqrtMin) {
    double scale = 2 / kEpsilon;
    return {real, y * scale, a * scale, false};
  }
  double b = y / a;
  if (b <= kLargeB) return {real, b, 0, true};
  if (y == 1 && x < kEpsilon / 128)
    return {real, y, sqrt(x) * sqrt((a + y) / 2), false};
  if (x >= kEpsilon * fabs(y - 1)) {
    double a_minus_y = half_excess(x, y + 1, r) + half_excess(x, y - 1, s);
    return {real, y, sqrt(a_minus_y * (a + y)), false};
  }
  if (y > 1) {
    double scale = 4 / kEpsilon / kEpsilon;
    return {real, y * scale, x * scale * y / sqrt((y + 1) * (y - 1)), false};
  }
  return {real, y, sqrt((1 - y) * (1 + y)), false};
}

// x / (x*x + y*y) where x*x + y*y may overflow.
TENORITE_HD double reciprocal_real(double x, double y) {
  if (isinf(x) || isinf(y)) return copysign(0.0, x);
  double larger = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
  x /= larger;
  y /= larger;
  return x / (x * x + y * y) / larger;
}

}  // namespace detail

TENORITE_HD_NOINLINE complex<double> asinh(complex<double> z) {
  double x = z.re, y = z.im;
  double ax = fabs(x), ay = fabs(y);
  if (isnan(x) || isnan(y)) {
    if (isinf(x)) return {x, kNan<double>};
    if (isinf(y)) return {kInf<double>, kNan<double>};
    return {kNan<double>, y == 0 ? y : kNan<double>};
  }
  if (ax > detail::kLargeInverse || ay > detail::kLargeInverse) {
    complex<double> w = log(complex<double>{ax, ay});
    return {copysign(w.re + kLn2, x), copysign(w.im, y)};
  }
  if (ax < detail::kSmallInverse && ay < detail::kSmallInverse) return z;
  detail::InverseParts p = detail::asinh_parts(ax, ay);
  double im = p.use_arcsine ? asin(p.sine) : atan2(p.sine, p.cosine);
  return {copysign(p.real, x), copysign(im, y)};
}

// asin(z) = -i asinh(iz), with the parts exchanged instead of negated.
TENORITE_HD complex<double> asin(complex<double> z) {
  complex<double> w = asinh(complex<double>{z.im, z.re});
  return {w.im, w.re};
}

TENORITE_HD_NOINLINE complex<double> acos(complex<double> z) {
  constexpr double kHalfPiLow = 6.123233995736766e-17;
  double x = z.re, y = z.im;
  double ax = fabs(x), ay = fabs(y);
  double flip = signbit(y) ? 1.0 : -1.0;
  if (isnan(x) || isnan(y)) {
    if (isinf(x)) return {kNan<double>, -kInf<double>};
    if (isinf(y)) return {kNan<double>, -y};
    return {x == 0 ? kHalfPi : kNan<double>, kNan<double>};
  }
  if (ax > detail::kLargeInverse || ay > detail::kLargeInverse) {
    complex<double> w = log(z);
    return {fabs(w.im), flip * (w.re + kLn2)};
  }
  if (x == 1 && y == 0) return {0.0, -y};
  if (ax < detail::kSmallInverse && ay < detail::kSmallInverse)
    return {kHalfPi - (x - kHalfPiLow), -y};
  detail::InverseParts p = detail::asinh_parts(ay, ax);
  double sine = signbit(x) ? -p.sine : p.sine;
  double re = p.use_arcsine ? acos(sine) : atan2(p.cosine, sine);
  return {re, flip * p.real};
}

TENORITE_HD complex<double> acosh(complex<double> z) {
  complex<double> w = acos(z);
  if (isnan(w.re) || isnan(w.im)) return {fabs(w.im), w.re};
  return {fabs(w.im), copysign(w.re, z.im)};
}

TENORITE_HD_NOINLINE complex<double> atanh(complex<double> z) {
  double x = z.re, y = z.im;
  double ax = fabs(x), ay = fabs(y);
  if (y == 0 && ax <= 1) return {atanh(x), y};
  if (x == 0) return {x, atan(y)};
  if (isnan(x) || isnan(y)) {
    if (isinf(x)) return {copysign(0.0, x), kNan<double>};
    if (isinf(y)) return {copysign(0.0, x), copysign(kHalfPi, y)};
    return {kNan<double>, kNan<double>};
  }
  if (ax > detail::kLargeInverse || ay > detail::kLargeInverse)
    return {detail::reciprocal_real(x, y), copysign(kHalfPi, y)};
  if (ax < detail::kSmallInverse && ay < detail::kSmallInverse) return z;
  // Squares of tiny numbers only cost time and accuracy.
  double yy = ay < detail::kSqrtMin ? 0 : ay * ay;
  double re = ax == 1 && ay < detail::kEpsilon
                  ? (kLn2 - log(ay)) / 2
                  : log1p(4 * ax / ((ax - 1) * (ax - 1) + yy)) / 4;
  double im = ax == 1 ? atan2(2.0, -ay) / 2
                      : atan2(2 * ay, (1 - ax) * (1 + ax) -
                                          (ay < detail::kEpsilon ? 0 : yy)) /
                            2;
  return {copysign(re, x), copysign(im, y)};
}

// atan(z) = -i atanh(iz), with the parts exchanged instead of negated.
TENORITE_HD complex<double> atan(complex<double> z) {
  complex<double> w = atanh(complex<double>{z.im, z.re});
  return {w.im, w.re};
}

}  // namespace tenorite::math
