// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions of degrees, exact at multiples of 90.
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

// sin(r) and cos(r) of degrees in [-45, 45].
template <class T>
TENORITE_HD HalfTurns of_few_degrees(double r) {
  const double s = r * r;
  if constexpr (kIsShort<T>)
    return {r * polynomial(s, 0.0174532925205, -8.86096156268e-07,
                           0x1.dad94p-37, -0x1.c35cap-54, 0x1.eda2bp-72),
            polynomial(s, 0.999999999904, -0.000152308708448, 0x1.09b1p-28,
                       -0x1.618c2p-45, 0x1.ef811p-63)};
  else
    return {r * polynomial(s, 0.017453292519943295, -8.860961557012953e-07,
                           1.3496016231611492e-11, -9.788384855379788e-17,
                           4.14126653719259e-22, -1.1467564196328708e-27,
                           2.216444745893144e-33),
            polynomial(s, 1.0, -0.00015230870989335428, 3.866323851562974e-09,
                       -3.925831985735219e-14, 2.135494302067423e-19,
                       -7.227873554484143e-25, 1.6678883959656112e-30,
                       -2.7631604241397687e-36)};
}

// sin(x) and cos(x) of degrees.
template <class T>
TENORITE_HD_LONG HalfTurns of_degrees(double x) {
  if (!(math::fabs(x) < 0x1p45)) x = math::fmod(x, 360);
  const double shifted = x * (1.0 / 90) + 0x1.8p52;
  // Exact, and in [-45, 45].
  const double r = multiply_add(shifted - 0x1.8p52, -90.0, x);
  const HalfTurns t = of_few_degrees<T>(r);
  // Subtracting from 0 leaves no negative zero.
  const int quarter = (int)bit_cast<unsigned long>(shifted) & 3;
  const double sine = quarter & 1 ? t.cos : t.sin;
  const double cosine = quarter & 1 ? t.sin : t.cos;
  return {quarter & 2 ? 0 - sine : sine,
          quarter == 1 || quarter == 2 ? 0 - cosine : cosine};
}

template <class T>
TENORITE_HD double tangent_of_degrees(double x) {
  const HalfTurns t = of_degrees<T>(x);
  if (t.cos == 0) return math::kInf<double>;
  return quotient<T>(t.sin, t.cos) + 0.0;  // no negative zero
}

template <class T>
TENORITE_HD double cotangent_of_degrees(double x) {
  const HalfTurns t = of_degrees<T>(x);
  if (t.sin == 0) return math::kInf<double>;
  return quotient<T>(t.cos, t.sin) + 0.0;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Sindg {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::of_degrees<special::computed_t<T>>(x).sin);
  }
};

struct Cosdg {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::of_degrees<special::computed_t<T>>(x).cos);
  }
};

struct Tandg {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(
        special::tangent_of_degrees<special::computed_t<T>>(x));
  }
};

struct Cotdg {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(
        special::cotangent_of_degrees<special::computed_t<T>>(x));
  }
};

}  // namespace tenorite::op
