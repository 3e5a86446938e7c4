// SPDX-License-Identifier: Apache-2.0
// The two operand types differ only for int64 with uint64, whose comparison
// is exact. Complex numbers are ordered lexicographically.
#pragma once

#include "ops/device/math.h"

namespace tenorite::op {

struct Equal {
  static constexpr bool kIgnoresSign = true;

  template <class A, class B>
  TENORITE_HD bool operator()(A a, B b) const {
    if constexpr (is_signed_integer<A> && is_unsigned_integer<B>)
      return a >= 0 && (B)a == b;
    else if constexpr (is_unsigned_integer<A> && is_signed_integer<B>)
      return b >= 0 && a == (A)b;
    else
      return a == b;
  }
};

struct NotEqual {
  static constexpr bool kIgnoresSign = true;

  template <class A, class B>
  TENORITE_HD bool operator()(A a, B b) const {
    return !Equal()(a, b);
  }
};

struct Less {
  template <class A, class B>
  TENORITE_HD bool operator()(A a, B b) const {
    if constexpr (is_complex<A>)
      return (a.re < b.re && !math::isnan(a.im) && !math::isnan(b.im)) ||
             (a.re == b.re && a.im < b.im);
    else if constexpr (is_signed_integer<A> && is_unsigned_integer<B>)
      return a < 0 || (B)a < b;
    else if constexpr (is_unsigned_integer<A> && is_signed_integer<B>)
      return b >= 0 && a < (A)b;
    else
      return a < b;
  }
};

struct LessEqual {
  template <class A, class B>
  TENORITE_HD bool operator()(A a, B b) const {
    if constexpr (is_complex<A>)
      return (a.re < b.re && !math::isnan(a.im) && !math::isnan(b.im)) ||
             (a.re == b.re && a.im <= b.im);
    else if constexpr (is_real_floating<A>)
      return a <= b;
    else
      return !Less()(b, a);
  }
};

struct Greater {
  using Swaps = Less;

  template <class A, class B>
  TENORITE_HD bool operator()(A a, B b) const {
    return Less()(b, a);
  }
};

struct GreaterEqual {
  using Swaps = LessEqual;

  template <class A, class B>
  TENORITE_HD bool operator()(A a, B b) const {
    return LessEqual()(b, a);
  }
};

}  // namespace tenorite::op
