// SPDX-License-Identifier: Apache-2.0
// bool and integers are their own rounding.
#pragma once

#include "ops/device/math.h"

namespace tenorite::op {

struct Ceil {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T x) const {
    if constexpr (is_real_floating<T>)
      return math::ceil(x);
    else
      return x;
  }
};

struct Floor {
  using OnIntegers = Ceil;
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T x) const {
    if constexpr (is_real_floating<T>)
      return math::floor(x);
    else
      return x;
  }
};

struct Trunc {
  using OnIntegers = Ceil;
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T x) const {
    if constexpr (is_real_floating<T>)
      return math::trunc(x);
    else
      return x;
  }
};

struct Rint {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    if constexpr (is_complex<T>)
      return {math::rint(x.re), math::rint(x.im)};
    else
      return math::rint(x);
  }
};

}  // namespace tenorite::op
