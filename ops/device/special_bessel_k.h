// SPDX-License-Identifier: Apache-2.0
// Modified Bessel functions of the second kind of orders 0 and 1, and Y of any
// whole order: fits beside the logarithm near 0 (DLMF 10.31), Hankel's
// expansion fitted over all larger arguments (10.40), the recurrence (10.6.1).
#pragma once

#include "ops/device/special_bessel.h"

namespace tenorite::special {

// exp(x) K(x) of orders 0 and 1 for x >= 1.
template <class T>
TENORITE_HD double k0_large(double x) {
  const double w = quotient<T>(1, x + 1);
  double value;
  if constexpr (kIsShort<T>)
    value =
        polynomial(w, 1.25331413717, -0.156664206039, -0x1.18c33p-4,
                   -0x1.272aep-4, -0x1.e2dd7p-6, -0x1.c7d33p-5, -0x1.f6787p-5,
                   0x1.7fb41p-3, -0x1.23aaep-1, 0x1.60a13p-1, -0x1.b7941p-2);
  else
    value = polynomial(
        w, 1.2533141373155003, -0.15666426716441126, -0.06854061689303043,
        -0.07221243451653066, -0.027117991294845985, -0.0773293906185988,
        0.0658479846399439, -0.3211399188744783, 0.975216707441135,
        -3.69112655653853, 13.54557494437902, -47.3659884091525,
        148.16899745940253, -400.35443298665405, 907.4575795348765,
        -1685.1036632245105, 2502.3858088091115, -2887.529202720647,
        2487.923928964216, -1503.6266002683317, 568.0978872675439,
        -100.99827700084305);
  return x > kLargestFinite ? 0.0 : value * inverse_root<T>(x);
}
template <class T>
TENORITE_HD double k1_large(double x) {
  const double w = quotient<T>(1, x + 1);
  double value;
  if constexpr (kIsShort<T>)
    value = polynomial(w, 1.25331413689, 0.46999291337, 0.323110391197,
                       0x1.386f3p-2, 0x1.d236fp-3, 0x1.6642bp-2, -0x1.82cd9p-2,
                       0x1.4eccep1, -0x1.a2c1ap2, 0x1.88137p3, -0x1.906b9p3,
                       0x1.93dc4p2);
  else
    value =
        polynomial(w, 1.2533141373155003, 0.4699928014932896,
                   0.3231200510342017, 0.3047609562186653, 0.2341932617167391,
                   0.27858172867663655, 0.10510832033075883, 0.5288604811413237,
                   -0.9183005120107043, 4.251326698266323, -15.03059745453163,
                   54.25716044824659, -173.87765600474833, 487.0647851156556,
                   -1150.4541385741875, 2241.513297588244, -3513.691479219221,
                   4309.04857206557, -3974.478405913904, 2593.845408688946,
                   -1069.335560682041, 210.69756707566253);
  return x > kLargestFinite ? 0.0 : value * inverse_root<T>(x);
}

// For 0 < x <= 1.
template <class T>
TENORITE_HD double k0_small(double x) {
  const double s = x * x;
  double rest, i;
  if constexpr (kIsShort<T>) {
    rest = polynomial(s, 0.115931516149, 0.278982863882, 0x1.9dae2p-6,
                      0x1.bb673p-11, 0x1.00b2ep-16);
    i = polynomial(s, 1.00000000012, 0.249999993804, 0.01562505124,
                   0x1.c6f52p-12, 0x1.d27bbp-18);
  } else {
    rest = polynomial(
        s, 0.11593151565841245, 0.2789828789146031, 0.025248929932162698,
        0.0008460350907081938, 1.4914719299410551e-05, 1.627105606146431e-07,
        1.208426900211292e-09, 6.507971505261944e-12, 2.6984361912313664e-14);
    i = polynomial(s, 1.0, 0.25000000000000006, 0.015624999999999221,
                   0.00043402777778401143, 6.781684003298254e-06,
                   6.781689246632508e-08, 4.708886739799705e-10,
                   2.4406278948541674e-12);
  }
  return multiply_add(-log<T>(x), i, rest);
}
template <class T>
TENORITE_HD double k1_small(double x) {
  const double s = x * x;
  double rest, i;
  if constexpr (kIsShort<T>) {
    rest = polynomial(s, -0.307965757855, -0.0853707183888, -0.00464219364758,
                      -0x1.d7e1bp-14, -0x1.ac083p-20);
    i = polynomial(s, 0.50000000001, 0.0624999994646, 0.00260417102856,
                   0x1.c701fp-15, 0x1.73b3ap-21);
  } else {
    rest = polynomial(s, -0.3079657578292062, -0.08537071972865078,
                      -0.004642182766471561, -0.00011253607036630417,
                      -1.5592887702114463e-06, -1.4030163678364844e-08,
                      -8.87189995422256e-11, -4.161426795175456e-13,
                      -1.5262686869512895e-15);
    i = polynomial(s, 0.5, 0.0625, 0.0026041666666666236, 5.425347222256812e-05,
                   6.781684014193744e-07, 5.6514062526881675e-09,
                   3.363588648332749e-11, 1.522750603604819e-13);
  }
  return multiply_add(x, multiply_add(log<T>(x), i, rest), quotient<T>(1, x));
}

// At 0, below it and for NaN.
TENORITE_HD double k_outside(double x) {
  return x == 0 ? math::kInf<double> : math::kNan<double>;
}

template <class T>
TENORITE_HD_LONG double k0(double x) {
  const double positive = either(
      x < 1, [=] { return k0_small<T>(x); },
      [=] { return exp<T>(-x) * k0_large<T>(x); });
  return x > 0 ? positive : k_outside(x);
}

template <class T>
TENORITE_HD_LONG double k0e(double x) {
  const double positive = either(
      x < 1, [=] { return exp<T>(x) * k0_small<T>(x); },
      [=] { return k0_large<T>(x); });
  return x > 0 ? positive : k_outside(x);
}

template <class T>
TENORITE_HD_LONG double k1(double x) {
  const double positive = either(
      x < 1, [=] { return k1_small<T>(x); },
      [=] { return exp<T>(-x) * k1_large<T>(x); });
  return x > 0 ? positive : k_outside(x);
}

template <class T>
TENORITE_HD_LONG double k1e(double x) {
  const double positive = either(
      x < 1, [=] { return exp<T>(x) * k1_small<T>(x); },
      [=] { return k1_large<T>(x); });
  return x > 0 ? positive : k_outside(x);
}

// Y of a whole order n upwards from orders 0 and 1; NaN for orders of more than
// a million, unless it is infinite.
template <class T>
TENORITE_HD_NOINLINE double yn(double n, double x) {
  if (n != n || x != x) return n + x;
  n = math::trunc(n);
  const double order = math::fabs(n);
  const double sign = n < 0 && math::fmod(order, 2) != 0 ? -1 : 1;
  if (x == 0) return -math::kInf<double> * sign;
  if (!(x > 0)) return math::kNan<double>;
  if (order == 0) return y0<T>(x);
  if (order > kLargestFinite) return -math::kInf<double> * sign;
  if (x > kLargestFinite) return 0;
  double low = y0<T>(x), high = y1<T>(x);
  TENORITE_ROLLED
  for (double k = 1; k < order; k += 1) {
    if (k > 1048576) return math::kNan<double>;
    const double next = multiply_add(quotient<T>(2 * k, x), high, -low);
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
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k0<special::computed_t<T>>(x));
  }
};

struct BesselK0e {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k0e<special::computed_t<T>>(x));
  }
};

struct BesselK1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k1<special::computed_t<T>>(x));
  }
};

struct BesselK1e {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::k1e<special::computed_t<T>>(x));
  }
};

struct BesselYn {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T n, T x) const {
    return special::as<T>(special::yn<special::computed_t<T>>(n, x));
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
