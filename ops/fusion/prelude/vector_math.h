// SPDX-License-Identifier: Apache-2.0
// Host kernels: the functions of vectors that the CPU device's loops call, for
// one number at a time, so that generated kernels have the bits of eager calls.
// A lane's result does not depend on the other lanes.
#pragma once

#include "ops/device/apply.h"

extern "C" void* dlopen(const char*, int);
extern "C" void* dlsym(void*, const char*);

namespace tenorite::host {

inline void* vector_symbol(const char* name) {
  constexpr int kLazy = 1;
  static void* const library = dlopen("libmvec.so.1", kLazy);
  return dlsym(library, name);
}

#define TENORITE_AVX2 __attribute__((noinline, target("avx2")))

template <class T>
TENORITE_AVX2 T call_vector(void* symbol, T x) {
  typedef T V __attribute__((vector_size(32)));
  V a;
  for (int k = 0; k < (int)(sizeof(V) / sizeof(T)); ++k) a[k] = x;
  return reinterpret_cast<V (*)(V)>(symbol)(a)[0];
}
template <class T>
TENORITE_AVX2 T call_vector(void* symbol, T x, T y) {
  typedef T V __attribute__((vector_size(32)));
  V a, b;
  for (int k = 0; k < (int)(sizeof(V) / sizeof(T)); ++k) a[k] = x, b[k] = y;
  return reinterpret_cast<V (*)(V, V)>(symbol)(a, b)[0];
}

#undef TENORITE_AVX2

// In: one or two numbers, or one complex number whose parts are the two.
template <class T, class Out, class... In>
TENORITE_HD Out vector_element(void* symbol, In... in) {
  return cast<Out>(call_vector<T>(symbol, cast<T>(in)...));
}
template <class T, class Out, class R>
TENORITE_HD Out vector_element(void* symbol, complex<R> x) {
  return cast<Out>(call_vector<T>(symbol, cast<T>(x.re), cast<T>(x.im)));
}

}  // namespace tenorite::host

// Loops of F with that output and those inputs call `symbol` on numbers of type
// T.
#define TENORITE_VECTOR_ELEMENT(name, symbol, T, F, Out, ...) \
  namespace tenorite {                                        \
  static void* const name = host::vector_symbol(symbol);      \
  template <>                                                 \
  struct Element<F, Out, __VA_ARGS__> {                       \
    template <class... In>                                    \
    static Out compute(unsigned&, In... in) {                 \
      return host::vector_element<T, Out>(name, in...);       \
    }                                                         \
  };                                                          \
  }
