// SPDX-License-Identifier: Apache-2.0
// Wright's generalised Bessel function (DLMF 10.46.1) by its series, whose
// terms are all positive.
#pragma once

#include "ops/device/special_factorial.h"

namespace tenorite::special {

template <class T>
TENORITE_HD_NOINLINE double wright_bessel(double a, double b, double x) {
  if (!(a >= 0) || !(b >= 0) || !(x >= 0) || a > kLargestFinite ||
      b > kLargestFinite)
    return math::kNan<double>;
  if (x == 0) return rgamma(b);
  if (x > kLargestFinite) return x;
  if (a == 0) {
    if (b == 0) return 0;
    const double scale = rgamma(b);
    return scale > 1e-290 && x < 700 ? exp(x) * scale
                                     : exp(x - log_gamma_positive(b));
  }
  // The first term that is not 0, and its logarithm.
  double k = b == 0 ? 1 : 0;
  double at = b == 0 ? a : b;
  const double first = (b == 0 ? log(x) : 0) - log_gamma_positive(at);
  const bool moderate = math::fabs(first) < 300;
  double term = moderate ? rgamma(at) * (b == 0 ? x : 1) : 1;
  double sum = term, scaled = moderate ? 0 : first;
  TENORITE_ROLLED
  for (int i = 0; i < 5000; ++i) {
    k += 1;
    const double below = k * poch_positive<T>(at, a, at + a);
    term *= below > kLargestFinite ? 0 : quotient<T>(x, below);
    at += a;
    sum += term;
    if (sum > 1e200) {
      sum *= 1e-200;
      term *= 1e-200;
      scaled += 460.51701859880913680;  // 200 log(10)
      if (scaled > 1500) return math::kInf<double>;
    }
    if (term <= sum * 0x1p-56) break;
  }
  return scaled == 0 ? sum : exp(scaled + log(sum));
}

}  // namespace tenorite::special

namespace tenorite::op {

struct WrightBessel {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T b, T x) const {
    return special::as<T>(
        special::wright_bessel<special::computed_t<T>>(a, b, x));
  }
};

}  // namespace tenorite::op
