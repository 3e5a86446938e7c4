// SPDX-License-Identifier: Apache-2.0
// cuda_fp16.h and cuda_bf16.h for the host: numbers are computed with as float
// and rounded once, as a GPU does.
#pragma once

#include "jit/prelude/emulator/host_atomics.h"
#include "jit/prelude/emulator/host_intrinsics.h"
#include "ops/device/types.h"

namespace tenorite::host {

inline constexpr float kNaN = __builtin_nanf("");

TENORITE_INLINE unsigned short to_half_bits(float x) {
  return tenorite::detail::float_to_half_bits(x);
}
TENORITE_INLINE unsigned short to_half_bits(double x) {
  return tenorite::detail::double_to_half_bits(x);
}
TENORITE_INLINE float from_bfloat16_bits(unsigned short bits) {
  return __builtin_bit_cast(float, (unsigned)bits << 16);
}
TENORITE_INLINE unsigned short to_bfloat16_bits(float x) {
  unsigned bits = __builtin_bit_cast(unsigned, x);
  if (x != x) return (unsigned short)0x7fff;
  return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
TENORITE_INLINE unsigned short to_bfloat16_bits(double x) {
  // The float is rounded to odd, which makes the second rounding correct.
  float nearest = (float)x;
  unsigned bits = __builtin_bit_cast(unsigned, nearest);
  double back = nearest;
  bool larger = (back < 0 ? -back : back) > (x < 0 ? -x : x);
  if (back == back) bits = (bits - larger) | (back != x);
  return to_bfloat16_bits(__builtin_bit_cast(float, bits));
}

}  // namespace tenorite::host

struct __half_raw {
  unsigned short x;
};
struct __nv_bfloat16_raw {
  unsigned short x;
};

// A type of 16 bits and its pair, with the operators of C++.
#define TENORITE_SMALL_FLOAT(T, T2, Raw, encode, decode)                      \
  struct T {                                                                  \
    unsigned short bits;                                                      \
    T() = default;                                                            \
    TENORITE_INLINE T(float v) : bits(encode(v)) {}                           \
    TENORITE_INLINE T(double v) : bits(encode(v)) {}                          \
    template <tenorite::host::Integral I>                                     \
    TENORITE_INLINE T(I v) : bits(encode((double)v)) {}                       \
    TENORITE_INLINE T(Raw raw) : bits(raw.x) {}                               \
    TENORITE_INLINE operator float() const { return decode(bits); }           \
    TENORITE_INLINE operator Raw() const { return {bits}; }                   \
    TENORITE_INLINE T& operator+=(T v) {                                      \
      return *this = T(float(*this) + float(v));                              \
    }                                                                         \
    TENORITE_INLINE T& operator-=(T v) {                                      \
      return *this = T(float(*this) - float(v));                              \
    }                                                                         \
    TENORITE_INLINE T& operator*=(T v) {                                      \
      return *this = T(float(*this) * float(v));                              \
    }                                                                         \
    TENORITE_INLINE T& operator/=(T v) {                                      \
      return *this = T(float(*this) / float(v));                              \
    }                                                                         \
    TENORITE_INLINE T& operator++() { return *this += T(1.0f); }              \
    TENORITE_INLINE T& operator--() { return *this -= T(1.0f); }              \
  };                                                                          \
  TENORITE_INLINE T operator+(T a, T b) { return a += b; }                    \
  TENORITE_INLINE T operator-(T a, T b) { return a -= b; }                    \
  TENORITE_INLINE T operator*(T a, T b) { return a *= b; }                    \
  TENORITE_INLINE T operator/(T a, T b) { return a /= b; }                    \
  TENORITE_INLINE T operator+(T a) { return a; }                              \
  TENORITE_INLINE T operator-(T a) {                                          \
    a.bits ^= 0x8000;                                                         \
    return a;                                                                 \
  }                                                                           \
  TENORITE_INLINE bool operator==(T a, T b) { return float(a) == float(b); }  \
  TENORITE_INLINE bool operator!=(T a, T b) { return float(a) != float(b); }  \
  TENORITE_INLINE bool operator<(T a, T b) { return float(a) < float(b); }    \
  TENORITE_INLINE bool operator>(T a, T b) { return float(a) > float(b); }    \
  TENORITE_INLINE bool operator<=(T a, T b) { return float(a) <= float(b); }  \
  TENORITE_INLINE bool operator>=(T a, T b) { return float(a) >= float(b); }  \
  struct __attribute__((aligned(4))) T2 {                                     \
    T x, y;                                                                   \
    T2() = default;                                                           \
    TENORITE_INLINE constexpr T2(T x, T y) : x(x), y(y) {}                    \
  };                                                                          \
  TENORITE_INLINE T2 operator+(T2 a, T2 b) { return {a.x + b.x, a.y + b.y}; } \
  TENORITE_INLINE T2 operator-(T2 a, T2 b) { return {a.x - b.x, a.y - b.y}; } \
  TENORITE_INLINE T2 operator*(T2 a, T2 b) { return {a.x * b.x, a.y * b.y}; } \
  TENORITE_INLINE T2 operator/(T2 a, T2 b) { return {a.x / b.x, a.y / b.y}; } \
  TENORITE_INLINE T2 operator-(T2 a) { return {-a.x, -a.y}; }                 \
  TENORITE_INLINE T2& operator+=(T2& a, T2 b) { return a = a + b; }           \
  TENORITE_INLINE T2& operator-=(T2& a, T2 b) { return a = a - b; }           \
  TENORITE_INLINE T2& operator*=(T2& a, T2 b) { return a = a * b; }           \
  TENORITE_INLINE T2& operator/=(T2& a, T2 b) { return a = a / b; }           \
  TENORITE_INLINE bool operator==(T2 a, T2 b) {                               \
    return a.x == b.x && a.y == b.y;                                          \
  }                                                                           \
  TENORITE_INLINE bool operator!=(T2 a, T2 b) { return !(a == b); }
TENORITE_SMALL_FLOAT(__half, __half2, __half_raw, tenorite::host::to_half_bits,
                     tenorite::detail::half_bits_to_float)
TENORITE_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw,
                     tenorite::host::to_bfloat16_bits,
                     tenorite::host::from_bfloat16_bits)
