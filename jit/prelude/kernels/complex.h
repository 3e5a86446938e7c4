// SPDX-License-Identifier: Apache-2.0
// complex<T> with thrust's interface, laid out as an element of an array.
// Products and quotients are NumPy's (ops/device/types.h).
#pragma once

#include "ops/device/types.h"

namespace thrust {

template <class T>
class complex {
 public:
  using value_type = T;

  complex() = default;
  TENORITE_HD complex(T re, T im = T()) : re_(re), im_(im) {}
  template <class U>
  TENORITE_HD complex(const complex<U>& z)
      : re_((T)z.real()), im_((T)z.imag()) {}
  TENORITE_HD complex(tenorite::complex<T> z) : re_(z.re), im_(z.im) {}
  TENORITE_HD operator tenorite::complex<T>() const { return {re_, im_}; }

  TENORITE_HD T real() const { return re_; }
  TENORITE_HD T imag() const { return im_; }
  TENORITE_HD void real(T re) { re_ = re; }
  TENORITE_HD void imag(T im) { im_ = im; }

  TENORITE_HD complex& operator=(T re) { return *this = complex(re, T()); }
#define TENORITE_ASSIGNMENT(op)                       \
  template <class U>                                  \
  TENORITE_HD complex& operator op## = (const U& x) { \
    return *this = complex(*this op x);               \
  }
  TENORITE_ASSIGNMENT(+)
  TENORITE_ASSIGNMENT(-)
  TENORITE_ASSIGNMENT(*)
  TENORITE_ASSIGNMENT(/)
#undef TENORITE_ASSIGNMENT

 private:
  T re_, im_;
};

namespace detail {

// The component type of an operation on two operands; none for what is no
// number. Integers do not widen it.
template <class A, class B>
struct component {};
template <class T>
struct component<T, T> {
  using type = T;
};
template <>
struct component<float, double> {
  using type = double;
};
template <>
struct component<double, float> {
  using type = double;
};
#define TENORITE_INTEGER(Int) \
  template <class T>          \
  struct component<T, Int> {  \
    using type = T;           \
  };
TENORITE_INTEGER(bool)
TENORITE_INTEGER(char)
TENORITE_INTEGER(signed char)
TENORITE_INTEGER(unsigned char)
TENORITE_INTEGER(short)
TENORITE_INTEGER(unsigned short)
TENORITE_INTEGER(int)
TENORITE_INTEGER(unsigned int)
TENORITE_INTEGER(long)
TENORITE_INTEGER(unsigned long)
TENORITE_INTEGER(long long)
TENORITE_INTEGER(unsigned long long)
#undef TENORITE_INTEGER

template <class A, class B>
using component_t = typename component<A, B>::type;

template <class T>
TENORITE_HD tenorite::complex<T> plain(const complex<T>& z) {
  return {z.real(), z.imag()};
}

}  // namespace detail

template <class T>
TENORITE_HD complex<T> operator+(const complex<T>& z) {
  return z;
}
template <class T>
TENORITE_HD complex<T> operator-(const complex<T>& z) {
  return {-z.real(), -z.imag()};
}

#define TENORITE_OPERATOR(op)                                            \
  template <class A, class B, class T = detail::component_t<A, B>>       \
  TENORITE_HD complex<T> operator op(const complex<A>& a,                \
                                     const complex<B>& b) {              \
    return detail::plain(complex<T>(a)) op detail::plain(complex<T>(b)); \
  }
TENORITE_OPERATOR(+)
TENORITE_OPERATOR(-)
TENORITE_OPERATOR(*)
TENORITE_OPERATOR(/)
#undef TENORITE_OPERATOR

// With a real operand.
#define TENORITE_WITH_REAL(op, with_right, with_left)                   \
  template <class A, class B, class T = detail::component_t<A, B>>      \
  TENORITE_HD complex<T> operator op(const complex<A>& a, const B& y) { \
    const complex<T> z(a);                                              \
    const T x = (T)y;                                                   \
    return with_right;                                                  \
  }                                                                     \
  template <class A, class B, class T = detail::component_t<A, B>>      \
  TENORITE_HD complex<T> operator op(const B& y, const complex<A>& a) { \
    const complex<T> z(a);                                              \
    const T x = (T)y;                                                   \
    return with_left;                                                   \
  }
