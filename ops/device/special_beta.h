// SPDX-License-Identifier: Apache-2.0
// The beta function and binomial coefficients: Lanczos's approximations of
// three gamma functions, of whose powers one exponential remains.
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

// log(gamma(1 + a + b) / (gamma(1 + a) gamma(1 + b))) for b above 2**50 and
// a <= b, by Stirling's series (Didonato and Morris, ACM TOMS 18, 1992).
TENORITE_HD_NOINLINE double log_binomial_far(double a, double b) {
  if (a < 10)
    return (b + 0.5) * log1p(a / b) + a * (log(a + b) - 1) -
           log_gamma_positive(1 + a);
  return (a - 0.5) * log1p(b / a) + b * log1p(a / b) - stirling_error(a) -
         kHalfLogTwoPi + 0.5 * log(b) - log(a);
}

// gamma(1 + a + b) / (gamma(1 + a) gamma(1 + b)) for 0 <= a <= b <= 2**50:
// exp(exponent) sqrt(square) top / bottom.
struct Binomial {
  double exponent, square_top, square_bottom, top, bottom;
};
template <class T>
TENORITE_HD Binomial binomial_parts(double a, double b, double sum) {
  constexpr double kShift = kGammaShift<T>;
  const double of_a = a + kShift, of_b = b + kShift, of_sum = sum + kShift;
  const Fraction fa = gamma_factor<T>(a), fb = gamma_factor<T>(b);
  const Fraction fs = gamma_factor<T>(sum);
  const double exponent = multiply_add(a, log_of_quotient<T>(of_sum, of_a, b),
                                       b * log_of_quotient<T>(of_sum, of_b, a));
  return {exponent, of_a * of_b, of_sum, fa.bottom * fb.bottom * fs.top,
          fa.top * fb.top * fs.bottom};
}

// scale / below times the same, or its reciprocal, for a sum that may be known
// better than a and b.
struct BinomialMultiple {
  double scale, below, a, b, sum;
  bool reciprocal;
};
template <class T>
TENORITE_HD double binomial_multiple(BinomialMultiple m) {
  const double low = m.a < m.b ? m.a : m.b, high = m.a < m.b ? m.b : m.a;
  double exponent, value;
  if (high > 0x1p50) {
    exponent = log_binomial_far(low, high);
    value = 1 / m.below;
  } else {
    const Binomial c = binomial_parts<T>(low, high, m.sum);
    const double root = inverse_root<T>(c.square_top * c.square_bottom);
    const double top =
        m.reciprocal ? c.square_bottom * c.bottom : c.square_top * c.top;
    exponent = c.exponent;
    value =
        quotient<T>(top * root, (m.reciprocal ? c.top : c.bottom) * m.below);
  }
  if (m.reciprocal) exponent = -exponent;
  const double scale = m.scale + 0.0;  // no negative zero
  // The power may be out of range while what is asked for is not.
  if (math::fabs(exponent) > 650) {
    const double root = exp(0.5 * exponent);
    return scale == 0 ? 0 : root * value * scale * root;
  }
  return exp<T>(exponent) * value * scale;
}

// log(beta(a, b)) for 0 < a <= b.
template <class T = double>
TENORITE_HD double log_beta_positive(double a, double b) {
  if (a == 1) return 0 - log<T>(b);
  if (b == 1) return 0 - log<T>(a);
  if (a < 0x1p-80 || b > 0x1p50) {
    const double far = a < 0x1p-80 ? 0 : log_binomial_far(a, b);
    return log1p(a / b) - log(a) - far;
  }
  const double sum = a + b;
  const Binomial c = binomial_parts<T>(a, b, sum);
  const double size = quotient<T>(sum * c.bottom, a * b * c.top);
  const double square = size * size * c.square_bottom;
  return 0.5 * log_of_quotient<T>(square, c.square_top, square - c.square_top) -
         c.exponent;
}

// factor * beta(x, y) or, as the inverse, factor / beta(x, y) for positive x
// and y.
struct BetaMultiple {
  double factor, x, y;
  bool inverse;
};

TENORITE_HD BinomialMultiple of_beta(BetaMultiple m) {
  const double low = m.x < m.y ? m.x : m.y, high = m.x < m.y ? m.y : m.x;
  double above = low + high, below = low * high, a = low, b = high;
  if (low < 0x1p-80 || high > 0x1p50) {
    above = 1 + low / high;
    below = low;
    if (low < 0x1p-80) a = b = 0;
  }
  return {m.factor * (m.inverse ? below : above),
          m.inverse ? above : below,
          a,
          b,
          a + b,
          !m.inverse};
}

template <class T>
TENORITE_HD double log_beta_multiple(BetaMultiple m) {
  const double low = m.x < m.y ? m.x : m.y, high = m.x < m.y ? m.y : m.x;
  if (m.factor == 0) return -math::kInf<double>;
  const double rest = log_beta_positive<T>(low, high);
  const double size = m.inverse ? -rest : rest;
  return m.factor == 1 ? size : log(math::fabs(m.factor)) + size;
}

