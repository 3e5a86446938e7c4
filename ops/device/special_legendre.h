// SPDX-License-Identifier: Apache-2.0
// Normalised associated Legendre functions, of spherical harmonics: upwards in
// the degree (DLMF 14.10.3), apart from a power of 2, so that large orders near
// the poles do not underflow on the way.
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

// Spherical harmonics of whole n and m at the polar angle theta, for phi = 0.
// NaN for degrees of more than a million.
TENORITE_HD_NOINLINE double polar_harmonic(double n, double m, double theta) {
  if (n != n || m != m || !(math::fabs(theta) <= kLargestFinite))
    return math::kNan<double>;
  n = math::trunc(n);
  m = math::trunc(m);
  const double order = math::fabs(m);
  if (n < 0 || order > n) return 0;
  if (n > 1048576) return math::kNan<double>;
  const double x = math::cos(theta), sine = math::fabs(math::sin(theta));
  // The value is high times 2**(-500 shift).
  double high = 0.28209479177387814347, low = 0;  // sqrt(1 / (4 pi))
  int shift = 0;
  TENORITE_ROLLED
  for (double k = 1; k <= order; k += 1) {
    high *= -sine * math::sqrt((2 * k + 1) / (2 * k));
    if (math::fabs(high) < 0x1p-500) {
      high *= 0x1p500;
      ++shift;
    }
  }
  // Low is divided by what low and high have in common.
  double former = 0;
  TENORITE_ROLLED
  for (double k = order + 1; k <= n; k += 1) {
    const double factor =
        math::sqrt((2 * k - 1) * (2 * k + 1) / ((k - order) * (k + order)));
    const double next = factor * (x * high - former * low);
    former = 1 / factor;
    low = high;
    high = next;
    if (shift > 0 && math::fabs(high) > 0x1p500) {
      high *= 0x1p-500;
      low *= 0x1p-500;
      --shift;
    }
  }
  TENORITE_ROLLED
  for (int i = 0; i < shift && i < 3; ++i) high *= 0x1p-500;
  return m < 0 && math::fmod(order, 2) != 0 ? -high : high;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct PolarHarmonic {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T n, T m, T theta) const {
    return special::as<T>(special::polar_harmonic(n, m, theta));
  }
};

}  // namespace tenorite::op
