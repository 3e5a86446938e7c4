// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/arithmetic.h"

namespace tenorite::detail {

// Stein's algorithm: no divisions, which are slow on every device, and no
// branches but the loop's, whose ways nobody foresees.
template <class U>
TENORITE_HD U gcd_unsigned(U a, U b) {
  if (a == 0 || b == 0) return a | b;
  const int shift = math::trailing_zeros((U)(a | b));
  a >>= math::trailing_zeros(a);
  b >>= math::trailing_zeros(b);
  while (a != b) {
    const U difference = b - a, is_less = (U)0 - (U)(b < a);
    a += difference & is_less;  // the smaller one
    b = ((difference ^ is_less) - is_less) >> math::trailing_zeros(difference);
  }
  return a << shift;
}

// The absolute value, also of the smallest integer.
template <class T>
TENORITE_HD wrapping_t<T> magnitude(T a) {
  return (unsigned_t<T>)op::Absolute()(a);
}

}  // namespace tenorite::detail

namespace tenorite::op {

struct Gcd {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return (T)detail::gcd_unsigned(detail::magnitude(a), detail::magnitude(b));
  }
};

struct Lcm {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    auto x = detail::magnitude(a), y = detail::magnitude(b);
    auto divisor = detail::gcd_unsigned(x, y);
    return divisor == 0 ? T(0) : (T)(x / divisor * y);
  }
};

}  // namespace tenorite::op
