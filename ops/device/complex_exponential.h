// SPDX-License-Identifier: Apache-2.0
// Complex exponentials, logarithms and the square root, in double.
#pragma once

#include "ops/device/math.h"

namespace tenorite::math {

// scale * exp(x) * (c, s), also where exp(x) alone overflows.
TENORITE_HD complex<double> scaled_exp(double scale, double x, double c,
                                       double s) {
  constexpr double kStep = 700, kFactor = 1.0142320547350045e+304;  // exp(700)
  if (x > kStep) {
    x -= kStep;
    c *= kFactor;
    s *= kFactor;
    if (x > kStep) {
      x -= kStep;
      c *= kFactor;
      s *= kFactor;
    }
  }
  double e = scale * exp(x);
  return {e * c, e * s};
}

TENORITE_HD_NOINLINE complex<double> exp(complex<double> z) {
  double x = z.re, y = z.im;
  if (y == 0) return {exp(x), y};
  if (isfinite(y)) {
    if (isinf(x)) {
      double size = x < 0 ? 0.0 : x;
      return {copysign(size, cos(y)), copysign(size, sin(y))};
    }
    return scaled_exp(1, x, cos(y), sin(y));
  }
  if (isinf(x))
    return x < 0 ? complex<double>{0.0, copysign(0.0, y)}
                 : complex<double>{x, kNan<double>};
  return {kNan<double>, kNan<double>};
}

TENORITE_HD_NOINLINE complex<double> exp2(complex<double> z) {
  if (!(fabs(z.re) < 1000 && isfinite(z.im)) || z.im == 0)
    return exp(complex<double>{z.re * kLn2, z.im * kLn2});
  // The angle's rounding error would be magnified by its size.
  constexpr double kLn2Low = 2.3190468138462996e-17;
  double angle = z.im * kLn2;
  double low = fma(z.im, kLn2, -angle) + z.im * kLn2Low;
  double c = cos(angle), s = sin(angle), size = exp2(z.re);
  if (!(fabs(low) < 1)) return {size * c, size * s};
  return {size * (c - low * s), size * (s + low * c)};
}

// exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin(y/2)^2. Special values are those
// of the array API, which are exp(z) - 1: +0 rather than -0 on the real axis.
TENORITE_HD_NOINLINE complex<double> expm1(complex<double> z) {
  double x = z.re, y = z.im;
  if (y == 0) return {expm1(x) + 0.0, y};
  if (isinf(x)) {
    complex<double> w = exp(z);
    return {w.re - 1, w.im};
  }
  double s = sin(y / 2);
  return {expm1(x) * cos(y) - 2 * s * s, exp(x) * sin(y)};
}

// x*x + y*y - 1 for moderate arguments, rounded about once.
TENORITE_HD double squares_minus_one(double x, double y) {
  double xx = x * x, xx_low = fma(x, x, -xx);
  double yy = y * y, yy_low = fma(y, y, -yy);
  double larger = xx > yy ? xx : yy, smaller = xx > yy ? yy : xx;
  double difference = larger - 1;
  double low = (larger - (difference + 1)) + (xx_low + yy_low);
  double sum = difference + smaller;
  double rest = sum - difference;
  return sum + ((difference - (sum - rest)) + (smaller - rest) + low);
}

// log(hypot(x, y)) for finite arguments that are not both 0.
TENORITE_HD double log_hypot(double x, double y) {
  x = fabs(x);
  y = fabs(y);
  double larger = x > y ? x : y;
  if (larger > 1e300) return log(hypot(x / 2, y / 2)) + kLn2;
  if (larger < 1e-300) {
    constexpr double kScale = 1.8014398509481984e16;  // 2**54
    return log(hypot(x * kScale, y * kScale)) - 54 * kLn2;
  }
  if (larger > 0.5 && larger < 1.5) {
    double excess = squares_minus_one(x, y);
    if (excess > -0.5 && excess < 2) return log1p(excess) / 2;
  }
  return log(hypot(x, y));
}

TENORITE_HD_NOINLINE complex<double> log(complex<double> z) {
  double x = z.re, y = z.im;
  double angle = atan2(y, x);
  if (isinf(x) || isinf(y)) return {kInf<double>, angle};
  if (isnan(x) || isnan(y)) return {kNan<double>, kNan<double>};
  if (x == 0 && y == 0) return {-kInf<double>, angle};
  return {log_hypot(x, y), angle};
}

TENORITE_HD complex<double> log2(complex<double> z) {
  complex<double> w = log(z);
  return {w.re * kLog2E, w.im * kLog2E};
}

TENORITE_HD complex<double> log10(complex<double> z) {
  complex<double> w = log(z);
  return {w.re * kLog10E, w.im * kLog10E};
}

// |1 + z|^2 - 1 = 2x + x^2 + y^2, accurate where the terms cancel.
TENORITE_HD_NOINLINE complex<double> log1p(complex<double> z) {
  double x = z.re, y = z.im;
  double angle = atan2(y, x + 1);
  if (!(fabs(x) < 4 && fabs(y) < 4)) {
    double size = hypot(x + 1, y);
    return {isfinite(size) ? log(size) : log(complex<double>{x + 1, y}).re,
            angle};
  }
  double xx = x * x, xx_low = fma(x, x, -xx);
  double yy = y * y, yy_low = fma(y, y, -yy);
  double squares = xx + yy, back = squares - xx;
  double squares_low = (xx - (squares - back)) + (yy - back);
  double sum = 2 * x + squares, rest = sum - 2 * x;
  double low = (2 * x - (sum - rest)) + (squares - rest);
  double excess = sum + (low + squares_low + xx_low + yy_low);
  double size =
      excess > -0.5 ? log1p(excess) / 2 : log(complex<double>{x + 1, y}).re;
  return {size, angle};
}

TENORITE_HD_NOINLINE complex<double> sqrt(complex<double> z) {
  double x = z.re, y = z.im;
  if (x == 0 && y == 0) return {0.0, y};
  if (isinf(y)) return {kInf<double>, y};
  if (isnan(x)) return {x, kNan<double>};
  if (isinf(x)) {
    double other = isnan(y) ? y : 0.0;
    if (x < 0) return {fabs(other), copysign(x, y)};
    return {x, isnan(y) ? y : copysign(0.0, y)};
  }
  if (isnan(y)) return {y, y};
  double scale = 1;
  double larger = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
  if (larger > 1e307) {
    x /= 16;
    y /= 16;
    scale = 4;
  } else if (larger < 1e-290) {
    constexpr double kUp = 1.8014398509481984e16;  // 2**54
    x *= kUp;
    y *= kUp;
    scale = 7.450580596923828e-09;  // 2**-27
  }
  double root = sqrt((fabs(x) + hypot(x, y)) / 2);
  double other = fabs(y) / (2 * root);
  if (x < 0) return {other * scale, copysign(root * scale, y)};
  return {root * scale, copysign(other * scale, y)};
}

}  // namespace tenorite::math
