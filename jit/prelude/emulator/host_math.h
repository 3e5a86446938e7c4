// SPDX-License-Identifier: Apache-2.0
// CUDA's mathematical functions, by those of the C library where it has them.
#pragma once

#include "jit/prelude/emulator/host_types.h"

// The C library's functions of one number, in double and float.
#define TENORITE_FOR_UNARY(X) \
  X(sin)                      \
  X(cos)                      \
  X(tan)                      \
  X(asin)                     \
  X(acos)                     \
  X(atan)                     \
  X(sinh)                     \
  X(cosh)                     \
  X(tanh)                     \
  X(asinh)                    \
  X(acosh)                    \
  X(atanh)                    \
  X(exp)                      \
  X(exp2)                     \
  X(expm1)                    \
  X(log)                      \
  X(log2)                     \
  X(log10)                    \
  X(log1p)                    \
  X(sqrt)                     \
  X(cbrt)                     \
  X(erf)                      \
  X(erfc)                     \
  X(tgamma)                   \
  X(lgamma)                   \
  X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(fabs) X(logb)
#define TENORITE_FOR_BINARY(X) \
  X(pow) X(atan2) X(fmod) X(hypot) X(copysign) X(nextafter) X(fdim) X(remainder)

#ifndef TENORITE_OWN_std
#define TENORITE_UNARY(name)                                             \
  TENORITE_LIBRARY double name(double) noexcept;                         \
  TENORITE_LIBRARY float name##f(float) noexcept;                        \
  TENORITE_INLINE float name(float x) { return __builtin_##name##f(x); } \
  template <tenorite::host::Integral T>                                  \
  TENORITE_INLINE double name(T x) {                                     \
    return __builtin_##name((double)x);                                  \
  }
TENORITE_FOR_UNARY(TENORITE_UNARY)
#undef TENORITE_UNARY

#define TENORITE_BINARY(name)                                                 \
  TENORITE_LIBRARY double name(double, double) noexcept;                      \
  TENORITE_LIBRARY float name##f(float, float) noexcept;                      \
  TENORITE_INLINE float name(float x, float y) {                              \
    return __builtin_##name##f(x, y);                                         \
  }                                                                           \
  template <tenorite::host::Arithmetic A, tenorite::host::Arithmetic B>       \
    requires(!tenorite::host::is_any_of<A, B> || tenorite::host::Integral<A>) \
  TENORITE_INLINE double name(A x, B y) {                                     \
    return __builtin_##name((double)x, (double)y);                            \
  }
TENORITE_FOR_BINARY(TENORITE_BINARY)
#undef TENORITE_BINARY
#endif
#undef TENORITE_FOR_UNARY
#undef TENORITE_FOR_BINARY

#pragma GCC visibility push(default)
extern "C" {
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
double ldexp(double, int) noexcept;
float ldexpf(float, int) noexcept;
double scalbn(double, int) noexcept;
float scalbnf(float, int) noexcept;
double scalbln(double, long) noexcept;
float scalblnf(float, long) noexcept;
double frexp(double, int*) noexcept;
float frexpf(float, int*) noexcept;
double modf(double, double*) noexcept;
float modff(float, float*) noexcept;
double remquo(double, double, int*) noexcept;
float remquof(float, float, int*) noexcept;
int ilogb(double) noexcept;
int ilogbf(float) noexcept;
long lrint(double) noexcept;
long lrintf(float) noexcept;
long long llrint(double) noexcept;
long long llrintf(float) noexcept;
long lround(double) noexcept;
long lroundf(float) noexcept;
long long llround(double) noexcept;
long long llroundf(float) noexcept;
void sincos(double, double*, double*) noexcept;
void sincosf(float, float*, float*) noexcept;
double j0(double) noexcept;
double j1(double) noexcept;
double jn(int, double) noexcept;
double y0(double) noexcept;
double y1(double) noexcept;
double yn(int, double) noexcept;
float j0f(float) noexcept;
float j1f(float) noexcept;
float jnf(int, float) noexcept;
float y0f(float) noexcept;
float y1f(float) noexcept;
float ynf(int, float) noexcept;
double nan(const char*) noexcept;
float nanf(const char*) noexcept;
int abs(int) noexcept;
long labs(long) noexcept;
long long llabs(long long) noexcept;
int fegetround() noexcept;
int fesetround(int) noexcept;
}
#pragma GCC visibility pop

#ifndef TENORITE_OWN_std
TENORITE_INLINE float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
TENORITE_INLINE float ldexp(float x, int n) { return ldexpf(x, n); }
TENORITE_INLINE float scalbn(float x, int n) { return scalbnf(x, n); }
TENORITE_INLINE float frexp(float x, int* n) { return frexpf(x, n); }
TENORITE_INLINE float modf(float x, float* whole) { return modff(x, whole); }
TENORITE_INLINE float remquo(float x, float y, int* n) {
  return remquof(x, y, n);
}
TENORITE_INLINE float scalbln(float x, long n) { return scalblnf(x, n); }
TENORITE_INLINE int ilogb(float x) { return ilogbf(x); }
TENORITE_INLINE long lrint(float x) { return lrintf(x); }
TENORITE_INLINE long long llrint(float x) { return llrintf(x); }
TENORITE_INLINE long lround(float x) { return lroundf(x); }
TENORITE_INLINE long long llround(float x) { return llroundf(x); }
TENORITE_INLINE long abs(long x) noexcept { return __builtin_labs(x); }
TENORITE_INLINE long long abs(long long x) noexcept {
  return __builtin_llabs(x);
}
TENORITE_INLINE float abs(float x) { return __builtin_fabsf(x); }
TENORITE_INLINE double abs(double x) { return __builtin_fabs(x); }

#define TENORITE_CLASSIFY(name, builtin)                     \
  TENORITE_INLINE bool name(float x) { return builtin(x); }  \
  TENORITE_INLINE bool name(double x) { return builtin(x); } \
  template <tenorite::host::Integral T>                      \
  TENORITE_INLINE bool name(T x) {                           \
    return builtin((double)x);                               \
  }
TENORITE_CLASSIFY(isnan, __builtin_isnan)
TENORITE_CLASSIFY(isinf, __builtin_isinf)
TENORITE_CLASSIFY(isfinite, __builtin_isfinite)
TENORITE_CLASSIFY(isnormal, __builtin_isnormal)
TENORITE_CLASSIFY(signbit, __builtin_signbit)
#undef TENORITE_CLASSIFY

// CUDA's minima and maxima of floating numbers are fmin and fmax. Comparisons
// vectorise, calls do not.
extern "C" {
TENORITE_INLINE float fminf(float a, float b) noexcept {
  return a < b || b != b ? a : b;
}
TENORITE_INLINE float fmaxf(float a, float b) noexcept {
  return a > b || b != b ? a : b;
}
TENORITE_INLINE double fmin(double a, double b) noexcept {
  return a < b || b != b ? a : b;
}
TENORITE_INLINE double fmax(double a, double b) noexcept {
  return a > b || b != b ? a : b;
}
}
TENORITE_INLINE float fmin(float a, float b) { return fminf(a, b); }
TENORITE_INLINE float fmax(float a, float b) { return fmaxf(a, b); }
template <tenorite::host::Arithmetic A, tenorite::host::Arithmetic B>
  requires(!tenorite::host::is_any_of<A, B> || tenorite::host::Integral<A>)
TENORITE_INLINE double fmin(A a, B b) {
  return fmin((double)a, (double)b);
}
template <tenorite::host::Arithmetic A, tenorite::host::Arithmetic B>
  requires(!tenorite::host::is_any_of<A, B> || tenorite::host::Integral<A>)
TENORITE_INLINE double fmax(A a, B b) {
  return fmax((double)a, (double)b);
}
#endif

TENORITE_INLINE void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
TENORITE_INLINE float j0(float x) { return j0f(x); }
TENORITE_INLINE float j1(float x) { return j1f(x); }
TENORITE_INLINE float jn(int n, float x) { return jnf(n, x); }
TENORITE_INLINE float y0(float x) { return y0f(x); }
TENORITE_INLINE float y1(float x) { return y1f(x); }
TENORITE_INLINE float yn(int n, float x) { return ynf(n, x); }
template <tenorite::host::Arithmetic A, tenorite::host::Arithmetic B>
TENORITE_INLINE constexpr auto min(A a, B b) {
  using T = decltype(true ? a : b);
  if constexpr (tenorite::host::is_any_of<T, float, double>)
    return (T)a < (T)b || (T)b != (T)b ? (T)a : (T)b;
  else
    return (T)b < (T)a ? (T)b : (T)a;
}
template <tenorite::host::Arithmetic A, tenorite::host::Arithmetic B>
TENORITE_INLINE constexpr auto max(A a, B b) {
  using T = decltype(true ? a : b);
  if constexpr (tenorite::host::is_any_of<T, float, double>)
    return (T)a > (T)b || (T)b != (T)b ? (T)a : (T)b;
  else
    return (T)a < (T)b ? (T)b : (T)a;
}
TENORITE_INLINE unsigned umin(unsigned a, unsigned b) { return min(a, b); }
TENORITE_INLINE unsigned umax(unsigned a, unsigned b) { return max(a, b); }
TENORITE_INLINE long long llmin(long long a, long long b) { return min(a, b); }
TENORITE_INLINE long long llmax(long long a, long long b) { return max(a, b); }
TENORITE_INLINE unsigned long long ullmin(unsigned long long a,
                                          unsigned long long b) {
  return min(a, b);
}
TENORITE_INLINE unsigned long long ullmax(unsigned long long a,
                                          unsigned long long b) {
  return max(a, b);
}

namespace tenorite::host {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kSqrtPi = 1.77245385090551602730;

// sin(pi x) and cos(pi x): x is reduced exactly.
inline double sin_pi(double x) {
  double r = x - 2 * floor(x / 2);  // 0 .. 2
  if (!(r - r == 0)) return r - r;
  double sign = x < 0 ? -1.0 : 1.0;
  if (r == 0 || r == 1) return sign * 0.0;
  int quarter = (int)(2 * r + 0.5);
  double t = kPi * (r - 0.5 * quarter);
  switch (quarter & 3) {
    case 0:
      return sin(t);
    case 1:
      return cos(t);
    case 2:
      return -sin(t);
    default:
      return -cos(t);
  }
}
inline double cos_pi(double x) {
  double r = fabs(x);
  r -= 2 * floor(r / 2);
  if (!(r - r == 0)) return r - r;
  int quarter = (int)(2 * r + 0.5);
  double t = kPi * (r - 0.5 * quarter);
  switch (quarter & 3) {
    case 0:
      return cos(t);
    case 1:
      return t == 0 ? 0.0 : -sin(t);
    case 2:
      return -cos(t);
    default:
      return t == 0 ? 0.0 : sin(t);
  }
}

// exp(x^2) erfc(x): a continued fraction (Abramowitz and Stegun 7.1.14) where
// the product would lose digits.
inline double scaled_erfc(double x) {
  if (x < 8) {
    double square = x * x;
    return exp(square) * (1 + __builtin_fma(x, x, -square)) * erfc(x);
  }
  if (x > 1e8) return 1 / (x * kSqrtPi);
  double f = x;
  for (int k = 40; k > 0; --k) f = x + 0.5 * k / f;
  return 1 / (f * kSqrtPi);
}

// Newton's method on log(erfc): it converges from 1 everywhere above 0 in a few
// steps, as the logarithm is concave.
inline double inverse_erfc_tail(double y) {
  double target = log(y), x = y < 0.5 ? sqrt(-target) : 0;
  for (int i = 0; i < 60; ++i) {
    double slope = -2 / (kSqrtPi * scaled_erfc(x));
    double step = (log(scaled_erfc(x)) - x * x - target) / slope;
    x -= step;
    if (fabs(step) <= 1e-16 * fabs(x)) break;
  }
  return x;
}
inline double inverse_erf_centre(double y) {
  double x = y * (kSqrtPi / 2);
  for (int i = 0; i < 60; ++i) {
    double step = (erf(x) - y) * (kSqrtPi / 2) * exp(x * x);
    x -= step;
    if (fabs(step) <= 1e-16 * fabs(x)) break;
  }
  return x;
}
inline double inverse_erfc(double y) {
  if (!(y >= 0 && y <= 2)) return __builtin_nan("");
  if (y == 0) return __builtin_huge_val();
  if (y == 2) return -__builtin_huge_val();
  if (y > 0.5 && y < 1.5) return inverse_erf_centre(1 - y);
  return y < 1 ? inverse_erfc_tail(y) : -inverse_erfc_tail(2 - y);
}
inline double inverse_erf(double y) {
  if (!(y >= -1 && y <= 1)) return __builtin_nan("");
  if (fabs(y) == 1) return y * __builtin_huge_val();
  if (fabs(y) < 0.5) return inverse_erf_centre(y);
  return y > 0 ? inverse_erfc_tail(1 - y) : -inverse_erfc_tail(1 + y);
}

// A modified Bessel function of the first kind: its power series, and where
// that has many terms, the average of exp(x cos t) cos(n t) over a circle,
// which trapezoids give to full precision.
inline double bessel_i(int order, double x) {
  double a = fabs(x), sum = 0;
  if (a > 700) a = 700 + (a - 700);
  int points = 64 + 4 * (int)sqrt(a) * 4;
  for (int k = 0; k < points; ++k) {
    double c = cos(2 * kPi * k / points);
    sum += exp(a * (c - 1)) * (order ? c : 1.0);
  }
  double value = sum / points * exp(a);
  return order && x < 0 ? -value : value;
}

}  // namespace tenorite::host

// Functions of CUDA's own: computed in double for both types.
#define TENORITE_OWN(name, ...)                                 \
  TENORITE_INLINE double name(double x) { return __VA_ARGS__; } \
  TENORITE_INLINE float name##f(float y) {                      \
    double x = y;                                               \
    return (float)(__VA_ARGS__);                                \
  }                                                             \
  TENORITE_INLINE float name(float x) { return name##f(x); }    \
  template <tenorite::host::Integral T>                         \
  TENORITE_INLINE double name(T x) {                            \
    return name((double)x);                                     \
  }
TENORITE_OWN(rcbrt, 1 / __builtin_cbrt(x))
TENORITE_OWN(exp10, __builtin_pow(10.0, x))
TENORITE_OWN(sinpi, tenorite::host::sin_pi(x))
TENORITE_OWN(cospi, tenorite::host::cos_pi(x))
TENORITE_OWN(erfcx, tenorite::host::scaled_erfc(x))
TENORITE_OWN(erfinv, tenorite::host::inverse_erf(x))
TENORITE_OWN(erfcinv, tenorite::host::inverse_erfc(x))
TENORITE_OWN(normcdf, 0.5 * __builtin_erfc(-x * 0.70710678118654752440))
TENORITE_OWN(normcdfinv,
             -1.41421356237309504880 * tenorite::host::inverse_erfc(2 * x))
TENORITE_OWN(cyl_bessel_i0, tenorite::host::bessel_i(0, x))
TENORITE_OWN(cyl_bessel_i1, tenorite::host::bessel_i(1, x))
#undef TENORITE_OWN

TENORITE_INLINE double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
TENORITE_INLINE float rsqrtf(float x) { return 1 / __builtin_sqrtf(x); }
TENORITE_INLINE float rsqrt(float x) { return rsqrtf(x); }
template <tenorite::host::Integral T>
TENORITE_INLINE double rsqrt(T x) {
  return rsqrt((double)x);
}

#define TENORITE_OWN(name, parameters_d, parameters_f, arguments, formula) \
  TENORITE_INLINE double name parameters_d { return formula; }             \
  TENORITE_INLINE float name##f parameters_f { return (float)(formula); }  \
  TENORITE_INLINE float name parameters_f { return name##f arguments; }
TENORITE_OWN(rhypot, (double x, double y), (float x, float y), (x, y),
             1 / __builtin_hypot(x, y))
TENORITE_OWN(norm3d, (double x, double y, double z),
             (float x, float y, float z), (x, y, z),
             __builtin_hypot(__builtin_hypot(x, y), z))
TENORITE_OWN(rnorm3d, (double x, double y, double z),
             (float x, float y, float z), (x, y, z),
             1 / __builtin_hypot(__builtin_hypot(x, y), z))
TENORITE_OWN(norm4d, (double x, double y, double z, double w),
             (float x, float y, float z, float w), (x, y, z, w),
             __builtin_hypot(__builtin_hypot(x, y), __builtin_hypot(z, w)))
TENORITE_OWN(rnorm4d, (double x, double y, double z, double w),
             (float x, float y, float z, float w), (x, y, z, w),
             1 / __builtin_hypot(__builtin_hypot(x, y), __builtin_hypot(z, w)))
TENORITE_OWN(fdivide, (double x, double y), (float x, float y), (x, y), x / y)
#undef TENORITE_OWN
inline double norm(int n, const double* x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = hypot(sum, x[i]);
  return sum;
}
inline float normf(int n, const float* x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = hypot(sum, (double)x[i]);
  return (float)sum;
}
TENORITE_INLINE double rnorm(int n, const double* x) { return 1 / norm(n, x); }
TENORITE_INLINE float rnormf(int n, const float* x) { return 1 / normf(n, x); }
TENORITE_INLINE void sincospi(double x, double* s, double* c) {
  *s = sinpi(x);
  *c = cospi(x);
}
TENORITE_INLINE void sincospif(float x, float* s, float* c) {
  *s = sinpif(x);
  *c = cospif(x);
}
TENORITE_INLINE void sincospi(float x, float* s, float* c) {
  sincospif(x, s, c);
}
