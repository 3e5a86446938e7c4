// SPDX-License-Identifier: Apache-2.0
// Vectors of numbers, for the functions of the CPU device that compute several
// at a time (ops/device/vector_*.h), on processors with FMA. A lane's result
// depends on nothing but the lane: every operation is one of IEEE 754, so loops
// over vectors of 32 bytes, of 64 and generated kernels have the same bits.
#pragma once

#ifndef __CUDACC__  // whose compilers have no such vectors

// Bytes of a vector, 64 in a file for AVX-512, and the processors that
// functions are compiled for, whatever their file is.
#ifndef TENORITE_VECTOR_BYTES
#define TENORITE_VECTOR_BYTES 32
#endif
#if TENORITE_VECTOR_BYTES == 64
#define TENORITE_VECTOR_TARGET "avx512f,avx512dq,avx512bw,avx512vl,avx2,fma"
#else
#define TENORITE_VECTOR_TARGET "avx2,fma"
#endif
// A function that becomes part of its caller.
#define TENORITE_VECTOR_PART \
  __attribute__((target(TENORITE_VECTOR_TARGET), always_inline)) static inline

namespace tenorite::host {

typedef double Doubles __attribute__((vector_size(TENORITE_VECTOR_BYTES)));
typedef float Floats __attribute__((vector_size(TENORITE_VECTOR_BYTES)));
typedef unsigned long DoubleBits
    __attribute__((vector_size(TENORITE_VECTOR_BYTES)));
typedef unsigned FloatBits __attribute__((vector_size(TENORITE_VECTOR_BYTES)));

// The format of the numbers in a vector.
template <class V>
struct Format;
template <>
struct Format<Doubles> {
  using Number = double;
  using Bits = DoubleBits;
  using Word = unsigned long;
  static constexpr bool kIsDouble = true;
  static constexpr int kDigits = 52, kBias = 1023;  // of mantissa and exponent
  static constexpr double kNormal = 0x1p-1022, kInfinity = __builtin_inf();
};
template <>
struct Format<Floats> {
  using Number = float;
  using Bits = FloatBits;
  using Word = unsigned;
  static constexpr bool kIsDouble = false;
  static constexpr int kDigits = 23, kBias = 127;
  static constexpr float kNormal = 0x1p-126f, kInfinity = __builtin_inff();
};
template <class V>
using NumberOf = typename Format<V>::Number;
template <class V>
using BitsOf = typename Format<V>::Bits;
template <class V>
inline constexpr int kLanes = sizeof(V) / sizeof(NumberOf<V>);

// The constant of a formula, in the precision of its numbers.
template <class V>
TENORITE_VECTOR_PART constexpr NumberOf<V> pick(double d, float f) {
  return Format<V>::kIsDouble ? NumberOf<V>(d) : NumberOf<V>(f);
}
template <class V>
TENORITE_VECTOR_PART V all(NumberOf<V> x) {
  return V{} + x;
}

#ifdef __clang__
#define TENORITE_VECTOR_FMA(V, f)                                       \
  TENORITE_VECTOR_PART V fma(V a, V b, V c) {                           \
    for (int i = 0; i < kLanes<V>; ++i)                                 \
      c[i] = __builtin_fma##f(a[i], b[i], c[i]);                        \
    return c;                                                           \
  }                                                                     \
  TENORITE_VECTOR_PART V square_root(V a) {                             \
    for (int i = 0; i < kLanes<V>; ++i) a[i] = __builtin_sqrt##f(a[i]); \
    return a;                                                           \
  }
TENORITE_VECTOR_FMA(Doubles, )
TENORITE_VECTOR_FMA(Floats, f)
#undef TENORITE_VECTOR_FMA
#elif TENORITE_VECTOR_BYTES == 64
// The arguments after the operands: all lanes, rounded as the processor is set.
TENORITE_VECTOR_PART Doubles fma(Doubles a, Doubles b, Doubles c) {
  return __builtin_ia32_vfmaddpd512_mask(a, b, c, -1, 4);
}
TENORITE_VECTOR_PART Floats fma(Floats a, Floats b, Floats c) {
  return __builtin_ia32_vfmaddps512_mask(a, b, c, -1, 4);
}
TENORITE_VECTOR_PART Doubles square_root(Doubles a) {
  return __builtin_ia32_sqrtpd512_mask(a, a, -1, 4);
}
TENORITE_VECTOR_PART Floats square_root(Floats a) {
  return __builtin_ia32_sqrtps512_mask(a, a, -1, 4);
}
#else
TENORITE_VECTOR_PART Doubles fma(Doubles a, Doubles b, Doubles c) {
  return __builtin_ia32_vfmaddpd256(a, b, c);
}
TENORITE_VECTOR_PART Floats fma(Floats a, Floats b, Floats c) {
  return __builtin_ia32_vfmaddps256(a, b, c);
}
TENORITE_VECTOR_PART Doubles square_root(Doubles a) {
  return __builtin_ia32_sqrtpd256(a);
}
TENORITE_VECTOR_PART Floats square_root(Floats a) {
  return __builtin_ia32_sqrtps256(a);
}
#endif

template <class V>
TENORITE_VECTOR_PART V fma(V a, V b, NumberOf<V> c) {
  return fma(a, b, all<V>(c));
}
template <class V>
TENORITE_VECTOR_PART V fma(V a, NumberOf<V> b, V c) {
  return fma(a, all<V>(b), c);
}
template <class V>
TENORITE_VECTOR_PART V fma(V a, NumberOf<V> b, NumberOf<V> c) {
  return fma(a, all<V>(b), all<V>(c));
}

// Whether a comparison holds in a lane.
template <class B>
TENORITE_VECTOR_PART bool any(B mask) {
#if defined(__clang__)
  return __builtin_reduce_or(mask) != 0;
#elif TENORITE_VECTOR_BYTES == 64
  typedef int Words __attribute__((vector_size(64)));
  return __builtin_ia32_ptestmd512((Words)mask, (Words)mask, -1) != 0;
#else
  typedef long long Words __attribute__((vector_size(32)));
  return !__builtin_ia32_ptestz256((Words)mask, (Words)mask);
#endif
}

// Sets the processor's flag of underflow: what underflows takes a hundred times
// as long.
TENORITE_VECTOR_PART void note_underflow() {
  constexpr unsigned kUnderflow = 16;
  const unsigned state = __builtin_ia32_stmxcsr();
  if (!(state & kUnderflow)) __builtin_ia32_ldmxcsr(state | kUnderflow);
}

template <class V>
TENORITE_VECTOR_PART BitsOf<V> sign_of(V x) {
  using Word = typename Format<V>::Word;
  constexpr Word kSign = Word(1) << (8 * sizeof(Word) - 1);
  return (BitsOf<V>)x & kSign;
}
template <class V>
TENORITE_VECTOR_PART V magnitude(V x) {
  return (V)((BitsOf<V>)x ^ sign_of(x));
}
// The magnitude `x` with a sign.
template <class V>
TENORITE_VECTOR_PART V with_sign(V x, BitsOf<V> sign) {
  return (V)((BitsOf<V>)x | sign);
}

template <class V>
TENORITE_VECTOR_PART V nearest_whole(V x) {
  constexpr auto kShift = pick<V>(0x1.8p52, 0x1.8p23f);
  return (x + kShift) - kShift;
}

// 2^k for whole numbers k that are exponents of normal numbers.
template <class V>
TENORITE_VECTOR_PART V power_of_two(V k) {
  // The sum's last bits are k and the exponent's bias.
  const V sum = k + (pick<V>(0x1.8p52, 0x1.8p23f) + Format<V>::kBias);
  return (V)((BitsOf<V>)sum << Format<V>::kDigits);
}

// x 2^k, rounded once, for |k| up to twice the largest exponent.
#if TENORITE_VECTOR_BYTES == 64 && !defined(__clang__)
TENORITE_VECTOR_PART Doubles scaled(Doubles x, Doubles k) {
  return __builtin_ia32_scalefpd512_mask(x, k, Doubles{}, -1, 4);
}
TENORITE_VECTOR_PART Floats scaled(Floats x, Floats k) {
  return __builtin_ia32_scalefps512_mask(x, k, Floats{}, -1, 4);
}
#else
template <class V>
TENORITE_VECTOR_PART V scaled(V x, V k) {
  const V half = nearest_whole(k * NumberOf<V>(0.5));
  return (x * power_of_two(half)) * power_of_two(k - half);
}
#endif

// c[0] + c[1] x + ... in two chains, of the even powers and of the odd.
template <class V, int n>
TENORITE_VECTOR_PART V polynomial(V x, const NumberOf<V> (&c)[n]) {
  const V x2 = x * x;
  V last = all<V>(c[n - 1]), other = all<V>(c[n - 2]);
#pragma GCC unroll 16
  for (int i = n - 3; i >= 0; --i) {
    const V next = fma(last, x2, c[i]);
    last = other;
    other = next;
  }
  // `other` has the lowest term.
  return fma(last, x, other);
}

// The sum of two parts: `high` is rounded, `low` what that lost.
template <class V>
struct Parts {
  V high, low;
};
// Of |a| >= |b|, or a = 0.
template <class V>
TENORITE_VECTOR_PART Parts<V> sum_of(V a, V b) {
  const V high = a + b;
  return {high, (a - high) + b};
}

}  // namespace tenorite::host

#endif