TENORITE_WITH_REAL(+, complex<T>(z.real() + x, z.imag()),
                   complex<T>(x + z.real(), z.imag()))
TENORITE_WITH_REAL(-, complex<T>(z.real() - x, z.imag()),
                   complex<T>(x - z.real(), -z.imag()))
TENORITE_WITH_REAL(*, complex<T>(z.real() * x, z.imag() * x),
                   complex<T>(x* z.real(), x* z.imag()))
TENORITE_WITH_REAL(/, complex<T>(z.real() / x, z.imag() / x), complex<T>(x) / z)
#undef TENORITE_WITH_REAL

template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD bool operator==(const complex<A>& a, const complex<B>& b) {
  return (T)a.real() == (T)b.real() && (T)a.imag() == (T)b.imag();
}
template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD bool operator==(const complex<A>& a, const B& b) {
  return (T)a.real() == (T)b && a.imag() == A();
}
template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD bool operator==(const B& b, const complex<A>& a) {
  return a == b;
}
template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD bool operator!=(const complex<A>& a, const complex<B>& b) {
  return !(a == b);
}
template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD bool operator!=(const complex<A>& a, const B& b) {
  return !(a == b);
}
template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD bool operator!=(const B& b, const complex<A>& a) {
  return !(a == b);
}

// NumPy's order: by real parts, then by imaginary ones.
#define TENORITE_ORDER(op)                                                     \
  template <class T>                                                           \
  TENORITE_HD bool operator op(const complex<T>& a, const complex<T>& b) {     \
    return a.real() == b.real() ? a.imag() op b.imag() : a.real() op b.real(); \
  }
TENORITE_ORDER(<)
TENORITE_ORDER(<=)
TENORITE_ORDER(>)
TENORITE_ORDER(>=)
#undef TENORITE_ORDER

TENORITE_HD float abs(const complex<float>& z) {
  return ::hypotf(z.real(), z.imag());
}
TENORITE_HD double abs(const complex<double>& z) {
  return ::hypot(z.real(), z.imag());
}
TENORITE_HD float arg(const complex<float>& z) {
  return ::atan2f(z.imag(), z.real());
}
TENORITE_HD double arg(const complex<double>& z) {
  return ::atan2(z.imag(), z.real());
}
template <class T>
TENORITE_HD T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
TENORITE_HD complex<T> conj(const complex<T>& z) {
  return {z.real(), -z.imag()};
}
template <class T>
TENORITE_HD complex<T> polar(const T& size, const T& angle = T()) {
  return {(T)(size * ::cos(angle)), (T)(size * ::sin(angle))};
}
template <class T>
TENORITE_HD T real(const complex<T>& z) {
  return z.real();
}
template <class T>
TENORITE_HD T imag(const complex<T>& z) {
  return z.imag();
}

namespace detail {

template <class T>
TENORITE_HD bool is_nan(T x) {
  return x != x;
}
template <class T>
TENORITE_HD bool is_inf(T x) {
  return !is_nan(x) && is_nan(x - x);
}

}  // namespace detail

template <class T>
TENORITE_HD bool isnan(const complex<T>& z) {
  return detail::is_nan(z.real()) || detail::is_nan(z.imag());
}
template <class T>
TENORITE_HD bool isinf(const complex<T>& z) {
  return detail::is_inf(z.real()) || detail::is_inf(z.imag());
}
template <class T>
TENORITE_HD bool isfinite(const complex<T>& z) {
  return !detail::is_nan(z.real() - z.real()) &&
         !detail::is_nan(z.imag() - z.imag());
}
// Infinities become the one of the Riemann sphere.
template <class T>
TENORITE_HD complex<T> proj(const complex<T>& z) {
  if (!isinf(z)) return z;
  const T re = detail::is_inf(z.real()) ? z.real() : z.imag();
  return {re < 0 ? -re : re, z.imag() < 0 ? T(-0.0) : T(0)};
}

}  // namespace thrust

using thrust::arg;
using thrust::complex;
using thrust::conj;
using thrust::norm;
using thrust::polar;
using thrust::proj;
