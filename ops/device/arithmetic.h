// SPDX-License-Identifier: Apache-2.0
// Integers wrap around: the arithmetic happens in unsigned types.
#pragma once

#include "ops/device/cast.h"
#include "ops/device/math.h"

namespace tenorite {

namespace detail {

// Short unsigned types promote to int, whose products may overflow.
template <class T>
struct wrapping : type_identity<unsigned> {};
template <>
struct wrapping<long> : type_identity<unsigned long> {};
template <>
struct wrapping<unsigned long> : type_identity<unsigned long> {};

template <class T>
TENORITE_HD bool is_negative(T x) {
  if constexpr (is_unsigned_integer<T>)
    return false;
  else
    return x < 0;
}

}  // namespace detail

// The type in which integers of type T are added and multiplied.
template <class T>
using wrapping_t = typename detail::wrapping<T>::type;

}  // namespace tenorite

namespace tenorite::op {

struct Add {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    if constexpr (is_bool<T>)
      return a | b;
    else if constexpr (is_integer<T>)
      return (T)((wrapping_t<T>)a + (wrapping_t<T>)b);
    else
      return tenorite::detail::sum(a, b);
  }
};

struct Subtract {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    if constexpr (is_integer<T>)
      return (T)((wrapping_t<T>)a - (wrapping_t<T>)b);
    else
      return a - b;
  }
};

struct Multiply {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    if constexpr (is_bool<T>)
      return a & b;
    else if constexpr (is_integer<T>)
      return (T)((wrapping_t<T>)a * (wrapping_t<T>)b);
    else
      return tenorite::detail::product(a, b);
  }
};

struct Negative {
  static constexpr bool kIgnoresSign = true;
  static constexpr bool kNativeHalf = kHostOnly;

  template <class T>
  TENORITE_HD T operator()(T a) const {
    if constexpr (is_integer<T>)
      return (T)(0u - (wrapping_t<T>)a);
    else if constexpr (is_same<T, half>)
      return half::from_bits((unsigned short)(a.bits ^ 0x8000));
    else
      return -a;
  }
};

struct Positive {
  static constexpr bool kIgnoresSign = true;
  static constexpr bool kNativeHalf = kHostOnly;

  template <class T>
  TENORITE_HD T operator()(T a) const {
    return a;
  }
};

struct Absolute {
  static constexpr bool kNativeHalf = kHostOnly;

  template <class T>
  TENORITE_HD real_t<T> operator()(T a) const {
    // Squares of floats are exact in double and do not overflow.
    if constexpr (is_same<T, complex<float>>) {
      double re = a.re, im = a.im, size = math::sqrt(re * re + im * im);
      bool infinite = math::isinf(re) | math::isinf(im);
      return infinite ? math::kInf<float> : (float)size;
    } else if constexpr (is_complex<T>)
      return math::hypot(a.re, a.im);
    else if constexpr (is_same<T, half>)
      return half::from_bits((unsigned short)(a.bits & 0x7fff));
    else if constexpr (is_real_floating<T>)
      return math::fabs(a);
    else if constexpr (is_signed_integer<T>)
      return a < 0 ? Negative()(a) : a;
    else
      return a;
  }
};

struct Fabs {
  template <class T>
  TENORITE_HD T operator()(T a) const {
    return math::fabs(a);
  }
};

struct Sign {
  template <class T>
  TENORITE_HD T operator()(T a) const {
    if constexpr (is_complex<T>)
      return of_complex(a);
    else if constexpr (is_real_floating<T>)
      return a > 0 ? T(1) : a < 0 ? T(-1) : a == 0 ? T(0) : a;
    else
      return detail::is_negative(a) ? T(-1) : (T)(a != 0);
  }

 private:
  template <class T>
  TENORITE_HD static complex<T> of_complex(complex<T> a) {
    T size = Absolute()(a);
    if (!(size > 0 && size < math::kInf<T>)) {
      if (size == 0) return {T(0), T(0)};
      if (math::isnan(size)) return {size, size};
      bool re_inf = math::isinf(a.re), im_inf = math::isinf(a.im);
      if (re_inf && im_inf) return {math::kNan<T>, math::kNan<T>};
      if (re_inf) return {a.re > 0 ? T(1) : T(-1), T(0)};
      if (im_inf) return {T(0), a.im > 0 ? T(1) : T(-1)};
      // Only the size of the parts overflows.
      a = {a.re / 2, a.im / 2};
      size = Absolute()(a);
    }
    return {a.re / size, a.im / size};
  }
};

struct Square {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a) const {
    return Multiply()(a, a);
  }
};

struct Reciprocal {
  template <class T>
  TENORITE_HD T operator()(T a) const {
    if constexpr (is_complex<T>) {
      using R = real_t<T>;
      if (math::fabs(a.im) <= math::fabs(a.re)) {
        R ratio = a.im / a.re;
        R scale = a.re + a.im * ratio;
        return {R(1) / scale, -ratio / scale};
      }
      R ratio = a.re / a.im;
      R scale = a.re * ratio + a.im;
      return {ratio / scale, R(-1) / scale};
    } else if constexpr (is_real_floating<T>) {
      return T(1) / a;
    } else {
      // Only 1 and -1 have a reciprocal; that of 0 is NumPy's cast of inf.
      if (a == 0) return cast<T>(math::kInf<double>);
      return Absolute()(a) == T(1) ? a : T(0);
    }
  }
};

struct Conjugate {
  using OnReals = Positive;
  static constexpr bool kIgnoresSign = true;
  static constexpr bool kNativeHalf = kHostOnly;

  template <class T>
  TENORITE_HD T operator()(T a) const {
    if constexpr (is_complex<T>)
      return {a.re, -a.im};
    else
      return a;
  }
};

}  // namespace tenorite::op
