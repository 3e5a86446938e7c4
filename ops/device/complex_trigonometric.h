// SPDX-License-Identifier: Apache-2.0
// Complex hyperbolic functions, and the circular ones through them.
#pragma once

#include "ops/device/complex_exponential.h"

namespace tenorite::math {

// Beyond it cosh(x) and |sinh(x)| are exp(|x|)/2.
inline constexpr double kLargeHyperbolic = 22;

TENORITE_HD_NOINLINE complex<double> sinh(complex<double> z) {
  double x = z.re, y = z.im;
  if (!isfinite(y)) {
    if (x == 0) return {x, kNan<double>};
    if (isinf(x)) return {kInf<double>, kNan<double>};
    return {kNan<double>, kNan<double>};
  }
  if (y == 0) return {sinh(x), y};
  if (isnan(x)) return {x, x};
  double c = cos(y), s = sin(y);
  if (isinf(x)) return {copysign(x, x * c), copysign(kInf<double>, s)};
  if (fabs(x) > kLargeHyperbolic) {
    complex<double> w = scaled_exp(0.5, fabs(x), c, s);
    return {copysign(1.0, x) * w.re, w.im};
  }
  return {sinh(x) * c, cosh(x) * s};
}

TENORITE_HD_NOINLINE complex<double> cosh(complex<double> z) {
  double x = z.re, y = z.im;
  if (!isfinite(y)) {
    if (x == 0) return {kNan<double>, 0.0};
    if (isinf(x)) return {kInf<double>, kNan<double>};
    return {kNan<double>, kNan<double>};
  }
  if (y == 0) {
    double sign = signbit(x) == signbit(y) ? 1.0 : -1.0;
    return {cosh(x), isnan(x) ? y : copysign(0.0, sign)};
  }
  if (isnan(x)) return {x, x};
  double c = cos(y), s = sin(y);
  if (isinf(x)) return {copysign(kInf<double>, c), copysign(x, x * s)};
  if (fabs(x) > kLargeHyperbolic) {
    complex<double> w = scaled_exp(0.5, fabs(x), c, s);
    return {w.re, copysign(1.0, x) * w.im};
  }
  return {cosh(x) * c, sinh(x) * s};
}

TENORITE_HD_NOINLINE complex<double> tanh(complex<double> z) {
  double x = z.re, y = z.im;
  // The array API's sign of zero, that of y; C's is that of sin(2y).
  if (isinf(x)) return {copysign(1.0, x), copysign(0.0, y)};
  if (y == 0) return {tanh(x), y};
  if (!isfinite(y)) return {x == 0 ? x : kNan<double>, kNan<double>};
  if (isnan(x)) return {x, x};
  double c = cos(y), s = sin(y);
  if (fabs(x) > kLargeHyperbolic) {
    double decay = exp(-fabs(x));
    return {copysign(1.0, x), 4 * s * c * decay * decay};
  }
  double sh = sinh(x), ch = cosh(x);
  double denominator = sh * sh + c * c;
  return {sh * ch / denominator, s * c / denominator};
}

// sin(z) = -i sinh(iz), cos(z) = cosh(iz), tan(z) = -i tanh(iz); the odd ones
// exchange the parts instead of negating them.
TENORITE_HD complex<double> sin(complex<double> z) {
  complex<double> w = sinh(complex<double>{z.im, z.re});
  return {w.im, w.re};
}

TENORITE_HD complex<double> cos(complex<double> z) {
  return cosh(complex<double>{-z.im, z.re});
}

TENORITE_HD complex<double> tan(complex<double> z) {
  complex<double> w = tanh(complex<double>{z.im, z.re});
  return {w.im, w.re};
}

}  // namespace tenorite::math
