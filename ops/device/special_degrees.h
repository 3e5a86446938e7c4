// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions of degrees, exact at multiples of 90.
#pragma once

#include "ops/device/special_gamma.h"

namespace tenorite::special {

// sin(x) and cos(x) of degrees.
TENORITE_HD_NOINLINE HalfTurns of_degrees(double x) {
  if (!(math::fabs(x) <= kLargestFinite))
    return {math::kNan<double>, math::kNan<double>};
  const double turn = math::fmod(x, 360);
  const double quarters = math::rint(turn * (1.0 / 90));
  const HalfTurns t = half_turns((turn - 90 * quarters) / 180);
  // Subtracting from 0 leaves no negative zero.
  const int quarter = (int)quarters & 3;
  const double sine = quarter & 1 ? t.cos : t.sin;
  const double cosine = quarter & 1 ? t.sin : t.cos;
  return {quarter & 2 ? 0 - sine : sine,
          quarter == 1 || quarter == 2 ? 0 - cosine : cosine};
}

TENORITE_HD double tangent_of_degrees(double x) {
  const HalfTurns t = of_degrees(x);
  if (t.cos == 0) return math::kInf<double>;
  return t.sin / t.cos + 0.0;  // no negative zero
}

TENORITE_HD double cotangent_of_degrees(double x) {
  const HalfTurns t = of_degrees(x);
  if (t.sin == 0) return math::kInf<double>;
  return t.cos / t.sin + 0.0;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Sindg {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::of_degrees(x).sin);
  }
};

struct Cosdg {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::of_degrees(x).cos);
  }
};

struct Tandg {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::tangent_of_degrees(x));
  }
};

struct Cotdg {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::cotangent_of_degrees(x));
  }
};

}  // namespace tenorite::op
