// SPDX-License-Identifier: Apache-2.0
// The beta function and binomial coefficients. Where gamma functions of large
// arguments would cancel, their Stirling series are subtracted term by term
// (Didonato and Morris, ACM TOMS 18, 1992).
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

// A sum and what it lost.
struct Exact {
  double high, low;
};
TENORITE_HD Exact exact_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
TENORITE_HD Exact exact_product(double a, double b) {
  const double product = a * b;
  return {product, math::fma(a, b, -product)};
}

// log(gamma(b) / gamma(a + b)) for b >= 10 and 0 < a <= b.
TENORITE_HD_NOINLINE double log_gamma_ratio(double a, double b) {
  const double corrections = stirling_error(b) - stirling_error(a + b);
  return corrections - (b - 0.5) * log1p(a / b) - a * (log(a + b) - 1);
}

// log(beta(a, b) / sqrt(2 pi / b)) for b >= a >= 10.
TENORITE_HD_NOINLINE double log_beta_large(double a, double b) {
  const double corrections =
      stirling_error(a) + (stirling_error(b) - stirling_error(a + b));
  return corrections - (a - 0.5) * log1p(b / a) - b * log1p(a / b);
}

// beta(a, b) for 0 < a <= b.
TENORITE_HD_NOINLINE double beta_positive(double a, double b) {
  if (a >= 10) return kRootTwoPi / math::sqrt(b) * exp(log_beta_large(a, b));
  if (b >= 10) return gamma(a) * exp(log_gamma_ratio(a, b));
  // What is lost in a + b counts.
  const double sum = a + b;
  const double lost = a - (sum - b);
  return gamma(a) / gamma(sum) * gamma(b) * (1 - lost * digamma(sum));
}

TENORITE_HD_NOINLINE double log_beta_positive(double a, double b) {
  if (a >= 10) return kHalfLogTwoPi - 0.5 * log(b) + log_beta_large(a, b);
  if (b >= 10) return log_gamma_positive(a) + log_gamma_ratio(a, b);
  return log(beta_positive(a, b));
}

// sin(pi (x + y)) of the exact sum.
TENORITE_HD_NOINLINE double sin_of_sum(double x, double y) {
  const double sum = x + y;
  const double of_y = sum - x;
  const double lost = (x - (sum - of_y)) + (y - of_y);
  const HalfTurns rounded = half_turns(sum), rest = half_turns(lost);
  return rounded.sin * rest.cos + rounded.cos * rest.sin;
}

// factor * beta(x, y) or, as the inverse, factor / beta(x, y) for positive x
// and y; or the logarithm of its absolute value.
TENORITE_HD_NOINLINE double times_beta(double factor, double x, double y,
                                       bool inverse, bool logarithm) {
  const double low = x < y ? x : y, high = x < y ? y : x;
  if (factor == 0) return logarithm ? -math::kInf<double> : 0.0;
  if (!logarithm) {
    const double size = beta_positive(low, high);
    if (!inverse) return factor * size;
    if (size > 1e-290) return factor / size;
  }
  const double rest = log_beta_positive(low, high);
  const double sum = log(math::fabs(factor)) + (inverse ? -rest : rest);
  return logarithm ? sum : math::copysign(exp(sum), factor);
}

// beta(a, b) for a <= 0 and a whole b: poles cancel for whole a and b < 1 - a.
TENORITE_HD_NOINLINE double beta_at_pole(double a, double b, bool logarithm) {
  const double above = 1 - a - b;
  if (b != math::floor(b) || !(b > 0) || !(above > 0))
    return math::kInf<double>;
  const double sign = math::fmod(b, 2) == 0 ? 1 : -1;
  return times_beta(sign, above, b, false, logarithm);
}

