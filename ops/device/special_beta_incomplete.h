// SPDX-License-Identifier: Apache-2.0
// The regularised incomplete beta function. A power series where one parameter
// is at most 1 (DLMF 8.17.7), a continued fraction (Didonato and Morris, ACM
// TOMS 18, 1992), and quadrature of the density where both are large.
#pragma once

#include "ops/device/special_beta.h"

namespace tenorite::special {

// (a + b) x - a for y = 1 - x: how far x is above the mean, without
// cancellation.
TENORITE_HD_NOINLINE double beta_distance(double a, double b, double x) {
  const Exact of_a = exact_product(a, x), of_b = exact_product(b, x);
  const Exact first = exact_sum(of_a.high, -a);
  const Exact second = exact_sum(of_b.high, first.high);
  return second.high + (second.low + first.low + of_a.low + of_b.low);
}

// gamma(x) / (sqrt(2 pi / x) (x / e)**x) for x > 0.
TENORITE_HD_NOINLINE double scaled_gamma(double x) {
  if (x >= 10) return exp(stirling_error(x));
  return gamma(x) * exp(x - x * log(x)) * math::sqrt(x) / kRootTwoPi;
}

// a log(ratio) - apart for the ratio 1 + apart / a.
TENORITE_HD double log_ratio_less(double a, double apart, double ratio) {
  const double u = apart / a;
  return u > -0.3 && u < 0.42 ? a * log1p_less(u) : a * log(ratio) - apart;
}

// x**a y**b / beta(a, b) for y = 1 - x and the distance of x from the mean.
TENORITE_HD_NOINLINE double beta_power(double a, double b, double x, double y,
                                       double apart) {
  const double n = a + b;
  const double exponent = log_ratio_less(a, apart, x * (n / a)) +
                          log_ratio_less(b, -apart, y * (n / b));
  const double low = a < b ? a : b, high = a < b ? b : a;
  double scale, rest = 0;
  if (low >= 10) {
    rest = stirling_error(n) - stirling_error(low) - stirling_error(high);
    scale = 1;
  } else {
    scale = scaled_gamma(n) / (scaled_gamma(low) * scaled_gamma(high));
  }
  return exp(exponent + rest) * scale * math::sqrt(low * (high / n)) /
         kRootTwoPi;
}

// I_x(a, b) for x below the mean, but for the factor beta_power.
TENORITE_HD_NOINLINE double beta_fraction(double a, double b, double x,
                                          double y, double below) {
  const double c = 1 + below, c0 = b / a, c1 = 1 + 1 / a;
  double p = 1, s = a + 1, before = 0, bottom_before = 1;
  double top = 1, bottom = c / c1, ratio = c1 / c;
  TENORITE_ROLLED
  for (double n = 1; n < 3000; n += 1) {
    const double part = n / a, w = n * (b - n) * x;
    double e = a / s;
    const double alpha = p * (p + c0) * e * e * (w * x);
    e = (1 + part) / (c1 + part + part);
    const double beta = n + w / s + e * (c + n * (1 + y));
    p = 1 + part;
    s += 2;
    const double next = alpha * before + beta * top;
    const double next_bottom = alpha * bottom_before + beta * bottom;
    const double old = ratio;
    ratio = next / next_bottom;
    if (math::fabs(ratio - old) <= 0x1p-54 * ratio) break;
    before = top / next_bottom;
    bottom_before = bottom / next_bottom;
    top = ratio;
    bottom = 1;
  }
  return ratio;
}

// The same for large a and b: Gauss and Legendre's quadrature of the density,
// divided by that at x, down to where nothing is left.
TENORITE_HD_NOINLINE double beta_quadrature(double a, double b, double x,
                                            double y, double apart) {
  const double kNodes[10] = {0.0765265211334973338, 0.2277858511416450781,
                             0.3737060887154195607, 0.5108670019508270980,
                             0.6360536807265150254, 0.7463319064601507926,
                             0.8391169718222188234, 0.9122344282513259059,
                             0.9639719272779137913, 0.9931285991850949248};
  const double kWeights[10] = {0.1527533871307258507, 0.1491729864726037467,
                               0.1420961093183820513, 0.1316886384491766269,
                               0.1181945319615184174, 0.1019301198172404351,
                               0.0832767415767047487, 0.0626720483341090636,
                               0.0406014298003869413, 0.0176140071391521183};
  const double n = a + b;
  const double deviation = math::sqrt(a * (b / n));
  const double far = apart / deviation;
  const double at_x = log_ratio_less(a, apart, x * (n / a)) +
                      log_ratio_less(b, -apart, y * (n / b));
  const double length = deviation * 1.25 * (math::sqrt(far * far + 80) + far);
  double sum = 0;
  // Two halves of 20 nodes each.
  TENORITE_ROLLED
  for (int half = 0; half < 2; ++half) {
    TENORITE_ROLLED
    for (int i = 0; i < 20; ++i) {
      const double node = i < 10 ? kNodes[i] : -kNodes[i - 10];
      const double at = apart - length * (0.25 + 0.5 * half + 0.25 * node);
      const double u = at / a, v = -at / b;
      const double less = a * log1p_less(u) + b * log1p_less(v);
      const double weight = kWeights[i < 10 ? i : i - 10];
      sum += weight * exp(less - at_x) / ((1 + u) * (1 + v));
    }
  }
  // In units of x0 = a / n and y0 = b / n.
  return 0.25 * length * sum * (n / a / b);
}

// stirling_error(b) - stirling_error(a + b) for b >= 10: that polynomial's
// divided difference, so that small ones of a lose nothing.
TENORITE_HD_NOINLINE double stirling_difference(double a, double b) {
  const double kTerms[6] = {-0.0017404560399011845, 0.0008398119452648516,
                            -0.0005952281678273074, 0.0007936507705360397,
                            -0.002777777777758028,  0.08333333333333333};
  const double r = 1 / b, s = 1 / (a + b);
  double value = 0, difference = 0;
  TENORITE_ROLLED
  for (int i = 0; i < 12; ++i) {
    difference = value + s * difference;
    value = value * r + (i % 2 == 0 ? kTerms[i / 2] : 0);
  }
  return a * r * s * difference;
}

// log(gamma(1 + a) gamma(b) / gamma(a + b)) less a log(x), accurate also where
// that is tiny, for 0 < a <= 1.
TENORITE_HD_NOINLINE double beta_small_exponent(double a, double b, double x) {
  const double of_a = log_gamma_1p(a);
  if (b >= 10) {
    return (of_a + stirling_difference(a, b)) - (b - 0.5) * log1p(a / b) + a -
           a * log(x * (a + b));
  }
  // The integral of digamma from b + 2 to b + 2 + a.
  const double kNodes[4] = {0.1834346424956498049, 0.5255324099163289858,
                            0.7966664774136267396, 0.9602898564975362317};
  const double kWeights[4] = {0.3626837833783619830, 0.3137066458778872873,
                              0.2223810344533744705, 0.1012285362903762591};
  double sum = 0;
  TENORITE_ROLLED
  for (int i = 0; i < 8; ++i) {
    const double node = i < 4 ? kNodes[i] : -kNodes[i - 4];
    const double at = b + 2 + a * (0.5 + 0.5 * node);
    sum += kWeights[i < 4 ? i : i - 4] * digamma(at);
  }
  return of_a - 0.5 * a * sum + (log1p(a / (b + 1)) - a * log(x)) +
         log1p(a / b);
}

// I_x(a, b) or its complement for a <= 1 by powers of x.
TENORITE_HD_NOINLINE double beta_series(double a, double b, double x,
                                        bool upper) {
  double sum = 0, factor = 1;
  TENORITE_ROLLED
  for (double n = 1; n < 3000; n += 1) {
    factor *= (n - b) / n * x;
    const double term = factor / (a + n);
    sum += term;
    if (math::fabs(term) <= math::fabs(sum) * 0x1p-54) break;
  }
  const double exponent = -beta_small_exponent(a, b, x);
  if (upper) return -math::expm1(exponent) - a * exp(exponent) * sum;
  return exp(exponent) * (1 + a * sum);
}

// I_x(a, b) for x below the mean and 1 < a or 1 < b.
TENORITE_HD_NOINLINE double beta_left(double a, double b, double x, double y,
                                      double apart) {
  const double power = beta_power(a, b, x, y, apart);
  if (power == 0) return 0;
  const double low = a < b ? a : b;
  if (low > 400 && -apart < 0.1 * low)
    return power * beta_quadrature(a, b, x, y, apart);
  return power * beta_fraction(a, b, x, y, -apart);
}

// I_x(a, b) for y = 1 - x, or its complement. Distance: beta_distance.
TENORITE_HD_NOINLINE double beta_regularized(double a, double b, double x,
                                             double y, double apart,
                                             bool upper) {
  if (x == 0 || y == 0) return (x == 0) == upper;
  // One at most 1 is to be a, and if both are, x is to be the smaller.
  const bool both = a <= 1 && b <= 1;
  if (both ? y < x : b <= 1) {
    const double c = a, z = x;
    a = b, b = c, x = y, y = z;
    apart = -apart;
    upper = !upper;
  }
  if (a <= 1 && (both || (b * x <= 1 && x <= 0.7)))
    return beta_series(a, b, x, upper);
  const bool left = a > 1 && apart <= 0;
  const double part =
      left ? beta_left(a, b, x, y, apart) : beta_left(b, a, y, x, -apart);
  return left != upper ? part : 1 - part;
}

TENORITE_HD_NOINLINE double beta_incomplete(double a, double b, double x,
                                            bool upper) {
  if (a != a || b != b || x != x) return a + b + x;
  if (!(a >= 0) || !(b >= 0) || !(x >= 0) || !(x <= 1))
    return math::kNan<double>;
  const bool a_ends = a == 0 || b > kLargestFinite;
  const bool b_ends = b == 0 || a > kLargestFinite;
  if (a_ends && b_ends) return math::kNan<double>;
  if (a_ends) return (x == 0) == upper;
  if (b_ends) return (x < 1) == upper;
  return beta_regularized(a, b, x, 1 - x, beta_distance(a, b, x), upper);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Betainc {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T b, T x) const {
    return special::as<T>(special::beta_incomplete(a, b, x, false));
  }
};

struct Betaincc {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T b, T x) const {
    return special::as<T>(special::beta_incomplete(a, b, x, true));
  }
};

}  // namespace tenorite::op
