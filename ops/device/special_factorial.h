// SPDX-License-Identifier: Apache-2.0
// Pochhammer's symbol.
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

// gamma(x + m) / gamma(x) where one of x and the sum is tiny: the exponents
// below would cancel with what is left of the other.
TENORITE_HD_NOINLINE double poch_near_pole(double x, double m) {
  const Exact sum = exact_sum(x, m);
  // What is lost in x + m counts, times about digamma's value.
  const double slope = sum.high > 1 ? log(sum.high) - 0.5 / sum.high : 0.0;
  return gamma(sum.high) * (1 + sum.low * slope) * rgamma(x);
}

// gamma(x + m) / gamma(x) for positive x and sum = x + m.
template <class T>
TENORITE_HD_NOINLINE double poch_positive(double x, double m, double sum) {
  if ((x < 0x1p-8 || sum < 0x1p-8) && x < 150 && sum < 171.5)
    return poch_near_pole(x, m);
  // Gamma's factors are the same from here on.
  if (x > 0x1p55 || sum > 0x1p55) {
    if (x < 1) return math::kInf<double>;
    return exp((x - 0.5) * log1p(m / x) + m * (log(sum) - 1));
  }
  const double of_x = x + kGammaShift<T>, of_sum = sum + kGammaShift<T>;
  const Fraction fx = gamma_factor<T>(x);
  const Fraction fs = gamma_factor<T>(sum);
  const double exponent = multiply_add(
      x - 0.5, log_of_quotient<T>(of_sum, of_x, m), m * (log<T>(of_sum) - 1));
  const double value =
      quotient<T>(fs.top * fx.bottom, fs.bottom * fx.top * sum);
  // The power may be out of range while the result is not.
  if (math::fabs(exponent) > 650) {
    const double root = exp(0.5 * exponent);
    return root * value * x * root;
  }
  return exp<T>(exponent) * value * x;
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
template <class T>
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
  if (a > 0 && sum > 0) return poch_positive<T>(a, m, sum);
  const bool odd = math::fmod(m, 2) != 0;
  if (a <= 0 && sum <= 0) {
    // 1 - a takes the place of a + m.
    const double other = 1 - sum;
    const double ratio = poch_positive<T>(other, m, 1 - a);
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

struct Poch {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T m) const {
    return special::as<T>(special::poch<special::computed_t<T>>(a, m));
  }
};

}  // namespace tenorite::op
