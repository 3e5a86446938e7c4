// SPDX-License-Identifier: Apache-2.0
// Associated Legendre functions of the first kind on [-1, 1], of a whole order
// and a real degree (DLMF 14). With y = |x|, P of y and the order -m is found
// upwards in the degree, from the hypergeometric series where the degree is
// below 1 (14.3.1, 14.10.3). P of -y is a sum of that and of a second solution,
// which is found upwards in the degree for the order 0 (from 15.8.10) and then
// upwards in the order (14.10.1). Each is the larger solution in its direction,
// so that errors do not grow.
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

namespace detail {

// A sequence's member and the next one, or what gives it, divided by
// 2**(500 shift): orders and degrees of some hundreds leave a double's range.
struct Members {
  double value, next;
  int shift;
};
TENORITE_HD void keep_in_range(Members& f) {
  const double a = math::fabs(f.value), b = math::fabs(f.next);
  const double size = a > b ? a : b;
  if (size > 0x1p500) {
    f.value *= 0x1p-500;
    f.next *= 0x1p-500;
    ++f.shift;
  } else if (size < 0x1p-500 && size > 0) {
    f.value *= 0x1p500;
    f.next *= 0x1p500;
    --f.shift;
  }
}
TENORITE_HD double shifted_by(double x, int shift) {
  TENORITE_ROLLED
  for (int i = 0; i < shift && i < 4; ++i) x *= 0x1p500;
  TENORITE_ROLLED
  for (int i = 0; i > shift && i > -4; --i) x *= 0x1p-500;
  return x;
}

// The hypergeometric function F(a, b; c; z) for z in [0, 1/2]; and, where c is
// 1 or 2, the derivative by e at e = 0 of the series whose terms have the ratio
// z (k + a + e) (k + b + e) (k + c) / ((k + 1) (k + c + e)**2).
struct Series {
  double value, derivative;
};
TENORITE_HD_NOINLINE Series hypergeometric_series(double a, double b, double c,
                                                  double z) {
  Series sum{0, 0};
  double term = 1, change = 0;
  TENORITE_ROLLED
  for (double k = 0; k < 80; k += 1) {
    const double inverse = z / ((k + 1) * (k + c));
    const double ratio = (k + a) * (k + b) * inverse;
    const double of_ratio = (2 * k + a + b) * inverse - 2 * ratio / (k + c);
    change = ratio * change + of_ratio * term;
    term *= ratio;
    sum.value += term;
    sum.derivative += change;
    if (math::fabs(term) + math::fabs(change) < 0x1p-60) break;
  }
  sum.value += 1;
  return sum;
}

// From the degree v to v + steps, at the order -m. The next member is that of
// the next degree less y times this one.
TENORITE_HD void raise_degree(Members& f, double v, double steps, double m,
                              double y) {
  // 1 - y**2 in two parts: a rounding of it would be one of the angle, which
  // the degree multiplies.
  const Exact power = exact_product(y, y);
  const Exact square = exact_sum(1, -power.high);
  const double rest = square.low - power.low;
  TENORITE_ROLLED
  for (double k = 0; k < steps; k += 1) {
    const double value = y * f.value + f.next;
    f.next = (v + (k - m + 1)) / (v + (k + m + 2)) *
             (y * f.next - (square.high * f.value + rest * f.value));
    f.value = value;
    keep_in_range(f);
  }
}

// P of y, the degree v and the order -m, but for the factor by which it is
// multiplied m times: sine / (2 k) for whole v >= m, else sine / ((1 + y) k).
TENORITE_HD Members first_legendre(double m, double v, double y) {
  const double whole = math::floor(v);
  if (v == whole && m <= v) {
    Members f{1, 0, 0};
    raise_degree(f, m, v - m, m, y);
    return f;
  }
  const double low = v < 0 ? v : v - whole, distance = 1 - y;
  const double z = 0.5 * distance;
  Members f;
  f.value = hypergeometric_series(-low, low + 1, m + 1, z).value;
  const double slope = hypergeometric_series(-low, low + 2, m + 2, z).value;
  f.next = distance * (f.value - (low + 1) / (m + 1) * slope);
  f.shift = 0;
  raise_degree(f, low, v - low, m, y);
  return f;
}

// What P of -y has besides P of y, at the degree v and the order m or -m: for
// whole v that vanishes but for orders below -v.
TENORITE_HD Members second_legendre(double m, double v, bool negative, double y,
                                    double sine) {
  const double whole = math::floor(v);
  Members f{0, 0, 0};
  double k = 1;
  if (v == whole) {
    if (m <= v) return f;
    f.next = 2 / sine;
    TENORITE_ROLLED
    for (; k <= v; k += 1) {
      f.next /= (2 * k + 1) * sine;
      keep_in_range(f);
    }
  } else {
    const double low = v < 0 ? v : v - whole, z = 0.5 * (1 - y);
    const Series first = hypergeometric_series(-low, low + 1, 1, z);
    const Series other = hypergeometric_series(-low, low + 2, 2, z);
    constexpr double kEuler = 0.57721566490153286;
    // The series with a logarithm at y = 1 is the derivative of the other by
    // the power of z at which that starts. The difference of two degrees is
    // taken term by term: it is small beside them.
    const double logarithm = log(z) + 2 * (digamma(low + 1) + kEuler);
    const double slope = -2 * (low + 1) * z * other.value;
    f.value = logarithm * first.value + first.derivative;
    f.next = 2 / (low + 1) * (first.value + slope) + (logarithm - 2) * slope -
             2 * (low + 1) * z * other.derivative + (1 - y) * f.value;
    raise_degree(f, low, v - low, 0, y);
    const double scale = half_turns(v).sin / kPi;
    f.next *= (negative ? scale / v : -(1 + v) * scale) / sine;
    f.value *= scale;
  }
  if (m == 0) return f;
  const double ratio = 2 * y / sine;
  TENORITE_ROLLED
  for (; k < m; k += 1) {
    const double sum = k * ratio * f.next;
    const double next = negative ? (sum + f.value) / ((k - v) * (v + k + 1))
                                 : sum - (v + k) * (v - (k - 1)) * f.value;
    f.value = f.next;
    f.next = next;
    keep_in_range(f);
  }
  f.value = f.next;
  return f;
}

}  // namespace detail

