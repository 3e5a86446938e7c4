// SPDX-License-Identifier: Apache-2.0
// Host kernels: the functions of vectors that the CPU device's loops call, so
// that generated kernels have the bits of eager calls. A lane's result does not
// depend on the other lanes: it is the same for one number, in all lanes, and
// for a vector of any width.
#pragma once

#include "ops/device/apply.h"

namespace tenorite::host {

// Vectors of so many bytes; the functions take 32.
template <class T, int bytes>
struct vector_of {
  typedef T type __attribute__((vector_size(bytes)));
};
template <class T, int bytes = 32>
using Vector = typename vector_of<T, bytes>::type;

// An address that the compiler does not look behind: the functions are compiled
// for processors of their own, and do not become part of their callers.
template <class Function>
void* address_of(Function* function) {
  return reinterpret_cast<void*>(function);
}

// The number or the smaller vector `x`, repeated.
template <class T, class X>
TENORITE_HD Vector<T> repeated(const X& x) {
  Vector<T> all;
  for (int at = 0; at < 32; at += (int)sizeof(X))
    __builtin_memcpy((char*)&all + at, &x, sizeof(X));
  return all;
}
template <class V, class>
using of = V;
// The result for numbers or vectors X of up to 32 bytes.
template <class T, class X, class... Others>
TENORITE_HD X call_vector(void* address, X x, Others... others) {
  using Function = Vector<T> (*)(Vector<T>, of<Vector<T>, Others>...);
  const Vector<T> y = reinterpret_cast<Function>(address)(
      repeated<T>(x), repeated<T>(others)...);
  X result;
  __builtin_memcpy(&result, &y, sizeof(X));
  return result;
}

}  // namespace tenorite::host

// A function of T that GCC's loops call for whole vectors: it looks for the
// names that the vector ABI of x86-64 gives to functions of vectors, which are
// defined beside it for each width. `letters` are a v for each argument.
#ifdef __clang__
#define TENORITE_SIMD
#else
#define TENORITE_SIMD __attribute__((simd("notinbranch")))
#endif
#define TENORITE_TAKE_v(V) V a
#define TENORITE_TAKE_vv(V) V a, V b
#define TENORITE_PASS_v a
#define TENORITE_PASS_vv a, b
#define TENORITE_LANES_float_16 "N4"
#define TENORITE_LANES_float_32 "N8"
#define TENORITE_LANES_double_16 "N2"
#define TENORITE_LANES_double_32 "N4"
#define TENORITE_DEFINED(made, V, label, letters, body) \
  V made(TENORITE_TAKE_##letters(V)) __asm__(label)     \
      __attribute__((used, visibility("hidden")));      \
  V made(TENORITE_TAKE_##letters(V)) { return body; }
#define TENORITE_WIDTH(isa, bytes, name, T, letters)                        \
  using name##_##isa##_vector = Vector<T, bytes>;                           \
  TENORITE_DEFINED(                                                         \
      name##_##isa, name##_##isa##_vector,                                  \
      "_ZGV" #isa TENORITE_LANES_##T##_##bytes #letters "_tenorite_" #name, \
      letters, call_vector<T>(name##_address, TENORITE_PASS_##letters))
#define TENORITE_VECTOR_FUNCTION(name, function, T, letters)                \
  namespace tenorite::host {                                                \
  static void* const name##_address = address_of(function);                 \
  T name(TENORITE_TAKE_##letters(T)) __asm__("tenorite_" #name)             \
      __attribute__((const, nothrow, visibility("hidden"))) TENORITE_SIMD;  \
  TENORITE_DEFINED(name##_number, T, "tenorite_" #name, letters,            \
                   call_vector<T>(name##_address, TENORITE_PASS_##letters)) \
  TENORITE_WIDTH(b, 16, name, T, letters)                                   \
  TENORITE_WIDTH(c, 32, name, T, letters)                                   \
  TENORITE_WIDTH(d, 32, name, T, letters)                                   \
  }

// Loops of F with that output and those inputs call such a function. In: one or
// two numbers, or one complex number whose parts are the two.
#define TENORITE_VECTOR_ELEMENT(name, function, T, letters, F, Out, ...) \
  TENORITE_VECTOR_FUNCTION(name, function, T, letters)                   \
  namespace tenorite {                                                   \
  template <>                                                            \
  struct Element<F, Out, __VA_ARGS__> {                                  \
    template <class... In>                                               \
    TENORITE_HD static Out compute(unsigned&, In... in) {                \
      return cast<Out>(host::name(cast<T>(in)...));                      \
    }                                                                    \
    template <class R>                                                   \
    TENORITE_HD static Out compute(unsigned&, complex<R> x) {            \
      return cast<Out>(host::name(cast<T>(x.re), cast<T>(x.im)));        \
    }                                                                    \
  };                                                                     \
  }
