// SPDX-License-Identifier: Apache-2.0
// sin, cos and tan of vectors. Errors are stated in
// ops/cpu/elementwise/vector_math.def.
#pragma once

#include "ops/device/vectors.h"

#ifndef __CUDACC__  // whose compilers have no such vectors

namespace tenorite::host::trigonometric {

// Larger arguments, infinity and NaN go to the C library, one by one.
template <class V>
inline constexpr NumberOf<V> kMost =
    Format<V>::kIsDouble ? NumberOf<V>(0x1p30) : NumberOf<V>(0x1p16f);

// a = quarter turns * pi / 2 + r + rest, |r| <= pi / 4, for 0 <= a <= kMost.
template <class V>
struct Turned {
  BitsOf<V> quarters;  // in the last two bits
  V r, rest;
};
template <class V>
TENORITE_VECTOR_PART Turned<V> turn(V a) {
  using T = NumberOf<V>;
  constexpr T kShift = pick<V>(0x1.8p52, 0x1.8p23f);
  const V shifted =
      fma(a, pick<V>(0x1.45f306dc9c883p-1, 0x1.45f306p-1f), kShift);
  const V k = shifted - kShift;
  // Of pi / 2 in three parts k times the first one is taken off exactly.
  const V most = fma(k, pick<V>(-0x1.921fb54442d18p+0, -0x1.921fb6p+0f), a);
  constexpr T kMiddle = pick<V>(0x1.1a62633145c07p-54, -0x1.777a5cp-25f);
  constexpr T kLow = pick<V>(-0x1.f1976b7ed8fbcp-110, -0x1.ee59dap-50f);
  const V less = k * kMiddle, r = most - less;
  const V taken = most - r;
  const V lost = (most - (r + taken)) + (taken - less);
  const V less_low = fma(k, kMiddle, -less);
  return {(BitsOf<V>)shifted, r, lost - fma(k, kLow, less_low)};
}

// In two parts.
template <class V>
TENORITE_VECTOR_PART Parts<V> sine(V r, V rest) {
  using T = NumberOf<V>;
  const V square = r * r, slope = fma(square, T(-0.5), T(1));
  if constexpr (Format<V>::kIsDouble) {
    constexpr T kSeries[] = {-0x1.5555555555555p-3,  0x1.1111111111111p-7,
                             -0x1.a01a01a01a01ap-13, 0x1.71de3a556c734p-19,
                             -0x1.ae64567f544e4p-26, 0x1.6124613a86d09p-33,
                             -0x1.ae7f3e733b81fp-41, 0x1.952c77030ad4ap-49};
    return {r, fma(square * r, polynomial(square, kSeries), slope * rest)};
  } else {
    constexpr T kSeries[] = {-0x1.555556p-3f, 0x1.111112p-7f, -0x1.a01a02p-13f,
                             0x1.71de3ap-19f};
    return {r, fma(square * r, polynomial(square, kSeries), slope * rest)};
  }
}
template <class V>
TENORITE_VECTOR_PART Parts<V> cosine(V r, V rest) {
  using T = NumberOf<V>;
  const V square = r * r, square_low = fma(r, r, -square);
  const Parts<V> start = sum_of(all<V>(T(1)), square * T(-0.5));
  const V low = fma(square_low, T(-0.5), fma(-r, rest, start.low));
  if constexpr (Format<V>::kIsDouble) {
    constexpr T kSeries[] = {0x1.5555555555555p-5,  -0x1.6c16c16c16c17p-10,
                             0x1.a01a01a01a01ap-16, -0x1.27e4fb7789f5cp-22,
                             0x1.1eed8eff8d898p-29, -0x1.93974a8c07c9dp-37,
                             0x1.ae7f3e733b81fp-45};
    return {start.high, fma(square * square, polynomial(square, kSeries), low)};
  } else {
    constexpr T kSeries[] = {0x1.555556p-5f, -0x1.6c16c2p-10f, 0x1.a01a02p-16f,
                             -0x1.27e4fcp-22f};
    return {start.high, fma(square * square, polynomial(square, kSeries), low)};
  }
}

// Of the parts of sine and cosine, those that `is_sine` picks.
template <class V, class Mask>
TENORITE_VECTOR_PART Parts<V> picked(Mask is_sine, const Parts<V>& sine,
                                     const Parts<V>& cosine) {
  return {is_sine ? sine.high : cosine.high, is_sine ? sine.low : cosine.low};
}

// The sine of |x| and so many quarter turns.
template <int quarters, class V>
TENORITE_VECTOR_PART V shifted_sine(V x) {
  constexpr int kSign = 8 * sizeof(NumberOf<V>) - 2;
  const V a = magnitude(x), within = a <= kMost<V> ? a : V{};
  const Turned<V> of = turn(within);
  const BitsOf<V> turns = of.quarters + quarters;
  const auto is_sine = (turns & 1) == 0;
  const Parts<V> y =
      picked(is_sine, sine(of.r, of.rest), cosine(of.r, of.rest));
  return (V)((BitsOf<V>)(y.high + y.low) ^ ((turns & 2) << kSign));
}

#define TENORITE_VECTOR_TURNING(name, result)                              \
  template <class V>                                                       \
  TENORITE_VECTOR_PART V name(V x) {                                       \
    V y = (result);                                                        \
    const auto is_far = ~(magnitude(x) <= kMost<V>);                       \
    if (any(is_far)) [[unlikely]]                                          \
      for (int i = 0; i < kLanes<V>; ++i)                                  \
        if (is_far[i]) y[i] = (NumberOf<V>)__builtin_##name((double)x[i]); \
    return y;                                                              \
  }

// The sine over the cosine, or minus the cosine over the sine.
template <class V>
TENORITE_VECTOR_PART V tangent(V x) {
  using T = NumberOf<V>;
  constexpr int kSign = 8 * sizeof(T) - 1;
  const V a = magnitude(x), within = a <= kMost<V> ? a : V{};
  const Turned<V> of = turn(within);
  const Parts<V> s = sine(of.r, of.rest), c = cosine(of.r, of.rest);
  const BitsOf<V> odd = of.quarters & 1;
  const auto is_even = odd == 0;
  const Parts<V> over = picked(is_even, s, c), under = picked(is_even, c, s);
  const Parts<V> n = sum_of(over.high, over.low);
  const Parts<V> d = sum_of(under.high, under.low);
  const V reciprocal = T(1) / d.high, quotient = n.high * reciprocal;
  const V rest = fma(-quotient, d.high, n.high) + fma(-quotient, d.low, n.low);
  const V y = fma(rest, reciprocal, quotient);
  return (V)((BitsOf<V>)y ^ (odd << kSign) ^ sign_of(x));
}

TENORITE_VECTOR_TURNING(sin, (V)((BitsOf<V>)shifted_sine<0>(x) ^ sign_of(x)))
TENORITE_VECTOR_TURNING(cos, shifted_sine<1>(x))
TENORITE_VECTOR_TURNING(tan, tangent(x))
#undef TENORITE_VECTOR_TURNING

}  // namespace tenorite::host::trigonometric

#endif
