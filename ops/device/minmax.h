// SPDX-License-Identifier: Apache-2.0
// Of equal real arguments the second is returned, of complex ones the first,
// which decides among 0.0 and -0.0 as NumPy's plain loops do.
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

template <class T>
TENORITE_HD bool prefer_larger(T a, T b) {
  if constexpr (is_complex<T>)
    return op::GreaterEqual()(a, b);
  else
    return a > b;
}

template <class T>
TENORITE_HD bool prefer_smaller(T a, T b) {
  if constexpr (is_complex<T>)
    return op::LessEqual()(a, b);
  else
    return a < b;
}

// clip's own order: a NaN in an imaginary part matters only among equal
// real parts.
template <class T>
TENORITE_HD bool below(T a, T b) {
  if constexpr (is_complex<T>)
    return a.re == b.re ? a.im < b.im : a.re < b.re;
  else
    return a < b;
}

}  // namespace tenorite::detail

namespace tenorite::op {

// The first NaN wins.
struct Maximum {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return detail::prefer_larger(a, b) | detail::any_nan(a) ? a : b;
  }
};

struct Minimum {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return detail::prefer_smaller(a, b) | detail::any_nan(a) ? a : b;
  }
};

// A NaN loses against any number.
struct Fmax {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return detail::prefer_larger(a, b) | detail::any_nan(b) ? a : b;
  }
};

struct Fmin {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return detail::prefer_smaller(a, b) | detail::any_nan(b) ? a : b;
  }
};

// The upper limit wins over a lower limit above it.
struct Clip {
  template <class T>
  TENORITE_HD T operator()(T x, T low, T high) const {
    T raised = detail::below(low, x) | detail::any_nan(x) ? x : low;
    return detail::below(raised, high) | detail::any_nan(raised) ? raised
                                                                 : high;
  }
};

struct Select {
  template <class T>
  TENORITE_HD T operator()(bool condition, T x, T y) const {
    return condition ? x : y;
  }
};

}  // namespace tenorite::op
