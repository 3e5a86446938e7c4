// SPDX-License-Identifier: Apache-2.0
// Modified Bessel functions of the second kind of orders 0 and 1, and Y of any
// whole order: fits beside the logarithm near 0 (DLMF 10.31), Hankel's
// expansion fitted over all larger arguments (10.40), the recurrence (10.6.1).
#pragma once

#include "ops/device/special_bessel.h"

namespace tenorite::special {

// sqrt(x) exp(x) K(x) of orders 0 and 1 for x >= 1.
TENORITE_HD double k0_large(double x) {
  const double t = 1 / x;
  return polynomial(t, 1.2533141373155001, 23.707593761091317,
                    174.5133864332348, 648.3034723221456, 1320.362233319261,
                    1502.2578262861275, 934.293904042123, 298.17231643111654,
                    43.030535840646344, 2.1555177862513557,
                    0.017287636930648036) /
         polynomial(t, 1.0, 19.04092303576108, 141.5513395679753,
                    533.6996760130614, 1111.5387183353878, 1308.504065262776,
                    857.8325251580183, 297.66206988794073, 49.39505091221372,
                    3.2090040961494894, 0.05025538179708416);
}
TENORITE_HD double k1_large(double x) {
  const double t = 1 / x;
  return polynomial(t, 1.2533141373155003, 23.452595476510425, 171.842975695219,
                    642.2756923469484, 1339.3086952875, 1603.957738214257,
                    1095.6449446925278, 409.70914569737556, 76.65166764198771,
                    5.962082121081809, 0.12274259803774341) /
         polynomial(t, 1.0, 18.337463841462814, 130.35149574908456,
                    465.6264302784156, 907.5432738657274, 983.0104696475412,
                    578.5597326251832, 173.45094933963543, 23.255519422801616,
                    1.0569534037009252, 0.006869176587715078);
}

// For 0 < x <= 1.
TENORITE_HD double k0_small(double x) {
  const double s = x * x;
  return polynomial(s, -0.5772156649015329, 0.10569608377461678,
                    0.01441850523591355, 0.0005451899602568355,
                    1.0214014136072649e-05, 1.157035090836191e-07,
                    8.819888686596496e-10, 4.842643134875524e-12,
                    2.038755078822697e-14) -
         log(0.5 * x) * i0_small(0.25 * s);
}
TENORITE_HD double k1_small(double x) {
  const double s = x * x;
  const double rest = polynomial(
      s, 0.03860783245076643, -0.042049020943654196, -0.0028371119837633696,
      -7.493042905988387e-05, -1.0892182538794238e-06, -1.0112909380707974e-08,
      -6.54020010031254e-11, -3.1205751324386636e-13, -1.160287199168833e-15);
  return 1 / x + x * (rest + 0.5 * log(0.5 * x) * i1_small(0.25 * s));
}

// At 0, below it and for NaN.
TENORITE_HD double k_outside(double x) {
  return x == 0 ? math::kInf<double> : math::kNan<double>;
}

TENORITE_HD_LONG double k0(double x) {
  const double positive = either(
      x < 1, [=] { return k0_small(x); },
      [=] { return exp(-x) * (k0_large(x) / math::sqrt(x)); });
  const double finite = x > kLargestFinite ? 0 : positive;
  return x > 0 ? finite : k_outside(x);
}

TENORITE_HD_LONG double k0e(double x) {
  const double positive = either(
      x < 1, [=] { return exp(x) * k0_small(x); },
      [=] { return k0_large(x) / math::sqrt(x); });
  return x > 0 ? positive : k_outside(x);
}

TENORITE_HD_LONG double k1(double x) {
  const double positive = either(
      x < 1, [=] { return k1_small(x); },
      [=] { return exp(-x) * (k1_large(x) / math::sqrt(x)); });
  const double finite = x > kLargestFinite ? 0 : positive;
  return x > 0 ? finite : k_outside(x);
}

TENORITE_HD_LONG double k1e(double x) {
  const double positive = either(
      x < 1, [=] { return exp(x) * k1_small(x); },
      [=] { return k1_large(x) / math::sqrt(x); });
  return x > 0 ? positive : k_outside(x);
}

// Y of a whole order n upwards from orders 0 and 1; NaN for orders of more than
// a million, unless it is infinite.
TENORITE_HD_NOINLINE double yn(double n, double x) {
  if (n != n || x != x) return n + x;
  n = math::trunc(n);
  const double order = math::fabs(n);
  const double sign = n < 0 && math::fmod(order, 2) != 0 ? -1 : 1;
  if (x == 0) return -math::kInf<double> * sign;
  if (!(x > 0)) return math::kNan<double>;
  if (order == 0) return y0(x);
  if (order > kLargestFinite) return -math::kInf<double> * sign;
  if (x > kLargestFinite) return 0;
  double low = y0(x), high = y1(x);
  TENORITE_ROLLED
  for (double k = 1; k < order; k += 1) {
    if (k > 1048576) return math::kNan<double>;
    const double next = 2 * k / x * high - low;
    low = high;
    high = next;
    if (high < -kLargestFinite) break;
  }
  return sign * high;
}

// Spherical y of a whole order n >= 0, likewise (DLMF 10.51.1).
TENORITE_HD_NOINLINE double spherical_yn(double n, double x) {
  if (n != n || x != x) return n + x;
  n = math::trunc(n);
  if (n < 0) return math::kNan<double>;
  const double sign = x < 0 && math::fmod(n, 2) == 0 ? -1 : 1;
  x = math::fabs(x);
  if (x == 0) return -math::kInf<double>;
  if (x > kLargestFinite) return 0;
  if (n > kLargestFinite) return -math::kInf<double> * sign;
  double low = math::sin(x) / x, high = -math::cos(x) / x;
  TENORITE_ROLLED
  for (double k = 0; k < n; k += 1) {
    if (k > 1048576) return math::kNan<double>;
    const double next = (2 * k + 1) / x * high - low;
    low = high;
    high = next;
    if (high < -kLargestFinite) break;
  }
  return sign * high;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct BesselK0 {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k0(x));
  }
};

struct BesselK0e {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k0e(x));
  }
};

struct BesselK1 {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k1(x));
  }
};

struct BesselK1e {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k1e(x));
  }
};

struct BesselYn {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T n, T x) const {
    return special::as<T>(special::yn(n, x));
  }
};

struct SphericalYn {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T n, T x) const {
    return special::as<T>(special::spherical_yn(n, x));
  }
};

}  // namespace tenorite::op
