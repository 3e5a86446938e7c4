// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/arithmetic.h"
#include "ops/device/complex_math.h"
#include "ops/device/math.h"

namespace tenorite::op {

struct Sqrt {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::sqrt(x);
  }
};

// 1 / sqrt(x): half and single precision by way of double, where two roundings
// are lost; double with one step that makes up for them.
struct Rsqrt {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    if constexpr (is_complex<T>) {
      complex<double> w = math::sqrt(complex<double>{x.re, x.im});
      w = Reciprocal()(w);
      return {(real_t<T>)w.re, (real_t<T>)w.im};
    } else if constexpr (sizeof(T) < sizeof(double)) {
      return (T)(1 / math::sqrt((double)x));
    } else {
      double y = 1 / math::sqrt(x);
      if (!(y > 0 && y < math::kInf<double>)) return y;
      double root = x * y, rest = math::fma(x, y, -root);
      double error = math::fma(-root, y, 1.0) - rest * y;  // 1 - x y y
      return y + y * error / 2;
    }
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
