// SPDX-License-Identifier: Apache-2.0
// CUDA's intrinsic functions.
#pragma once

#include "jit/prelude/emulator/host_math.h"

// Fast approximations on a GPU, exact here.
TENORITE_INLINE float __expf(float x) { return expf(x); }
TENORITE_INLINE float __exp10f(float x) { return exp10f(x); }
TENORITE_INLINE float __logf(float x) { return logf(x); }
TENORITE_INLINE float __log2f(float x) { return log2f(x); }
TENORITE_INLINE float __log10f(float x) { return log10f(x); }
TENORITE_INLINE float __sinf(float x) { return sinf(x); }
TENORITE_INLINE float __cosf(float x) { return cosf(x); }
TENORITE_INLINE float __tanf(float x) { return tanf(x); }
TENORITE_INLINE float __tanhf(float x) { return tanhf(x); }
TENORITE_INLINE float __powf(float x, float y) { return powf(x, y); }
TENORITE_INLINE float __fdividef(float x, float y) { return x / y; }
TENORITE_INLINE void __sincosf(float x, float* s, float* c) {
  sincosf(x, s, c);
}
TENORITE_INLINE float __saturatef(float x) {
  return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}

namespace tenorite::host {

// Rounding upwards and so on, as the processor does it when told to.
enum Rounding {
#if defined(__aarch64__)
  kNearest = 0,
  kUp = 0x400000,
  kDown = 0x800000,
  kToZero = 0xc00000,
#else
  kNearest = 0,
  kDown = 0x400,
  kUp = 0x800,
  kToZero = 0xc00,
#endif
};
template <Rounding Mode, class T, class F>
inline __attribute__((noinline)) T rounded(F f) {
  int before = fegetround();
  fesetround(Mode);
  volatile T result = f();
  fesetround(before);
  return result;
}
template <class T>
TENORITE_INLINE T opaque(T x) {
  volatile T hidden = x;
  return hidden;
}

}  // namespace tenorite::host

#define TENORITE_ROUNDED(prefix, suffix, T, sqrt_t, fma_t)                    \
  TENORITE_INLINE T __##prefix##add_rn(T x, T y) { return x + y; }            \
  TENORITE_INLINE T __##prefix##sub_rn(T x, T y) { return x - y; }            \
  TENORITE_INLINE T __##prefix##mul_rn(T x, T y) { return x * y; }            \
  TENORITE_INLINE T __##prefix##div_rn(T x, T y) { return x / y; }            \
  TENORITE_INLINE T __##prefix##rcp_rn(T x) { return 1 / x; }                 \
  TENORITE_INLINE T __##prefix##sqrt_rn(T x) { return sqrt_t(x); }            \
  TENORITE_INLINE T __##suffix##_rn(T x, T y, T z) { return fma_t(x, y, z); } \
  TENORITE_DIRECTED(prefix, suffix, T, sqrt_t, fma_t, rz, kToZero)            \
  TENORITE_DIRECTED(prefix, suffix, T, sqrt_t, fma_t, ru, kUp)                \
  TENORITE_DIRECTED(prefix, suffix, T, sqrt_t, fma_t, rd, kDown)
