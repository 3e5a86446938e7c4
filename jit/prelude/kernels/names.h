// SPDX-License-Identifier: Apache-2.0
// Names of C and C++ headers that kernels use and bare NVRTC lacks: raw kernels
// see this text on both kinds of device. The text before it defines
// TENORITE_OWN_<name> for each name that the user's text defines itself, and
// TENORITE_OWN_std where the compiler's own headers are there.
#pragma once

#include "jit/prelude/kernels/constants.h"
#include "jit/prelude/kernels/integers.h"
#include "jit/prelude/kernels/math_constants.h"

#ifndef TENORITE_DEVICE_NAME
#if defined(__CUDACC_RTC__) || defined(__NVCC__)
#define TENORITE_DEVICE_NAME __host__ __device__ __forceinline__
#else
#define TENORITE_DEVICE_NAME inline __attribute__((always_inline))
#endif
#endif

#ifndef TENORITE_OWN_uint
typedef unsigned int uint;
#endif
#ifndef TENORITE_OWN_ushort
typedef unsigned short ushort;
#endif
#ifndef TENORITE_OWN_ulong
typedef unsigned long ulong;
#endif
#ifndef TENORITE_OWN_uchar
typedef unsigned char uchar;
#endif

#ifndef INT_MAX
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#endif
#ifndef INT32_MAX
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define SIZE_MAX 18446744073709551615UL
#endif
#ifndef FLT_MAX
#define FLT_MAX 3.402823466e+38F
#define FLT_MIN 1.175494351e-38F
#define FLT_EPSILON 1.192092896e-07F
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#endif