// beta(a, b) for a < 0, a < b, and neither a pole: the reflection of every
// gamma function of a negative number (DLMF 5.5.3).
TENORITE_HD_NOINLINE double beta_reflected(double a, double b, bool logarithm) {
  const double sine = half_turns(a).sin, sum = a + b;
  if (b > kLargestFinite)
    return logarithm ? b : math::copysign(b, gamma_sign(a));
  if (sum == 0) return logarithm ? -math::kInf<double> : 0.0;
  if (sum > 0) return times_beta(kPi / sine / b, 1 - a, sum, true, logarithm);
  const double ratio = sin_of_sum(a, b) / sine;
  if (b > 0) return times_beta(ratio, b, 1 - sum, false, logarithm);
  const double factor = kPi * ratio / half_turns(b).sin / (1 - sum);
  return times_beta(factor, 1 - a, 1 - b, true, logarithm);
}

// beta(a, b), or the logarithm of its absolute value.
TENORITE_HD_NOINLINE double beta(double a, double b, bool logarithm) {
  const double low = a < b ? a : b, high = a < b ? b : a;
  if (a != a || b != b) return a + b;
  if (low < -kLargestFinite) return math::kInf<double>;
  if (is_pole(low)) return beta_at_pole(low, high, logarithm);
  if (is_pole(high)) return beta_at_pole(high, low, logarithm);
  if (low < 0) return beta_reflected(low, high, logarithm);
  if (high > kLargestFinite) {
    if (low > kLargestFinite) return math::kNan<double>;
    return logarithm ? -math::kInf<double> : 0.0;
  }
  return logarithm ? log_beta_positive(low, high) : beta_positive(low, high);
}

// n (n - 1) ... (n - k + 1) / k! for a whole k < 20.
TENORITE_HD_NOINLINE double binomial_product(double n, double k) {
  double top = 1, bottom = 1;
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

// gamma(1 + n) / (gamma(1 + k) gamma(1 + n - k)): gamma functions of negative
// numbers are reflected (DLMF 5.5.3), so that beta functions of positive ones
// remain.
TENORITE_HD_NOINLINE double binomial(double n, double k) {
  if (n != n || k != k) return n + k;
  if (n < 0 && n == math::floor(n)) return math::kNan<double>;
  if (math::fabs(k) > kLargestFinite)
    return k < 0 && n > -1 ? 0.0 : math::kNan<double>;
  const bool whole = k == math::floor(k);
  if (whole && (math::fabs(n) > 1e-8 || n == 0)) {
    // The products of integers are exact while they fit.
    double few = k;
    if (n == math::floor(n) && n > 0 && k > 0.5 * n) few = n - k;
    if (few < 0) return 0;
    if (few < 20) return binomial_product(n, few);
  }
  if (n > kLargestFinite) return k < 0 ? 0.0 : n;
  if (n > -1) {
    if (k < 0)
      return times_beta(-half_turns(k).sin / kPi, 1 + n, -k, false, false);
    if (k <= n) return times_beta(1 / (n + 1), 1 + n - k, 1 + k, true, false);
    return times_beta(sin_of_sum(k, -n) / kPi, 1 + n, k - n, false, false);
  }
  const double sine = half_turns(n).sin;
  if (k > -1) {
    const double sign = math::fmod(k, 2) == 0 ? 1 : -1;
    const double ratio = whole ? sign : -sin_of_sum(k, -n) / sine;
    return times_beta(ratio / (k - n), -n, 1 + k, true, false);
  }
  const double other = half_turns(k).sin / sine;
  if (k <= n) return times_beta(other / -k, -n, 1 + n - k, true, false);
  return times_beta(sin_of_sum(k, -n) * other / kPi, k - n, -k, false, false);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Beta {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return special::as<T>(special::beta(a, b, false));
  }
};

struct Betaln {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return special::as<T>(special::beta(a, b, true));
  }
};

struct Binom {
  template <class T>
  TENORITE_HD T operator()(T n, T k) const {
    return special::as<T>(special::binomial(n, k));
  }
};

}  // namespace tenorite::op
