// SPDX-License-Identifier: Apache-2.0
// libm under one name for float and double, on host and device.
#pragma once

#include "ops/device/types.h"

namespace tenorite::math {

#ifdef __CUDA_ARCH__
#define TENORITE_LIBM(name) ::name
#else
#define TENORITE_LIBM(name) __builtin_##name
#endif

#define TENORITE_MATH_1(name)                                           \
  TENORITE_HD float name(float x) { return TENORITE_LIBM(name##f)(x); } \
  TENORITE_HD double name(double x) { return TENORITE_LIBM(name)(x); }
#define TENORITE_MATH_2(name)                   \
  TENORITE_HD float name(float x, float y) {    \
    return TENORITE_LIBM(name##f)(x, y);        \
  }                                             \
  TENORITE_HD double name(double x, double y) { \
    return TENORITE_LIBM(name)(x, y);           \
  }

TENORITE_MATH_1(sin)
TENORITE_MATH_1(cos)
TENORITE_MATH_1(tan)
TENORITE_MATH_1(asin)
TENORITE_MATH_1(acos)
TENORITE_MATH_1(atan)
TENORITE_MATH_1(sinh)
TENORITE_MATH_1(cosh)
TENORITE_MATH_1(tanh)
TENORITE_MATH_1(asinh)
TENORITE_MATH_1(acosh)
TENORITE_MATH_1(atanh)
TENORITE_MATH_1(exp)
TENORITE_MATH_1(exp2)
TENORITE_MATH_1(expm1)
TENORITE_MATH_1(log)
TENORITE_MATH_1(log2)
TENORITE_MATH_1(log10)
TENORITE_MATH_1(log1p)
TENORITE_MATH_1(sqrt)
TENORITE_MATH_1(cbrt)
TENORITE_MATH_1(floor)
TENORITE_MATH_1(ceil)
TENORITE_MATH_1(trunc)
TENORITE_MATH_1(rint)
TENORITE_MATH_1(fabs)
TENORITE_MATH_2(atan2)
TENORITE_MATH_2(fmod)
TENORITE_MATH_2(copysign)
TENORITE_MATH_2(pow)

#undef TENORITE_MATH_1
#undef TENORITE_MATH_2

TENORITE_HD float hypot(float x, float y) {
  return TENORITE_LIBM(hypotf)(x, y);
}
TENORITE_HD double hypot(double x, double y) {
#ifdef __CUDA_ARCH__
  // CUDA's overflows for arguments near the largest double.
  double a = ::fabs(x), b = ::fabs(y);
  double larger = a > b ? a : b, smaller = a > b ? b : a;
  if (larger > 0x1p1000 && larger <= 0x1.fffffffffffffp1023)
    return smaller < larger * 0x1p-27
               ? larger
               : ::hypot(x * 0x1p-100, y * 0x1p-100) * 0x1p100;
#endif
  return TENORITE_LIBM(hypot)(x, y);
}

TENORITE_HD double rsqrt(double x) {
#ifdef __CUDA_ARCH__
  return ::rsqrt(x);
#else
  return 1 / __builtin_sqrt(x);
#endif
}

TENORITE_HD float rsqrt(float x) {
#ifdef __CUDA_ARCH__
  return ::rsqrtf(x);
#else
  return 1 / __builtin_sqrtf(x);
#endif
}

TENORITE_HD float fma(float x, float y, float z) {
  return TENORITE_LIBM(fmaf)(x, y, z);
}
TENORITE_HD double fma(double x, double y, double z) {
  return TENORITE_LIBM(fma)(x, y, z);
}

TENORITE_HD float ldexp(float x, int n) { return TENORITE_LIBM(ldexpf)(x, n); }
TENORITE_HD double ldexp(double x, int n) { return TENORITE_LIBM(ldexp)(x, n); }

TENORITE_HD float frexp(float x, int* n) { return TENORITE_LIBM(frexpf)(x, n); }
TENORITE_HD double frexp(double x, int* n) {
  return TENORITE_LIBM(frexp)(x, n);
}

#undef TENORITE_LIBM

template <class T>
inline constexpr T kInf = T(bit_cast<double>(0x7fful << 52));
template <class T>
inline constexpr T kNan = T(bit_cast<double>(0x7ff8ul << 48));

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kHalfPi = 1.57079632679489661923;
inline constexpr double kLn2 = 0.69314718055994530942;
inline constexpr double kLog2E = 1.44269504088896340736;
inline constexpr double kLog10E = 0.43429448190325182765;

template <class T>
TENORITE_HD bool isnan(T x) {
  return x != x;
}
template <class T>
TENORITE_HD bool isinf(T x) {
  return fabs(x) == kInf<T>;
}
template <class T>
TENORITE_HD bool isfinite(T x) {
  return fabs(x) < kInf<T>;
}
template <class T>
TENORITE_HD bool signbit(T x) {
  return bit_cast<unsigned_t<T>>(x) >> (8 * sizeof(T) - 1);
}

// Number of trailing zero bits; x is not 0.
TENORITE_HD int trailing_zeros(unsigned x) {
#ifdef __CUDA_ARCH__
  return ::__ffs((int)x) - 1;
#else
  return __builtin_ctz(x);
#endif
}
TENORITE_HD int trailing_zeros(unsigned long x) {
#ifdef __CUDA_ARCH__
  return ::__ffsll((long long)x) - 1;
#else
  return __builtin_ctzl(x);
#endif
}

}  // namespace tenorite::math