#define TENORITE_DIRECTED(prefix, suffix, T, sqrt_t, fma_t, mode, Mode)       \
  TENORITE_DIRECT(__##prefix##add_##mode, T, Mode, (T x, T y),                \
                  opaque(x) + opaque(y))                                      \
  TENORITE_DIRECT(__##prefix##sub_##mode, T, Mode, (T x, T y),                \
                  opaque(x) - opaque(y))                                      \
  TENORITE_DIRECT(__##prefix##mul_##mode, T, Mode, (T x, T y),                \
                  opaque(x) * opaque(y))                                      \
  TENORITE_DIRECT(__##prefix##div_##mode, T, Mode, (T x, T y),                \
                  opaque(x) / opaque(y))                                      \
  TENORITE_DIRECT(__##prefix##rcp_##mode, T, Mode, (T x), 1 / opaque(x))      \
  TENORITE_DIRECT(__##prefix##sqrt_##mode, T, Mode, (T x), sqrt_t(opaque(x))) \
  TENORITE_DIRECT(__##suffix##_##mode, T, Mode, (T x, T y, T z),              \
                  fma_t(opaque(x), opaque(y), opaque(z)))
#define TENORITE_DIRECT(name, T, Mode, parameters, ...)   \
  TENORITE_INLINE T name parameters {                     \
    using namespace tenorite::host;                       \
    return rounded<Mode, T>([=] { return __VA_ARGS__; }); \
  }
TENORITE_ROUNDED(f, fmaf, float, __builtin_sqrtf, __builtin_fmaf)
TENORITE_ROUNDED(d, fma, double, __builtin_sqrt, __builtin_fma)
#undef TENORITE_ROUNDED
#undef TENORITE_DIRECTED
#undef TENORITE_DIRECT
TENORITE_INLINE float __frsqrt_rn(float x) {
  return (float)(1 / __builtin_sqrt((double)x));
}

// Conversions saturate, and what is not a number becomes 0.
namespace tenorite::host {
template <class To, class From>
TENORITE_INLINE To saturated(From x) {
  constexpr bool is_signed = (To)-1 < (To)0;
  constexpr int bits = 8 * sizeof(To) - is_signed;
  constexpr From limit = (From)2 * (From)((To)1 << (bits - 1));
  if (x != x) return 0;
  if (x >= limit)
    return is_signed ? (To) ~((To)1 << bits % (8 * sizeof(To))) : (To) ~(To)0;
  if (is_signed ? x < -limit : x <= -1)
    return is_signed ? (To)((To)1 << bits % (8 * sizeof(To))) : (To)0;
  return (To)x;
}
}  // namespace tenorite::host
#define TENORITE_CONVERT(from, From, to, To, rint_t, trunc_t, ceil_t, floor_t) \
  TENORITE_INLINE To __##from##2##to##_rn(From x) {                            \
    return tenorite::host::saturated<To>(rint_t(x));                           \
  }                                                                            \
  TENORITE_INLINE To __##from##2##to##_rz(From x) {                            \
    return tenorite::host::saturated<To>(trunc_t(x));                          \
  }                                                                            \
  TENORITE_INLINE To __##from##2##to##_ru(From x) {                            \
    return tenorite::host::saturated<To>(ceil_t(x));                           \
  }                                                                            \
  TENORITE_INLINE To __##from##2##to##_rd(From x) {                            \
    return tenorite::host::saturated<To>(floor_t(x));                          \
  }
#define TENORITE_CONVERTS(from, From, ...)                      \
  TENORITE_CONVERT(from, From, int, int, __VA_ARGS__)           \
  TENORITE_CONVERT(from, From, uint, unsigned int, __VA_ARGS__) \
  TENORITE_CONVERT(from, From, ll, long long, __VA_ARGS__)      \
  TENORITE_CONVERT(from, From, ull, unsigned long long, __VA_ARGS__)
TENORITE_CONVERTS(float, float, __builtin_rintf, __builtin_truncf,
                  __builtin_ceilf, __builtin_floorf)
TENORITE_CONVERTS(double, double, __builtin_rint, __builtin_trunc,
                  __builtin_ceil, __builtin_floor)
#undef TENORITE_CONVERT
#undef TENORITE_CONVERTS
#define TENORITE_CONVERT_MODE(name, From, To, mode, Mode)    \
  TENORITE_INLINE To __##name##_##mode(From x) {             \
    using namespace tenorite::host;                          \
    return rounded<Mode, To>([=] { return (To)opaque(x); }); \
  }
#define TENORITE_CONVERT(name, From, To)                     \
  TENORITE_INLINE To __##name##_rn(From x) { return (To)x; } \
  TENORITE_CONVERT_MODE(name, From, To, rz, kToZero)         \
  TENORITE_CONVERT_MODE(name, From, To, ru, kUp)             \
  TENORITE_CONVERT_MODE(name, From, To, rd, kDown)
TENORITE_CONVERT(int2float, int, float)
TENORITE_CONVERT(uint2float, unsigned int, float)
TENORITE_CONVERT(ll2float, long long, float)
TENORITE_CONVERT(ull2float, unsigned long long, float)
TENORITE_CONVERT(ll2double, long long, double)
TENORITE_CONVERT(ull2double, unsigned long long, double)
TENORITE_CONVERT(double2float, double, float)
TENORITE_INLINE double __int2double_rn(int x) { return x; }
TENORITE_INLINE double __uint2double_rn(unsigned x) { return x; }
#undef TENORITE_CONVERT
#undef TENORITE_CONVERT_MODE

#define TENORITE_BITS(name, From, To)         \
  TENORITE_INLINE constexpr To name(From x) { \
    return __builtin_bit_cast(To, x);         \
  }