#ifndef TENORITE_OWN_std
namespace std {

#ifndef TENORITE_OWN_int16_t
using ::int16_t;
#endif
#ifndef TENORITE_OWN_int32_t
using ::int32_t;
#endif
#ifndef TENORITE_OWN_int64_t
using ::int64_t;
#endif
#ifndef TENORITE_OWN_int8_t
using ::int8_t;
#endif
using ::size_t;
#ifndef TENORITE_OWN_uint16_t
using ::uint16_t;
#endif
#ifndef TENORITE_OWN_uint32_t
using ::uint32_t;
#endif
#ifndef TENORITE_OWN_uint64_t
using ::uint64_t;
#endif
#ifndef TENORITE_OWN_uint8_t
using ::uint8_t;
#endif

template <class T>
TENORITE_DEVICE_NAME constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
TENORITE_DEVICE_NAME constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
TENORITE_DEVICE_NAME constexpr const T& clamp(const T& x, const T& low,
                                              const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T>
TENORITE_DEVICE_NAME constexpr void swap(T& a, T& b) {
  T old = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(old);
}

#if __cplusplus >= 201703L
template <class T, T Value>
struct integral_constant {
  static constexpr T value = Value;
  using value_type = T;
  TENORITE_DEVICE_NAME constexpr operator T() const { return Value; }
};
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;

template <class A, class B>
struct is_same : false_type {};
template <class A>
struct is_same<A, A> : true_type {};
template <class A, class B>
inline constexpr bool is_same_v = is_same<A, B>::value;

template <bool Condition, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  using type = T;
};
template <bool Condition, class T = void>
using enable_if_t = typename enable_if<Condition, T>::type;

template <bool Condition, class A, class B>
struct conditional {
  using type = A;
};
template <class A, class B>
struct conditional<false, A, B> {
  using type = B;
};
template <bool Condition, class A, class B>
using conditional_t = typename conditional<Condition, A, B>::type;

template <class T>
struct remove_const {
  using type = T;
};
template <class T>
struct remove_const<const T> {
  using type = T;
};
template <class T>
struct remove_volatile {
  using type = T;
};
template <class T>
struct remove_volatile<volatile T> {
  using type = T;
};
template <class T>
struct remove_cv : remove_volatile<typename remove_const<T>::type> {};
template <class T>
struct remove_reference {
  using type = T;
};
template <class T>
struct remove_reference<T&> {
  using type = T;
};
template <class T>
struct remove_reference<T&&> {
  using type = T;
};
template <class T>
struct remove_pointer {
  using type = T;
};
template <class T>
struct remove_pointer<T*> {
  using type = T;
};
template <class T>
using remove_const_t = typename remove_const<T>::type;
template <class T>
using remove_cv_t = typename remove_cv<T>::type;
template <class T>
using remove_reference_t = typename remove_reference<T>::type;
template <class T>
using remove_pointer_t = typename remove_pointer<T>::type;

#define TENORITE_FOR_INTEGERS(X)                                             \
  X(bool, 0, 1)                                                              \
  X(char, (char(-1) < char(0) ? -128 : 0), (char(-1) < char(0) ? 127 : 255)) \
  X(signed char, -128, 127)                                                  \
  X(unsigned char, 0, 255)                                                   \
  X(short, -32768, 32767)                                                    \
  X(unsigned short, 0, 65535)                                                \
  X(int, INT_MIN, INT_MAX)                                                   \
  X(unsigned int, 0, UINT_MAX)                                               \
  X(long, LONG_MIN, LONG_MAX)                                                \
  X(unsigned long, 0, ULONG_MAX)                                             \
  X(long long, LLONG_MIN, LLONG_MAX)                                         \
  X(unsigned long long, 0, ULLONG_MAX)
#define TENORITE_FOR_FLOATS(X)                                            \
  X(float, FLT_MIN, FLT_MAX, FLT_EPSILON, CUDART_INF_F, CUDART_NAN_F, 24) \
  X(double, DBL_MIN, DBL_MAX, DBL_EPSILON, CUDART_INF, CUDART_NAN, 53)

template <class T>
struct is_integral : false_type {};
template <class T>
struct is_floating_point : false_type {};
template <class T>
struct numeric_limits {
  static constexpr bool is_specialized = false;
};
#define TENORITE_INTEGER(type, least, most)                               \
  template <>                                                             \
  struct is_integral<type> : true_type {};                                \
  template <>                                                             \
  struct numeric_limits<type> {                                           \
    using T = type;                                                       \
    static constexpr bool is_specialized = true, is_integer = true;       \
    static constexpr bool is_signed = least < 0;                          \
    static constexpr bool has_infinity = false, has_quiet_NaN = false;    \
    static constexpr int digits = 8 * sizeof(T) - is_signed;              \
    TENORITE_DEVICE_NAME static constexpr T min() { return T(least); }    \
    TENORITE_DEVICE_NAME static constexpr T max() { return T(most); }     \
    TENORITE_DEVICE_NAME static constexpr T lowest() { return T(least); } \
    TENORITE_DEVICE_NAME static constexpr T epsilon() { return T(0); }    \
    TENORITE_DEVICE_NAME static constexpr T infinity() { return T(0); }   \
  };
TENORITE_FOR_INTEGERS(TENORITE_INTEGER)
#define TENORITE_FLOAT(T, least, most, step, infinite, not_a_number, bits)  \
  template <>                                                               \
  struct is_floating_point<T> : true_type {};                               \
  template <>                                                               \
  struct numeric_limits<T> {                                                \
    static constexpr bool is_specialized = true, is_integer = false;        \
    static constexpr bool is_signed = true;                                 \
    static constexpr bool has_infinity = true, has_quiet_NaN = true;        \
    static constexpr int digits = bits;                                     \
    TENORITE_DEVICE_NAME static constexpr T min() { return least; }         \
    TENORITE_DEVICE_NAME static constexpr T max() { return most; }          \
    TENORITE_DEVICE_NAME static constexpr T lowest() { return -most; }      \
    TENORITE_DEVICE_NAME static constexpr T epsilon() { return step; }      \
    TENORITE_DEVICE_NAME static constexpr T infinity() { return infinite; } \
    TENORITE_DEVICE_NAME static constexpr T quiet_NaN() {                   \
      return not_a_number;                                                  \
    }                                                                       \
  };
TENORITE_FOR_FLOATS(TENORITE_FLOAT)
#undef TENORITE_INTEGER
#undef TENORITE_FLOAT
#undef TENORITE_FOR_INTEGERS
#undef TENORITE_FOR_FLOATS

template <class T>
inline constexpr bool is_integral_v = is_integral<T>::value;
template <class T>
inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T>
struct is_arithmetic
    : integral_constant<bool, is_integral_v<T> || is_floating_point_v<T>> {};
template <class T>
inline constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
#endif

using ::abs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::hypot;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::ldexp;
using ::lgamma;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::pow;
using ::rint;
using ::round;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;

}  // namespace std
#endif
