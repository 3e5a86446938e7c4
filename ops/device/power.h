// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/arithmetic.h"
#include "ops/device/complex_math.h"
#include "ops/device/errors.h"
#include "ops/device/half_power.h"

namespace tenorite::op {

struct FloatPower {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return detail::power(a, b);
  }
};

struct Power {
  static constexpr bool kChecked = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b, unsigned& error) const {
    if constexpr (is_integer<T>) {
      if (detail::is_negative(b)) {
        error |= kNegativeIntegerPower;
        return T(0);
      }
      using U = wrapping_t<T>;
      U result = 1, factor = (U)a;
      for (U exponent = (U)b; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result *= factor;
        factor *= factor;
      }
      return (T)result;
    } else {
      return detail::power(a, b);
    }
  }
};

}  // namespace tenorite::op
