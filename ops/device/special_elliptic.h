// SPDX-License-Identifier: Apache-2.0
// Elliptic integrals and the amplitude of Jacobi's functions, of the parameter
// m: the arithmetic-geometric mean (DLMF 19.8), Carlson's symmetric integrals
// by duplication (19.25, 19.36), and Landen's descending transformation
// (22.20).
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

// The distance of the two means, relative to them, at which their iteration
// ends: another step would square it.
template <class T>
constexpr double kMeansApart = kIsShort<T> ? 1e-5 : 1e-8;

// K(1 - p).
template <class T>
TENORITE_HD_NOINLINE double ellipkm1(double p) {
  if (!(p >= 0)) return math::kNan<double>;
  if (p == 0) return math::kInf<double>;
  if (p > kLargestFinite) return 0;
  double a = 1, g = root<T>(p);
  TENORITE_ROLLED
  for (int i = 0; i < 40 && math::fabs(a - g) > kMeansApart<T> * a; ++i) {
    const double mean = 0.5 * (a + g);
    g = root<T>(a * g);
    a = mean;
  }
  return quotient<T>(kPi, a + g);
}

// E(m) of p = 1 - m.
template <class T>
TENORITE_HD_NOINLINE double ellipe_of(double p) {
  if (!(p >= 0)) return math::kNan<double>;
  if (p == 0) return 1;
  if (p > kLargestFinite) return p;
  const double first = root<T>(p);
  double a = 1, g = first, power = 0.5;
  double square = 0.25 * (1 + first) * (1 + first);
  TENORITE_ROLLED
  for (int i = 0; i < 40 && math::fabs(a - g) > kMeansApart<T> * a; ++i) {
    const double mean = 0.5 * (a + g);
    g = root<T>(a * g);
    a = mean;
    square -= power * (a - g) * (a - g);
    power *= 2;
  }
  return quotient<T>(kPi * square, a + g);
}

// Carlson's R_F(x, y, z) and R_D(x, y, z), whose duplications are the same.
struct CarlsonPair {
  double f, d;
};
template <class T, bool kNeedsD>
TENORITE_HD CarlsonPair carlson(double x, double y, double z) {
  constexpr double kNear = kIsShort<T> ? 0.02 : 2e-3;
  constexpr double kOfZ = kNeedsD ? 3 : 1;
  double sum = 0, power = 1;
  TENORITE_ROLLED
  for (int i = 0; i < 60; ++i) {
    const double mean = (x + y + kOfZ * z) * (1 / (2 + kOfZ));
    const double near = kNear * mean;
    if (math::fabs(mean - x) < near && math::fabs(mean - y) < near &&
        math::fabs(mean - z) < near)
      break;
    const double rx = root<T>(x), ry = root<T>(y), rz = root<T>(z);
    const double lambda = rx * (ry + rz) + ry * rz;
    if (kNeedsD) sum += quotient<T>(power, rz * (z + lambda));
    power *= 0.25;
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
  }
  CarlsonPair pair{};
  {
    const double mean = (x + y + z) * (1.0 / 3);
    const double inverse_of_root = inverse_root<T>(mean);
    const double inverse = inverse_of_root * inverse_of_root;
    const double dx = (mean - x) * inverse, dy = (mean - y) * inverse;
    const double dz = -(dx + dy);
    const double e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
    pair.f =
        inverse_of_root *
        (1 + (e2 * (e2 * (1.0 / 24 - 5.0 / 208 * e2) - 0.1 - 3.0 / 44 * e3) +
              e3 * (1.0 / 14 + 3.0 / 104 * e3)));
  }
  if (kNeedsD) {
    const double mean = 0.2 * (x + y + 3 * z);
    const double inverse_of_root = inverse_root<T>(mean);
    const double inverse = inverse_of_root * inverse_of_root;
    const double dx = (mean - x) * inverse, dy = (mean - y) * inverse;
    const double dz = (mean - z) * inverse;
    const double xy = dx * dy, zz = dz * dz;
    const double e2 = xy - 6 * zz, e3 = (3 * xy - 8 * zz) * dz;
    const double e4 = 3 * (xy - zz) * zz, e5 = xy * zz * dz;
    const double series =
        1 + (e2 * (9.0 / 88 * e2 - 3.0 / 14 - e2 * e2 / 16 - 9.0 / 52 * e3 +
                   3.0 / 20 * e4) +
             e3 * (1.0 / 6 + 3.0 / 40 * e3) - 3.0 / 22 * e4 + 3.0 / 26 * e5);
    pair.d = 3 * sum + power * series * (inverse * inverse_of_root);
  }
  return pair;
}

