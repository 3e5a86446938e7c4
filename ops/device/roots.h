// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/complex_math.h"
#include "ops/device/math.h"

namespace tenorite::op {

struct Sqrt {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::sqrt(x);
  }
};

struct Cbrt {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    if constexpr (is_complex<T>) {
      return math::cbrt(x);
    } else {
      // One Newton step in double makes cubes exact, which libm's are not.
      double y = math::cbrt((double)x), square = y * y;
      if (!(math::fabs(y) > 0 && math::fabs(y) < 1e100)) return (T)y;
      double error =
          math::fma(square, y, -(double)x) + math::fma(y, y, -square) * y;
      return (T)(y - error / (3 * square));
    }
  }
};

struct Hypot {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return math::hypot(a, b);
  }
};

}  // namespace tenorite::op
