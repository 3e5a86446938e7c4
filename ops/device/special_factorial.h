// SPDX-License-Identifier: Apache-2.0
// The reciprocal of the gamma function, and Pochhammer's symbol.
#pragma once

#include "ops/device/special_beta.h"

namespace tenorite::special {

TENORITE_HD_NOINLINE double rgamma(double x) {
  if (x != x) return x;
  if (x == 0) return x;
  if (is_pole(x) || x > kLargestFinite) return 0;
  if (x <= 165) return 1 / gamma(x);
  if (x > 180) return 0;
  // Where gamma is infinite and its reciprocal is not yet 0.
  double product = 1;
  TENORITE_ROLLED
  for (int i = 0; i < 16; ++i) {
    x -= 1;
    product *= x;
  }
  return 1 / gamma(x) / product;
}

// gamma(x + m) / gamma(x) for x > 0 and m > 0.
TENORITE_HD_NOINLINE double poch_positive(double x, double m) {
  const double sum = x + m;
  if (x >= 10) {
    const double exponent = m <= x ? -log_gamma_ratio(m, x)
                                   : (stirling_error(sum) - stirling_error(x)) +
                                         (x - 0.5) * log1p(m / x) +
                                         m * (log(sum) - 1);
    return exp(exponent);
  }
  if (sum > 170) return exp(log_gamma_positive(sum) - log_gamma_positive(x));
  // What is lost in x + m counts.
  const Exact exact = exact_sum(x, m);
  return gamma(sum) * (1 + exact.low * digamma(sum)) * rgamma(x);
}

// gamma(x + m) / gamma(x) for positive x and sum = x + m.
TENORITE_HD double poch_of_positive(double x, double m, double sum) {
  return m < 0 ? 1 / poch_positive(sum, -m) : poch_positive(x, m);
}

// For a whole m whose product needs few factors.
TENORITE_HD_NOINLINE double poch_product(double a, double m) {
  double product = 1;
  TENORITE_ROLLED
  for (double k = 0; k < m; k += 1) product *= a + k;
  TENORITE_ROLLED
  for (double k = -1; k >= m; k -= 1) product /= a + k;
  return product;
}

// gamma(a + m) / gamma(a), by reflection where one of them is negative.
TENORITE_HD_NOINLINE double poch(double a, double m) {
  if (a != a || m != m) return a + m;
  if (m == 0) return 1;
  const double sum = a + m;
  if (!(math::fabs(a) <= kLargestFinite) ||
      !(math::fabs(sum) <= kLargestFinite)) {
    if (a > kLargestFinite && math::fabs(m) <= kLargestFinite)
      return m > 0 ? math::kInf<double> : 0;
    return a > 0 && m > 0 ? math::kInf<double> : math::kNan<double>;
  }
  const bool whole = m == math::floor(m);
  const bool of_pole = is_pole(a);
  const bool to_pole =
      is_pole(sum) && ((of_pole && whole) || exact_sum(a, m).low == 0);
  if (of_pole != to_pole) return of_pole ? 0 : math::kInf<double>;
  if (whole && math::fabs(m) <= 30) return poch_product(a, m);
  if (a > 0 && sum > 0) return poch_of_positive(a, m, sum);
  const bool odd = math::fmod(m, 2) != 0;
  if (a <= 0 && sum <= 0) {
    // 1 - a takes the place of a + m.
    const double other = 1 - sum;
    const double ratio = poch_of_positive(other, m, 1 - a);
    if (whole) return odd ? -ratio : ratio;
    return half_turns(a).sin / sin_of_sum(a, m) * ratio;
  }
  if (a <= 0) {
    const double factor = half_turns(a).sin / kPi;
    if (sum < 100 && a > -70) return factor * gamma(sum) * gamma(1 - a);
    const double size = log_gamma_positive(sum) + log_gamma_positive(1 - a);
    return factor * exp(size);
  }
  const double factor = kPi / sin_of_sum(a, m);
  if (a < 100 && sum > -70) return factor * rgamma(a) * rgamma(1 - sum);
  return factor * exp(-log_gamma_positive(a) - log_gamma_positive(1 - sum));
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Rgamma {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::rgamma(x));
  }
};

struct Poch {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T m) const {
    return special::as<T>(special::poch(a, m));
  }
};

}  // namespace tenorite::op
