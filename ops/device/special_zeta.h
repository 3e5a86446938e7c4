// SPDX-License-Identifier: Apache-2.0
// The zeta functions of Hurwitz and Riemann: Euler and Maclaurin's formula
// (DLMF 25.11.28), a fit beside the pole, reflection below 0 (25.4.1).
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

// The sum of c_k x (x + 1) ... (x + 2 k - 2) / q**(2 k - 1) over k > 0, of 1 /
// q.
template <class... C>
TENORITE_HD double bernoulli_sum(double x, double inverse, double done,
                                 double c0, C... c) {
  const double term = (x + done) * inverse;
  if constexpr (sizeof...(c) == 0)
    return term * c0;
  else
    return term * multiply_add((x + done + 1) * inverse,
                               bernoulli_sum(x, inverse, done + 2, c...), c0);
}

// The sum of (q + k)**-x over k >= 0 for q > 0. With twelve terms of Euler and
// Maclaurin's formula seven before it do, whatever x and q.
TENORITE_HD_NOINLINE double hurwitz_positive(double x, double q) {
  double sum = math::pow(q, -x);
  double power = sum;
  double at = q;
  TENORITE_ROLLED
  for (int i = 0; i < 7; ++i) {
    at += 1;
    power = math::pow(at, -x);
    sum += power;
    if (power <= sum * 0x1p-60) return sum;
  }
  sum += power * at / (x - 1) - 0.5 * power;
  return sum +
         power * bernoulli_sum(x, 1 / at, 0, 0.08333333333333333,
                               -0.001388888888888889, 3.306878306878307e-05,
                               -8.267195767195768e-07, 2.08767569878681e-08,
                               -5.284190138687493e-10, 1.3382536530684679e-11,
                               -3.3896802963225827e-13, 8.586062056277845e-15,
                               -2.174868698558062e-16, 5.5090028283602295e-18,
                               -1.3954464685812522e-19);
}

TENORITE_HD_NOINLINE double hurwitz_zeta(double x, double q) {
  if (x != x || q != q) return x + q;
  if (x == 1) return math::kInf<double>;
  if (x < 1) return math::kNan<double>;
  if (q > 0) {
    if (q > kLargestFinite) return 0;
    if (x > kLargestFinite) return q > 1 ? 0.0 : q == 1 ? 1.0 : x;
    return hurwitz_positive(x, q);
  }
  if (q == math::floor(q)) return math::kInf<double>;
  if (x != math::floor(x) || x > kLargestFinite) return math::kNan<double>;
  // The terms of negative numbers are those of positive ones but for signs.
  const double first = q - math::floor(q);
  const double negative =
      hurwitz_positive(x, 1 - first) - hurwitz_positive(x, 1 - q);
  const double sign = math::fmod(x, 2) == 0 ? 1 : -1;
  return sign * negative + hurwitz_positive(x, first);
}

// zeta(x) - 1 for x > 1.
template <class T>
TENORITE_HD_NOINLINE double zeta_less_1(double x) {
  if (x > 1100) return 0;
  // 2**-x: what the product with log(2) loses counts.
  const double product = x * math::kLn2;
  const double lost =
      math::fma(x, math::kLn2, -product) + x * 0x1.abc9e3b39803fp-56;
  const double two = exp<T>(-product, -lost);
  if (x < 12) {
    const double t = (x - 6.5) * (1 / 5.5);
    double scaled;
    if constexpr (kIsShort<T>)
      scaled = polynomial(t, 5.97657507042, 4.7452873583, 0.536621186598,
                          -0.209238010505, 0.0362945869292, 0x1.ad948p-8,
                          -0x1.778e2p-8, 0x1.65a42p-10, 0x1.4d20ep-15,
                          -0x1.1012dp-13, 0x1.51604p-15, -0x1.e5c35p-21,
                          -0x1.40053p-19);
    else
      scaled = polynomial(
          t, 5.97657507069758, 4.7452873603218455, 0.5366211731161141,
          -0.20923806627445588, 0.03629473628871829, 0.006555335761683579,
          -0.005731180231448441, 0.0013626366369724292, 4.110483670473495e-05,
          -0.0001268777764209213, 3.876642222129199e-05,
          -3.2652099929060554e-06, -1.673775860463761e-06,
          7.558498065621006e-07, -1.3384396604382792e-07,
          -3.855756066812991e-09, 9.253179981223231e-09, -2.597129355051956e-09,
          1.604690151016973e-10, 6.715948421306679e-11);
    return two * quotient<T>(scaled, x - 1);
  }
  // Of 3 to 10, and the rest as of 11.
  const double three = exp<T>(x * -1.0986122886681098);
  const double five = exp<T>(x * -1.6094379124341003);
  const double seven = exp<T>(x * -1.9459101490553132);
  const double eleven = exp<T>(x * -2.3978952727983707);
  const double four = two * two;
  const double few = (five + two * three) + (seven + two * four);
  const double rest =
      11 / (x - 1) + 0.5 +
      bernoulli_sum(x, 1.0 / 11, 0, 0.08333333333333333, -0.001388888888888889,
                    3.306878306878307e-05, -8.267195767195768e-07,
                    2.08767569878681e-08);
  return two + ((three + four) +
                (few + (three * three + two * five + eleven * rest)));
}

// zeta(x).
template <class T>
TENORITE_HD_NOINLINE double riemann_zeta(double x) {
  if (x > 1) return x > kLargestFinite ? 1.0 : 1 + zeta_less_1<T>(x);
  if (x == 1) return math::kInf<double>;
  if (x >= 0)
    return polynomial(x, 0.5, 0.41893853320466024, 0.08423969475011998,
                      -0.0023930334850799273, -0.0009058949135167728,
                      0.0001226410998006682, -6.388802225461677e-07,
                      -1.471412639915607e-06, 1.7640907153667978e-07,
                      -6.426100894682925e-09, -3.460924850167488e-10) /
           (x - 1);
  if (!(x >= -kLargestFinite)) return math::kNan<double>;
  if (0.5 * x == math::floor(0.5 * x)) return 0;
  const double y = 1 - x;
  // Twice, since the power alone would underflow before gamma overflows.
  const double power = math::pow(2 * kPi, -0.5 * y);
  return 2 * half_turns(0.5 * x).sin * (1 + zeta_less_1<T>(y)) *
         (power * gamma(y) * power);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct HurwitzZeta {
  template <class T>
  TENORITE_HD T operator()(T x, T q) const {
    return special::as<T>(special::hurwitz_zeta(x, q));
  }
};

struct RiemannZeta {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::riemann_zeta<special::computed_t<T>>(x));
  }
};

struct Zetac {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    using Computed = special::computed_t<T>;
    return special::as<T>(x > 1 && x <= special::kLargestFinite
                              ? special::zeta_less_1<Computed>(x)
                              : special::riemann_zeta<Computed>(x) - 1);
  }
};

}  // namespace tenorite::op