#undef TENORITE_SMALL_FLOAT

using half = __half;
using half2 = __half2;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

// Functions that both types have, in the names of T and of its pair T2.
#define TENORITE_SMALL_UNARY(name, T, expression) \
  TENORITE_INLINE T h##name(T a) {                \
    float x = a;                                  \
    return T(expression);                         \
  }                                               \
  TENORITE_INLINE T##2 h2##name(T##2 a) { return {h##name(a.x), h##name(a.y)}; }
#define TENORITE_SMALL_BINARY(name, T, expression)     \
  TENORITE_INLINE T __h##name(T a, T b) {              \
    float x = a, y = b;                                \
    return T(expression);                              \
  }                                                    \
  TENORITE_INLINE T##2 __h##name##2(T##2 a, T##2 b) {  \
    return {__h##name(a.x, b.x), __h##name(a.y, b.y)}; \
  }
#define TENORITE_SMALL_COMPARE(name, T, expression)    \
  TENORITE_INLINE bool __h##name(T a, T b) {           \
    float x = a, y = b;                                \
    return expression;                                 \
  }                                                    \
  TENORITE_INLINE T##2 __h##name##2(T##2 a, T##2 b) {  \
    return {T(__h##name(a.x, b.x) ? 1.0f : 0.0f),      \
            T(__h##name(a.y, b.y) ? 1.0f : 0.0f)};     \
  }                                                    \
  TENORITE_INLINE bool __hb##name##2(T##2 a, T##2 b) { \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y); \
  }
#define TENORITE_SMALL_FUNCTIONS(T)                                            \
  TENORITE_SMALL_UNARY(sqrt, T, sqrtf(x))                                      \
  TENORITE_SMALL_UNARY(rsqrt, T, 1 / sqrt((double)x))                          \
  TENORITE_SMALL_UNARY(rcp, T, 1 / (double)x)                                  \
  TENORITE_SMALL_UNARY(exp, T, exp((double)x))                                 \
  TENORITE_SMALL_UNARY(exp2, T, exp2((double)x))                               \
  TENORITE_SMALL_UNARY(exp10, T, exp10((double)x))                             \
  TENORITE_SMALL_UNARY(log, T, log((double)x))                                 \
  TENORITE_SMALL_UNARY(log2, T, log2((double)x))                               \
  TENORITE_SMALL_UNARY(log10, T, log10((double)x))                             \
  TENORITE_SMALL_UNARY(sin, T, sin((double)x))                                 \
  TENORITE_SMALL_UNARY(cos, T, cos((double)x))                                 \
  TENORITE_SMALL_UNARY(tanh, T, tanh((double)x))                               \
  TENORITE_SMALL_UNARY(floor, T, floorf(x))                                    \
  TENORITE_SMALL_UNARY(ceil, T, ceilf(x))                                      \
  TENORITE_SMALL_UNARY(trunc, T, truncf(x))                                    \
  TENORITE_SMALL_UNARY(rint, T, rintf(x))                                      \
  TENORITE_SMALL_BINARY(add, T, x + y)                                         \
  TENORITE_SMALL_BINARY(sub, T, x - y)                                         \
  TENORITE_SMALL_BINARY(mul, T, x* y)                                          \
  TENORITE_SMALL_BINARY(add_rn, T, x + y)                                      \
  TENORITE_SMALL_BINARY(sub_rn, T, x - y)                                      \
  TENORITE_SMALL_BINARY(mul_rn, T, x* y)                                       \
  TENORITE_SMALL_BINARY(add_sat, T, __saturatef(x + y))                        \
  TENORITE_SMALL_BINARY(sub_sat, T, __saturatef(x - y))                        \
  TENORITE_SMALL_BINARY(mul_sat, T, __saturatef(x* y))                         \
  TENORITE_SMALL_BINARY(max, T, fmaxf(x, y))                                   \
  TENORITE_SMALL_BINARY(min, T, fminf(x, y))                                   \
  TENORITE_SMALL_BINARY(max_nan, T,                                            \
                        x != x || y != y ? tenorite::host::kNaN : fmaxf(x, y)) \
  TENORITE_SMALL_BINARY(min_nan, T,                                            \
                        x != x || y != y ? tenorite::host::kNaN : fminf(x, y)) \
  TENORITE_SMALL_COMPARE(eq, T, x == y)                                        \
  TENORITE_SMALL_COMPARE(ne, T, x<y || x> y)                                   \
  TENORITE_SMALL_COMPARE(lt, T, x < y)                                         \
  TENORITE_SMALL_COMPARE(le, T, x <= y)                                        \
  TENORITE_SMALL_COMPARE(gt, T, x > y)                                         \
  TENORITE_SMALL_COMPARE(ge, T, x >= y)                                        \
  TENORITE_SMALL_COMPARE(equ, T, !(x < y || x > y))                            \
  TENORITE_SMALL_COMPARE(neu, T, x != y)                                       \
  TENORITE_SMALL_COMPARE(ltu, T, !(x >= y))                                    \
  TENORITE_SMALL_COMPARE(leu, T, !(x > y))                                     \
  TENORITE_SMALL_COMPARE(gtu, T, !(x <= y))                                    \
  TENORITE_SMALL_COMPARE(geu, T, !(x < y))                                     \
  TENORITE_INLINE T __hdiv(T a, T b) { return a / b; }                         \
  TENORITE_INLINE T##2 __h2div(T##2 a, T##2 b) { return a / b; }               \
  TENORITE_INLINE T __hneg(T a) { return -a; }                                 \
  TENORITE_INLINE T##2 __hneg2(T##2 a) { return -a; }                          \
  TENORITE_INLINE T __habs(T a) {                                              \
    a.bits &= 0x7fff;                                                          \
    return a;                                                                  \
  }                                                                            \
  TENORITE_INLINE T##2 __habs2(T##2 a) { return {__habs(a.x), __habs(a.y)}; }  \
  TENORITE_INLINE T __hfma(T a, T b, T c) {                                    \
    return T((double)(float)a * (float)b + (float)c);                          \
  }                                                                            \
  TENORITE_INLINE T##2 __hfma2(T##2 a, T##2 b, T##2 c) {                       \
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};                     \
  }                                                                            \
  TENORITE_INLINE T __hfma_sat(T a, T b, T c) {                                \
    return T(__saturatef((float)__hfma(a, b, c)));                             \
  }                                                                            \
  TENORITE_INLINE bool __hisnan(T a) { return (float)a != (float)a; }          \
  TENORITE_INLINE int __hisinf(T a) {                                          \
    return __builtin_isinf((float)a) ? ((float)a > 0 ? 1 : -1) : 0;            \
  }                                                                            \
  TENORITE_CALL T atomicAdd(T* p, T value) {                                   \
    return tenorite::host::update(p, TENORITE_SITE,                            \
                                  [=](T old) { return old + value; });         \
  }                                                                            \
  TENORITE_CALL T##2 atomicAdd(T##2 * p, T##2 value) {                         \
    return tenorite::host::update(p, TENORITE_SITE,                            \
                                  [=](T##2 old) { return old + value; });      \
  }
TENORITE_SMALL_FUNCTIONS(__half)
TENORITE_SMALL_FUNCTIONS(__nv_bfloat16)
#undef TENORITE_SMALL_FUNCTIONS
#undef TENORITE_SMALL_UNARY
#undef TENORITE_SMALL_BINARY
#undef TENORITE_SMALL_COMPARE

// Conversions: `name` as CUDA's functions call the type.
#define TENORITE_SMALL_CONVERSIONS(name, T)                                    \
  TENORITE_INLINE T __float2##name(float x) { return T(x); }                   \
  TENORITE_INLINE T __float2##name##_rn(float x) { return T(x); }              \
  TENORITE_INLINE T __double2##name(double x) { return T(x); }                 \
  TENORITE_INLINE float __##name##2float(T x) { return x; }                    \
  TENORITE_INLINE T __int2##name##_rn(int x) { return T(x); }                  \
  TENORITE_INLINE T __uint2##name##_rn(unsigned x) { return T(x); }            \
  TENORITE_INLINE T __short2##name##_rn(short x) { return T(x); }              \
  TENORITE_INLINE T __ushort2##name##_rn(unsigned short x) { return T(x); }    \
  TENORITE_INLINE T __ll2##name##_rn(long long x) { return T(x); }             \
  TENORITE_INLINE int __##name##2int_rn(T x) { return __float2int_rn(x); }     \
  TENORITE_INLINE int __##name##2int_rz(T x) { return __float2int_rz(x); }     \
  TENORITE_INLINE int __##name##2int_ru(T x) { return __float2int_ru(x); }     \
  TENORITE_INLINE int __##name##2int_rd(T x) { return __float2int_rd(x); }     \
  TENORITE_INLINE unsigned __##name##2uint_rn(T x) {                           \
    return __float2uint_rn(x);                                                 \
  }                                                                            \
  TENORITE_INLINE unsigned __##name##2uint_rz(T x) {                           \
    return __float2uint_rz(x);                                                 \
  }                                                                            \
  TENORITE_INLINE long long __##name##2ll_rn(T x) { return __float2ll_rn(x); } \
  TENORITE_INLINE unsigned short __##name##_as_ushort(T x) { return x.bits; }  \
  TENORITE_INLINE short __##name##_as_short(T x) { return (short)x.bits; }     \
  TENORITE_INLINE T __ushort_as_##name(unsigned short bits) {                  \
    return __builtin_bit_cast(T, bits);                                        \
  }                                                                            \
  TENORITE_INLINE T __short_as_##name(short bits) {                            \
    return __builtin_bit_cast(T, bits);                                        \
  }                                                                            \
  TENORITE_INLINE T##2 __float2##name##2_rn(float x) { return {T(x), T(x)}; }  \
  TENORITE_INLINE T##2 __floats2##name##2_rn(float x, float y) {               \
    return {T(x), T(y)};                                                       \
  }                                                                            \
  TENORITE_INLINE T##2 __##name##2##name##2(T x) { return {x, x}; }            \
  TENORITE_INLINE T##2 __halves2##name##2(T x, T y) { return {x, y}; }         \
  TENORITE_INLINE float __low2float(T##2 a) { return a.x; }                    \
  TENORITE_INLINE float __high2float(T##2 a) { return a.y; }                   \
  TENORITE_INLINE T __low2##name(T##2 a) { return a.x; }                       \
  TENORITE_INLINE T __high2##name(T##2 a) { return a.y; }                      \
  TENORITE_INLINE T##2 __low2##name##2(T##2 a) { return {a.x, a.x}; }          \
  TENORITE_INLINE T##2 __high2##name##2(T##2 a) { return {a.y, a.y}; }         \
  TENORITE_INLINE T##2 __lowhigh2highlow(T##2 a) { return {a.y, a.x}; }
TENORITE_SMALL_CONVERSIONS(half, __half)
TENORITE_SMALL_CONVERSIONS(bfloat16, __nv_bfloat16)
#undef TENORITE_SMALL_CONVERSIONS
TENORITE_INLINE float2 __half22float2(__half2 a) {
  return {(float)a.x, (float)a.y};
}
TENORITE_INLINE float2 __bfloat1622float2(__nv_bfloat162 a) {
  return {(float)a.x, (float)a.y};
}
TENORITE_INLINE __half2 __float22half2_rn(float2 a) {
  return {__half(a.x), __half(a.y)};
}
TENORITE_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return {__nv_bfloat16(a.x), __nv_bfloat16(a.y)};
}
TENORITE_INLINE __half2 make_half2(__half x, __half y) { return {x, y}; }
TENORITE_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x,
                                              __nv_bfloat16 y) {
  return {x, y};
}