// phi less a multiple of pi, and twice how many complete integrals that is.
struct HalfPeriods {
  double rest, count;
};
TENORITE_HD HalfPeriods half_periods(double phi) {
  const double n = math::rint(phi / kPi);
  // Pi in three parts, of which the first has few bits.
  const double rest = ((phi - n * 0x1.921fb544p+1) - n * 0x1.0b4611a6p-33) -
                      n * 0x1.3198a2e037073p-68;
  return {rest, 2 * n};
}

template <class T>
TENORITE_HD_NOINLINE double ellipkinc(double phi, double m) {
  if (phi != phi || m != m || m > 1) return math::kNan<double>;
  const bool far = math::fabs(phi) > kLargestFinite;
  if (m < -kLargestFinite) return far ? math::kNan<double> : 0;
  if (far || m == 0) return phi;
  const HalfPeriods turns = half_periods(phi);
  if (m == 1 && math::fabs(phi) >= 0.5 * kPi)
    return math::copysign(math::kInf<double>, phi);
  const double s = math::sin(turns.rest), c = math::cos(turns.rest);
  const double within =
      s * carlson<T, false>(c * c, c * c + (1 - m) * s * s, 1).f;
  return turns.count == 0 ? within : turns.count * ellipkm1<T>(1 - m) + within;
}

template <class T>
TENORITE_HD_NOINLINE double ellipeinc(double phi, double m) {
  if (phi != phi || m != m || m > 1) return math::kNan<double>;
  if (math::fabs(phi) > kLargestFinite) return phi;
  if (m < -kLargestFinite) return phi == 0 ? 0 : -phi * m;
  if (m == 0) return phi;
  const HalfPeriods turns = half_periods(phi);
  const double s = math::sin(turns.rest), c = math::cos(turns.rest);
  const double square = s * s, p = 1 - m;
  const double delta = c * c + p * square;
  double within;
  if (m < 0) {
    const CarlsonPair pair = carlson<T, true>(c * c, delta, 1);
    within = s * (pair.f - m / 3 * square * pair.d);
  } else {
    // Of positive terms alone.
    within = m * s * c * inverse_root<T>(delta);
    if (p > 0) {
      const CarlsonPair pair = carlson<T, true>(c * c, 1, delta);
      within += p * s * (pair.f + m / 3 * square * pair.d);
    } else {
      within = s;
    }
  }
  return turns.count == 0 ? within : turns.count * ellipe_of<T>(p) + within;
}

// am(u, m), whose sine and cosine are sn and cn.
TENORITE_HD_NOINLINE double jacobi_amplitude(double u, double m) {
  if (u != u || !(m >= 0) || !(m <= 1)) return math::kNan<double>;
  if (math::fabs(u) > kLargestFinite) return math::kNan<double>;
  if (m == 0) return u;
  if (m == 1) {
    const double e = math::expm1(math::fabs(u));
    const double angle = e > 0x1p60 ? 0.5 * kPi : 2 * math::atan(e / (e + 2));
    return math::copysign(angle, u);
  }
  double a = 1, g = math::sqrt(1 - m), ratio[12];
  int steps = 0;
  double apart = 0.5 * m / (1 + g);
  TENORITE_ROLLED
  while (steps < 12) {
    const double mean = 0.5 * (a + g);
    ratio[steps] = apart / mean;
    ++steps;
    g = math::sqrt(a * g);
    a = mean;
    if (!(apart > 1e-9 * a)) break;
    // Half the difference of the means.
    apart = 0.25 * apart * apart / (0.5 * (a + g));
  }
  double phi = math::ldexp(a * u, steps);
  TENORITE_ROLLED
  for (int i = steps - 1; i >= 0; --i)
    phi = 0.5 * (phi + math::asin(ratio[i] * math::sin(phi)));
  return phi;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Ellipk {
  template <class T>
  TENORITE_HD T operator()(T m) const {
    return special::as<T>(
        special::ellipkm1<special::computed_t<T>>(1 - (double)m));
  }
};

struct Ellipkm1 {
  template <class T>
  TENORITE_HD T operator()(T p) const {
    return special::as<T>(special::ellipkm1<special::computed_t<T>>(p));
  }
};

struct Ellipe {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T m) const {
    return special::as<T>(
        special::ellipe_of<special::computed_t<T>>(1 - (double)m));
  }
};

struct Ellipkinc {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T phi, T m) const {
    return special::as<T>(special::ellipkinc<special::computed_t<T>>(phi, m));
  }
};

struct Ellipeinc {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T phi, T m) const {
    return special::as<T>(special::ellipeinc<special::computed_t<T>>(phi, m));
  }
};

struct JacobiAmplitude {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T u, T m) const {
    return special::as<T>(special::jacobi_amplitude(u, m));
  }
};

}  // namespace tenorite::op