// NaN for orders and degrees of more than a million.
TENORITE_HD_NOINLINE double lpmv(double m, double v, double x) {
  if (v < -0.5) v = -1 - v;
  const bool negative = m < 0;
  m = math::fabs(m);
  if (!(m <= 1048576 && v <= 1048576 && math::fabs(x) <= 1) ||
      m != math::floor(m))
    return math::kNan<double>;
  const bool whole = v == math::floor(v), beyond = whole && m > v;
  if (beyond && !negative) return 0;
  const double y = math::fabs(x);
  const bool odd_order = math::fmod(m, 2) != 0;
  const HalfTurns turns = half_turns(v);
  const double reflected = x >= 0 ? 1 : odd_order ? -turns.cos : turns.cos;
  if (y == 1) {
    // SciPy's signs: the limit's for the order 0 only.
    if (x < 0 && (!whole || beyond))
      return m == 0 && turns.sin > 0 ? -math::kInf<double> : math::kInf<double>;
    return m == 0 ? reflected : 0;
  }
  const double sine = math::sqrt((1 - y) * (1 + y));
  detail::Members first = detail::first_legendre(m, v, y);
  const double base =
      whole && !beyond ? 0.5 * sine : math::sqrt((1 - y) / (1 + y));
  detail::Members factor{reflected, 0, 0};
  TENORITE_ROLLED
  for (double k = 1; k <= m; k += 1) {
    factor.value *= base / k * (negative ? 1 : -(v + k) * (v - (k - 1)));
    detail::keep_in_range(factor);
  }
  first.value *= factor.value;
  first.shift += factor.shift;
  if (x >= 0) return detail::shifted_by(first.value, first.shift);
  const detail::Members second =
      detail::second_legendre(m, v, negative, y, sine);
  const int shift = second.shift > first.shift && second.value != 0
                        ? second.shift
                        : first.shift;
  const double sum = detail::shifted_by(first.value, first.shift - shift) +
                     detail::shifted_by(second.value, second.shift - shift);
  return detail::shifted_by(sum, shift);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Lpmv {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T m, T v, T x) const {
    return special::as<T>(special::lpmv(m, v, x));
  }
};

}  // namespace tenorite::op
