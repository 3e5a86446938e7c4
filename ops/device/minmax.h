// SPDX-License-Identifier: Apache-2.0
// Which zero wins among 0.0 and -0.0 is unspecified, as in NumPy.
#pragma once

#include "ops/device/compare.h"

namespace tenorite::detail {

// True for complex numbers with a NaN in either part.
template <class T>
TENORITE_HD bool any_nan(T x) {
  if constexpr (is_complex<T>)
    return math::isnan(x.re) | math::isnan(x.im);
  else if constexpr (is_real_floating<T>)
    return math::isnan(x);
  else
    return false;
}

}  // namespace tenorite::detail

namespace tenorite::op {

// The first NaN wins.
struct Maximum {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return GreaterEqual()(a, b) | detail::any_nan(a) ? a : b;
  }
};

struct Minimum {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return LessEqual()(a, b) | detail::any_nan(a) ? a : b;
  }
};

// A NaN loses against any number.
struct Fmax {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return GreaterEqual()(a, b) | detail::any_nan(b) ? a : b;
  }
};

struct Fmin {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return LessEqual()(a, b) | detail::any_nan(b) ? a : b;
  }
};

// The upper limit wins over a lower limit above it.
struct Clip {
  template <class T>
  TENORITE_HD T operator()(T x, T low, T high) const {
    return Minimum()(Maximum()(x, low), high);
  }
};

struct Select {
  template <class T>
  TENORITE_HD T operator()(bool condition, T x, T y) const {
    return condition ? x : y;
  }
};

}  // namespace tenorite::op
