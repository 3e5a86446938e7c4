// SPDX-License-Identifier: Apache-2.0
// The beta function and binomial coefficients. Where gamma functions of large
// arguments would cancel, their Stirling series are subtracted term by term
// (Didonato and Morris, ACM TOMS 18, 1992).
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

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

// beta(a, b) of numbers of which one is not positive, or its logarithm.
TENORITE_HD_NOINLINE double beta_reflected(double a, double b, bool logarithm) {
  if (is_pole(a) || is_pole(b)) {
    // Poles cancel for whole a <= 0 and b < 1 - a.
    const double pole = is_pole(a) ? a : b, other = is_pole(a) ? b : a;
    const double above = 1 - pole - other;
    if (other != math::floor(other) || !(other > 0) || !(above > 0))
      return math::kInf<double>;
    const double low = above < other ? above : other;
    const double high = above < other ? other : above;
    if (logarithm) return log_beta_positive(low, high);
    const double size = beta_positive(low, high);
    return math::fmod(other, 2) == 0 ? size : -size;
  }
  const double sum = a + b;
  if (is_pole(sum)) return logarithm ? -math::kInf<double> : 0.0;
  const double size =
      math::fabs(a) > math::fabs(b) ? math::fabs(a) : math::fabs(b);
  if (!logarithm && size < 80) return gamma(a) / gamma(sum) * gamma(b);
  const double result = (log_gamma(a) - log_gamma(sum)) + log_gamma(b);
  if (logarithm) return result;
  return gamma_sign(a) * gamma_sign(b) * gamma_sign(sum) * exp(result);
}

TENORITE_HD_NOINLINE double beta(double a, double b, bool logarithm) {
  const double low = a < b ? a : b, high = a < b ? b : a;
  if (a != a || b != b) return a + b;
  if (!(low > 0)) return beta_reflected(a, b, logarithm);
  if (high > kLargestFinite) {
    if (low > kLargestFinite) return math::kNan<double>;
    return logarithm ? -math::kInf<double> : 0.0;
  }
  return logarithm ? log_beta_positive(low, high) : beta_positive(low, high);
}

TENORITE_HD_NOINLINE double binomial(double n, double k) {
  if (n != n || k != k) return n + k;
  const double size = math::fabs(k);
  if (n < 0 && n == math::floor(n)) return math::kNan<double>;
  if (size > kLargestFinite) return math::kNan<double>;
  if (k == math::floor(k) && (math::fabs(n) > 1e-8 || n == 0)) {
    // The products of integers are exact while they fit.
    double few = k;
    if (n == math::floor(n) && n > 0 && k > 0.5 * n) few = n - k;
    if (few < 0) return 0;
    if (few < 20) {
      double top = 1, bottom = 1;
      for (double i = 1; i <= few; i += 1) {
        top *= i + (n - few);
        bottom *= i;
        if (math::fabs(top) > 1e50) {
          top /= bottom;
          bottom = 1;
        }
      }
      return top / bottom;
    }
  }
  if (n >= 1e10 * k && k > 0)
    return exp(-beta(1 + n - k, 1 + k, true) - log(n + 1));
  if (size > 1e8 * math::fabs(n)) {
    // gamma(1 + n) sin(pi (k - n)) / pi |k|**(-1 - n), and the next term.
    const double g = gamma(1 + n);
    double scale = g / size + g * n / (2 * k * k);
    scale /= kPi * math::pow(size, n);
    if (k <= 0) return scale * half_turns(k).sin;
    const double whole = math::floor(k);
    const double sine = half_turns((k - whole) - n).sin;
    return scale * (math::fmod(whole, 2) == 0 ? sine : -sine);
  }
  return 1 / (n + 1) / beta(1 + n - k, 1 + k, false);
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
