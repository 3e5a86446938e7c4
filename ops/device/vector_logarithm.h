// SPDX-License-Identifier: Apache-2.0
// Logarithms of vectors. Errors are stated in
// ops/cpu/elementwise/vector_math.def.
#pragma once

#include "ops/device/vectors.h"

#ifndef __CUDACC__  // whose compilers have no such vectors

namespace tenorite::host::logarithm {

// x = 2^k m with m in [sqrt(1/2), sqrt(2)), for positive normal numbers.
template <class V>
struct Split {
  V k, m;
};
template <class V>
TENORITE_VECTOR_PART Split<V> split(V x) {
  using B = BitsOf<V>;
  using Word = typename Format<V>::Word;
  constexpr int kDigits = Format<V>::kDigits;
  constexpr Word kOne = Word(Format<V>::kBias) << kDigits;
  constexpr Word kRoot =
      Format<V>::kIsDouble ? Word(0x3fe6a09e667f3bcd) : Word(0x3f3504f3);
  const B bits = (B)x + (kOne - kRoot);
  const B mantissa = bits & ((Word(1) << kDigits) - 1);
  // The biased exponent as the last bits of a number; it is not negative.
  constexpr Word kShift =
      Format<V>::kIsDouble ? Word(0x4330000000000000) : Word(0x4b000000);
  const B number = (bits >> kDigits) | kShift;
  const V k = (V)number - (pick<V>(0x1p52, 0x1p23f) + Format<V>::kBias);
  return {k, (V)(mantissa + kRoot)};
}

// log(1 + f) - f + f^2 / 2 for 1 + f in [sqrt(1/2), sqrt(2)], and f^2 / 2.
template <class V>
struct Series {
  V tail, half_square;
};
template <class V>
TENORITE_VECTOR_PART Series<V> series(V f) {
  using T = NumberOf<V>;
  const V square = f * f, half_square = square * T(0.5);
  if constexpr (Format<V>::kIsDouble) {
    constexpr T kSeries[] = {0x1.5555555555558p-1, 0x1.99999999952d7p-2,
                             0x1.2492492df281ap-2, 0x1.c71c62e3f11e6p-3,
                             0x1.7462b51cb66b1p-3, 0x1.39fe51a7c18f9p-3,
                             0x1.2b5900de53b32p-3};
    const V s = f / (f + T(2)), z = s * s;
    // log(1 + f) = 2 artanh(s)
    return {s * fma(z, polynomial(z, kSeries), half_square), half_square};
  } else {
    constexpr T kSeries[] = {0x1.555554p-2f,  -0x1.fffffcp-3f, 0x1.999d5ap-3f,
                             -0x1.555b4ap-3f, 0x1.23d21ap-3f,  -0x1.fcf4c6p-4f,
                             0x1.dea282p-4f,  -0x1.d635bcp-4f, 0x1.1d8e9cp-4f};
    return {(square * f) * polynomial(f, kSeries), half_square};
  }
}

// k log(2) + log(1 + f) + rest
template <class V>
TENORITE_VECTOR_PART V natural(V k, V f, V rest) {
  using T = NumberOf<V>;
  // The first part times k is exact.
  constexpr T kHigh = pick<V>(0x1.62e42fefa4p-1, 0x1.62e4p-1f);
  constexpr T kLow = pick<V>(-0x1.8432a1b0e2634p-43, 0x1.7f7d1cp-20f);
  const Series<V> of = series(f);
  return fma(k, kHigh, f - (of.half_square - fma(k, kLow, of.tail + rest)));
}

// whole + rest + log(1 + f) / log(base), with the two parts of 1 / log(base).
// Where the result is a whole number, it is exact.
template <class V>
TENORITE_VECTOR_PART V to_base(V whole, V rest, V f, NumberOf<V> b,
                               NumberOf<V> b_low) {
  const Series<V> of = series(f);
  const Parts<V> log = sum_of(f, -of.half_square);
  const V product = log.high * b;
  const V low = fma(log.high, b_low, fma(log.high, b, -product)) + rest;
  const Parts<V> sum = sum_of(whole, product);
  return sum.high + (sum.low + fma(of.tail + log.low, b, low));
}

// NaN and infinity are their own logarithms; what is not a positive normal
// number goes to the C library, one by one.
#define TENORITE_VECTOR_LOGARITHM(name, result)                             \
  template <class V>                                                        \
  TENORITE_VECTOR_PART V name(V x) {                                        \
    const Split<V> of = split(x);                                           \
    const V k = of.k, f = of.m - NumberOf<V>(1);                            \
    V y = (result);                                                         \
    y = x < Format<V>::kInfinity ? y : x;                                   \
    if (any(x < Format<V>::kNormal)) [[unlikely]]                           \
      for (int i = 0; i < kLanes<V>; ++i)                                   \
        if (x[i] < Format<V>::kNormal)                                      \
          y[i] = Format<V>::kIsDouble ? __builtin_##name(x[i])              \
                                      : __builtin_##name##f((float)(x[i])); \
    return y;                                                               \
  }
TENORITE_VECTOR_LOGARITHM(log, natural(k, f, V{}))
TENORITE_VECTOR_LOGARITHM(
    log2, to_base(k, V{}, f, pick<V>(0x1.71547652b82fep+0, 0x1.715476p+0f),
                  pick<V>(0x1.777d0ffda0d24p-56, 0x1.4ae0cp-26f)))
// k times the first part of log10(2) is exact.
TENORITE_VECTOR_LOGARITHM(
    log10, to_base(k* pick<V>(0x1.34413509f8p-2, 0x1.344p-2f),
                   k* pick<V>(-0x1.80433b83b532ap-44, 0x1.3509f8p-18f), f,
                   pick<V>(0x1.bcb7b1526e50ep-2, 0x1.bcb7b2p-2f),
                   pick<V>(0x1.95355baaafad3p-57, -0x1.5b235ep-27f)))
#undef TENORITE_VECTOR_LOGARITHM

// log(1 + x + rest) of a rest that hardly counts, for x > -1.
template <class V>
TENORITE_VECTOR_PART V log_above_one(V x, V rest) {
  using T = NumberOf<V>;
  const V u = x + T(1);
  const Split<V> of = split(u);
  // Near zero x itself is f; elsewhere what u lost of it counts. The rest is
  // divided by u within 6 %.
  const auto is_near = of.k == T(0);
  const V f = is_near ? x : of.m - T(1);
  const V lost = is_near ? V{} : x - (u - T(1));
  const V reciprocal = power_of_two(T(1) - of.k) * fma(of.m, T(-0.5), T(1.03));
  return natural(of.k, f, (lost + rest) * reciprocal);
}

template <class V>
TENORITE_VECTOR_PART V log1p(V x) {
  using T = NumberOf<V>;
  V y = with_sign(log_above_one(x, V{}), sign_of(x));
  y = x < Format<V>::kInfinity ? y : x;
  if (any(x <= T(-1))) [[unlikely]]
    for (int i = 0; i < kLanes<V>; ++i)
      if (x[i] <= T(-1))
        y[i] = Format<V>::kIsDouble ? __builtin_log1p(x[i])
                                    : __builtin_log1pf((float)x[i]);
  return y;
}

}  // namespace tenorite::host::logarithm

#endif