// beta(a, b) for a <= 0 and a whole b: poles cancel for whole a and b < 1 - a.
TENORITE_HD_NOINLINE BetaMultiple beta_at_pole(double a, double b) {
  const double above = 1 - a - b;
  if (b != math::floor(b) || !(b > 0) || !(above > 0))
    return {math::kInf<double>, 1, 1, false};
  const double sign = math::fmod(b, 2) == 0 ? 1 : -1;
  return {sign, above, b, false};
}

// beta(a, b) for a < 0, a < b, and neither a pole: the reflection of every
// gamma function of a negative number (DLMF 5.5.3).
TENORITE_HD_NOINLINE BetaMultiple beta_reflected(double a, double b) {
  const double sine = half_turns(a).sin, sum = a + b;
  if (b > kLargestFinite)
    return {math::copysign(b, gamma_sign(a)), 1, 1, false};
  if (sum == 0) return {0, 1, 1, false};
  if (sum > 0) return {kPi / sine / b, 1 - a, sum, true};
  const double ratio = sin_of_sum(a, b) / sine;
  if (b > 0) return {ratio, b, 1 - sum, false};
  return {kPi * ratio / half_turns(b).sin / (1 - sum), 1 - a, 1 - b, true};
}

// beta(a, b), or the logarithm of its absolute value.
template <class T, bool kLogarithm>
TENORITE_HD_NOINLINE double beta(double a, double b) {
  const double low = a < b ? a : b, high = a < b ? b : a;
  if (a != a || b != b) return a + b;
  BetaMultiple multiple{1, low, high, false};
  if (low < -kLargestFinite) return math::kInf<double>;
  if (low <= 0 || high > kLargestFinite) {
    if (is_pole(low)) {
      multiple = beta_at_pole(low, high);
    } else if (is_pole(high)) {
      multiple = beta_at_pole(high, low);
    } else if (low < 0) {
      multiple = beta_reflected(low, high);
    } else {
      if (low > kLargestFinite) return math::kNan<double>;
      multiple = {0, 1, 1, false};
    }
  }
  if constexpr (kLogarithm)
    return log_beta_multiple<T>(multiple);
  else
    return binomial_multiple<T>(of_beta(multiple));
}

// n (n - 1) ... (n - k + 1) / k! for a whole k < 20.
TENORITE_HD_NOINLINE double binomial_product(double n, double k) {
  double top = 1, bottom = 1;
  TENORITE_ROLLED
  for (double i = 1; i <= k; i += 1) {
    top *= n - (k - i);
    bottom *= i;
    if (math::fabs(top) > 1e50) {
      top /= bottom;
      bottom = 1;
    }
  }
  return top / bottom;
}

// gamma(1 + n) / (gamma(1 + k) gamma(1 + n - k)) for a negative n or k: gamma
// functions of negative numbers are reflected (DLMF 5.5.3), so that beta
// functions of positive ones remain.
TENORITE_HD_NOINLINE BetaMultiple binomial_reflected(double n, double k) {
  const bool whole = k == math::floor(k);
  if (n > -1) {
    if (k < 0) return {-half_turns(k).sin / kPi, 1 + n, -k, false};
    if (k <= n) return {1 / (n + 1), 1 + n - k, 1 + k, true};
    return {sin_of_sum(k, -n) / kPi, 1 + n, k - n, false};
  }
  const double sine = half_turns(n).sin;
  if (k > -1) {
    const double sign = math::fmod(k, 2) == 0 ? 1 : -1;
    const double ratio = whole ? sign : -sin_of_sum(k, -n) / sine;
    return {ratio / (k - n), -n, 1 + k, true};
  }
  const double other = half_turns(k).sin / sine;
  if (k <= n) return {other / -k, -n, 1 + n - k, true};
  return {sin_of_sum(k, -n) * other / kPi, k - n, -k, false};
}

template <class T>
TENORITE_HD_NOINLINE double binomial(double n, double k) {
  if (n != n || k != k) return n + k;
  if (n < 0 && n == math::floor(n)) return math::kNan<double>;
  if (math::fabs(k) > kLargestFinite)
    return k < 0 && n > -1 ? 0.0 : math::kNan<double>;
  if (k == math::floor(k) && (math::fabs(n) > 1e-8 || n == 0)) {
    // The products of integers are exact while they fit.
    double few = k;
    if (n == math::floor(n) && n > 0 && k > 0.5 * n) few = n - k;
    if (few < 0) return 0;
    if (few < 20) return binomial_product(n, few);
  }
  if (n > kLargestFinite) return k < 0 ? 0.0 : n;
  BinomialMultiple multiple;
  const double apart = n - k;
  if (n < 0 || k < 0)
    multiple = of_beta(binomial_reflected(n, k));
  else if (apart >= 0)
    multiple = {1, 1, k, apart, n, false};
  else
    multiple = {sin_of_sum<T>(k, -n), -kPi * apart, n, -apart, k, true};
  return binomial_multiple<T>(multiple);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Beta {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return special::as<T>(special::beta<special::computed_t<T>, false>(a, b));
  }
};

struct Betaln {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return special::as<T>(special::beta<special::computed_t<T>, true>(a, b));
  }
};

struct Binom {
  template <class T>
  TENORITE_HD T operator()(T n, T k) const {
    return special::as<T>(special::binomial<special::computed_t<T>>(n, k));
  }
};

}  // namespace tenorite::op
