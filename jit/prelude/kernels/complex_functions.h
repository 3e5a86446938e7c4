// SPDX-License-Identifier: Apache-2.0
// The elementary functions of complex<T>, which are those of ops/device.
#pragma once

#include "jit/prelude/kernels/complex.h"
#include "ops/device/complex_math.h"

namespace thrust {

#define TENORITE_FUNCTION(name)                      \
  template <class T>                                 \
  TENORITE_HD complex<T> name(const complex<T>& z) { \
    return tenorite::math::name(detail::plain(z));   \
  }
TENORITE_FUNCTION(exp)
TENORITE_FUNCTION(exp2)
TENORITE_FUNCTION(expm1)
TENORITE_FUNCTION(log)
TENORITE_FUNCTION(log2)
TENORITE_FUNCTION(log10)
TENORITE_FUNCTION(log1p)
TENORITE_FUNCTION(sqrt)
TENORITE_FUNCTION(sin)
TENORITE_FUNCTION(cos)
TENORITE_FUNCTION(tan)
TENORITE_FUNCTION(asin)
TENORITE_FUNCTION(acos)
TENORITE_FUNCTION(atan)
TENORITE_FUNCTION(sinh)
TENORITE_FUNCTION(cosh)
TENORITE_FUNCTION(tanh)
TENORITE_FUNCTION(asinh)
TENORITE_FUNCTION(acosh)
TENORITE_FUNCTION(atanh)
#undef TENORITE_FUNCTION

template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD complex<T> pow(const complex<A>& a, const complex<B>& b) {
  return tenorite::math::pow(detail::plain(complex<T>(a)),
                             detail::plain(complex<T>(b)));
}
template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD complex<T> pow(const complex<A>& a, const B& b) {
  return pow(complex<T>(a), complex<T>((T)b));
}
template <class A, class B, class T = detail::component_t<A, B>>
TENORITE_HD complex<T> pow(const B& a, const complex<A>& b) {
  return pow(complex<T>((T)a), complex<T>(b));
}

}  // namespace thrust
