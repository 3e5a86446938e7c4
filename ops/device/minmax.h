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

// clip's order of complex numbers: a NaN in an imaginary part matters only
// among equal real parts.
template <class T>
TENORITE_HD bool below(complex<T> a, complex<T> b) {
  return a.re == b.re ? a.im < b.im : a.re < b.re;
}

}  // namespace tenorite::detail

namespace tenorite::op {

// The first NaN wins. Two selects, since one on a disjunction keeps g++ from
// vectorising clip.
struct Maximum {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    T larger = detail::prefer_larger(a, b) ? a : b;
    return detail::any_nan(a) ? a : larger;
  }
};

struct Minimum {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    T smaller = detail::prefer_smaller(a, b) ? a : b;
    return detail::any_nan(a) ? a : smaller;
  }
};

// A NaN loses against any number.
struct Fmax {
  using OnIntegers = Maximum;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    T larger = detail::prefer_larger(a, b) ? a : b;
    return detail::any_nan(b) ? a : larger;
  }
};

struct Fmin {
  using OnIntegers = Minimum;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    T smaller = detail::prefer_smaller(a, b) ? a : b;
    return detail::any_nan(b) ? a : smaller;
  }
};

// The upper limit wins over a lower limit above it.
struct Clip {
  template <class T>
  TENORITE_HD T operator()(T x, T low, T high) const {
    if constexpr (is_complex<T>) {
      T raised = detail::below(low, x) || detail::any_nan(x) ? x : low;
      bool keep = detail::below(raised, high) || detail::any_nan(raised);
      return keep ? raised : high;
    } else {
      return Minimum()(Maximum()(x, low), high);
    }
  }
};

struct Select {
  static constexpr bool kMovesBytes = true;

  template <class T>
  TENORITE_HD T operator()(bool condition, T x, T y) const {
    return bit_cast<unsigned char>(condition) != 0 ? x : y;
  }
};

}  // namespace tenorite::op