TENORITE_BITS(__float_as_int, float, int)
TENORITE_BITS(__float_as_uint, float, unsigned int)
TENORITE_BITS(__int_as_float, int, float)
TENORITE_BITS(__uint_as_float, unsigned int, float)
TENORITE_BITS(__double_as_longlong, double, long long)
TENORITE_BITS(__longlong_as_double, long long, double)
#undef TENORITE_BITS
TENORITE_INLINE int __double2hiint(double x) {
  return (int)(__double_as_longlong(x) >> 32);
}
TENORITE_INLINE int __double2loint(double x) {
  return (int)__double_as_longlong(x);
}
TENORITE_INLINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      (long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

TENORITE_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
TENORITE_INLINE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
TENORITE_INLINE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
TENORITE_INLINE int __clzll(long long x) {
  return x ? __builtin_clzll((unsigned long long)x) : 64;
}
TENORITE_INLINE int __ffs(int x) { return __builtin_ffs(x); }
TENORITE_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
TENORITE_INLINE unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
TENORITE_INLINE unsigned long long __brevll(unsigned long long x) {
  return (unsigned long long)__brev((unsigned)x) << 32 |
         __brev((unsigned)(x >> 32));
}
TENORITE_INLINE unsigned __byte_perm(unsigned x, unsigned y,
                                     unsigned selector) {
  unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= (unsigned)(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
  return result;
}
// The n-th set bit of mask, counted from base upwards or, for n < 0, downwards.
TENORITE_INLINE unsigned __fns(unsigned mask, unsigned base, int n) {
  if (n == 0) return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
  int step = n > 0 ? 1 : -1;
  for (int i = (int)base; i >= 0 && i < 32; i += step)
    if ((mask >> i & 1) && (n -= step) == 0) return (unsigned)i;
  return 0xffffffffu;
}
TENORITE_INLINE int __mul24(int x, int y) {
  return (int)((unsigned)(x << 8 >> 8) * (unsigned)(y << 8 >> 8));
}
TENORITE_INLINE unsigned __umul24(unsigned x, unsigned y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
TENORITE_INLINE int __mulhi(int x, int y) {
  return (int)((long long)x * y >> 32);
}
TENORITE_INLINE unsigned __umulhi(unsigned x, unsigned y) {
  return (unsigned)((unsigned long long)x * y >> 32);
}
TENORITE_INLINE long long __mul64hi(long long x, long long y) {
  return (long long)((__int128)x * y >> 64);
}
TENORITE_INLINE unsigned long long __umul64hi(unsigned long long x,
                                              unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}
TENORITE_INLINE unsigned __sad(int x, int y, unsigned z) {
  return z + (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x);
}
TENORITE_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return z + (x > y ? x - y : y - x);
}
TENORITE_INLINE int __hadd(int x, int y) {
  return (int)(((long long)x + y) >> 1);
}
TENORITE_INLINE int __rhadd(int x, int y) {
  return (int)(((long long)x + y + 1) >> 1);
}
TENORITE_INLINE unsigned __uhadd(unsigned x, unsigned y) {
  return (unsigned)(((unsigned long long)x + y) >> 1);
}
TENORITE_INLINE unsigned __urhadd(unsigned x, unsigned y) {
  return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}
TENORITE_INLINE unsigned __funnelshift_l(unsigned low, unsigned high,
                                         unsigned n) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (n & 31) >> 32);
}
TENORITE_INLINE unsigned __funnelshift_r(unsigned low, unsigned high,
                                         unsigned n) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (n & 31));
}
TENORITE_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high,
                                          unsigned n) {
  return n >= 32 ? low : __funnelshift_l(low, high, n);
}
TENORITE_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high,
                                          unsigned n) {
  return n >= 32 ? high : __funnelshift_r(low, high, n);
}
TENORITE_INLINE int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8)
    c += (signed char)(a >> i) * (signed char)(b >> i);
  return c;
}
TENORITE_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
  return c;
}

// Loads and stores with hints for caches.
#ifdef TENORITE_CHECKED
#define TENORITE_NOTE(p, kind) \
  tenorite::host::runtime->access(p, sizeof(*p), kind, TENORITE_SITE)
#else
#define TENORITE_NOTE(p, kind) ((void)0)
#endif
#define TENORITE_LOAD(name)                  \
  template <class T>                         \
  TENORITE_CALL T name(const T* p) {         \
    TENORITE_NOTE(p, tenorite::host::kRead); \
    return *p;                               \
  }
TENORITE_LOAD(__ldg)
TENORITE_LOAD(__ldca)
TENORITE_LOAD(__ldcg)
TENORITE_LOAD(__ldcs)
TENORITE_LOAD(__ldcv)
TENORITE_LOAD(__ldlu)
#undef TENORITE_LOAD
#define TENORITE_STORE(name)                                     \
  template <class T>                                             \
  TENORITE_CALL void name(T* p, tenorite::host::same<T> value) { \
    TENORITE_NOTE(p, tenorite::host::kWrite);                    \
    *p = value;                                                  \
  }
TENORITE_STORE(__stwb)
TENORITE_STORE(__stcg)
TENORITE_STORE(__stcs)
TENORITE_STORE(__stwt)
#undef TENORITE_STORE
#undef TENORITE_NOTE
#define __builtin_assume(condition) \
  ((condition) ? (void)0 : __builtin_unreachable())
#define __assume(condition) __builtin_assume(condition)
