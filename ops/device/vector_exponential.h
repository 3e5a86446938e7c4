// SPDX-License-Identifier: Apache-2.0
// exp, exp2, expm1, tanh, sinh and cosh of vectors. Errors are stated in
// ops/cpu/elementwise/vector_math.def.
#pragma once

#include "ops/device/vectors.h"

#ifndef __CUDACC__  // whose compilers have no such vectors

namespace tenorite::host::exponential {

// e^x = 2^k (1 + r + rest), |r| <= log(2) / 2.
template <class V>
struct Reduced {
  V k, r, rest;
};
// The rest where the exponent is r + lost.
template <class V>
TENORITE_VECTOR_PART V rest_of(V r, V lost) {
  using T = NumberOf<V>;
  const V square = r * r, half_square = fma(square, T(0.5), lost);
  if constexpr (Format<V>::kIsDouble) {
    constexpr T kSeries[] = {0x1.5555555555556p-3,  0x1.5555555555555p-5,
                             0x1.11111111109b4p-7,  0x1.6c16c16c167e2p-10,
                             0x1.a01a01a7c327ap-13, 0x1.a01a01a47a78fp-16,
                             0x1.71de0db21e27fp-19, 0x1.27e4e1f6a6779p-22,
                             0x1.af38a0d2d9620p-26, 0x1.1f66da6ee7eeap-29};
    return fma(square * r, polynomial(r, kSeries), half_square);
  } else {
    constexpr T kSeries[] = {0x1.555556p-3f, 0x1.55551ap-5f, 0x1.1110f6p-7f,
                             0x1.6d10fep-10f, 0x1.a0f864p-13f};
    return fma(square * r, polynomial(r, kSeries), half_square);
  }
}
template <class V>
TENORITE_VECTOR_PART Reduced<V> reduce(V x) {
  using T = NumberOf<V>;
  const V k = nearest_whole(x * pick<V>(0x1.71547652b82fep+0, 0x1.715476p+0f));
  // log(2) in two parts; k times the first one is exact.
  constexpr T kHigh = pick<V>(0x1.62e42fefa4p-1, 0x1.62e4p-1f);
  constexpr T kLow = pick<V>(-0x1.8432a1b0e2634p-43, 0x1.7f7d1cp-20f);
  const V most = fma(k, -kHigh, x);
  const V r = fma(k, -kLow, most);
  return {k, r, rest_of(r, fma(k, -kLow, most - r))};
}

// Exponents beyond which powers of e are infinite, or zero.
template <class V>
inline constexpr NumberOf<V> kMost = pick<V>(710, 89);
template <class V>
inline constexpr NumberOf<V> kLeast = pick<V>(-746, -104);

// NaN passes.
template <class V>
TENORITE_VECTOR_PART V within_range(V x) {
  x = x > kMost<V> ? all<V>(kMost<V>) : x;
  return x < kLeast<V> ? all<V>(kLeast<V>) : x;
}

template <class V>
TENORITE_VECTOR_PART V exp(V x) {
  using T = NumberOf<V>;
  const auto is_lost = x < kLeast<V>;
  if (any(is_lost & (x > -Format<V>::kInfinity))) note_underflow();
  x = x > kMost<V> ? all<V>(kMost<V>) : x;
  x = is_lost ? V{} : x;
  const Reduced<V> of = reduce(x);
  const Parts<V> sum = sum_of(all<V>(T(1)), of.r);
  const V result = scaled(sum.high + (sum.low + of.rest), of.k);
  return is_lost ? V{} : result;
}

template <class V>
TENORITE_VECTOR_PART V exp2(V x) {
  using T = NumberOf<V>;
  // log(2)
  constexpr T kHigh = pick<V>(0x1.62e42fefa39efp-1, 0x1.62e43p-1f);
  constexpr T kLow = pick<V>(0x1.abc9e3b39803fp-56, -0x1.05c61p-29f);
  constexpr T kMost = pick<V>(1025, 129), kLeast = pick<V>(-1080, -155);
  x = x > kMost ? all<V>(kMost) : x;
  x = x < kLeast ? all<V>(kLeast) : x;
  const V k = nearest_whole(x), f = x - k;
  const V r = f * kHigh, rest = rest_of(r, fma(f, kLow, fma(f, kHigh, -r)));
  const Parts<V> sum = sum_of(all<V>(T(1)), r);
  return scaled(sum.high + (sum.low + rest), k);
}

// e^x - 1 divided by 2^halvings, which may be finite where e^x is not; the
// lower part is at most a third of the upper one.
template <int halvings, class V>
TENORITE_VECTOR_PART Parts<V> part_of_expm1(V x) {
  using T = NumberOf<V>;
  constexpr T kOne = T(1) / (1 << halvings);
  const Reduced<V> of = reduce(x);
  const V scale = power_of_two(of.k - T(halvings));
  const V start = scale - kOne, lost = (scale - start) - kOne;
  const Parts<V> sum = sum_of(start, scale * of.r);
  return {sum.high, fma(scale, of.rest, sum.low + lost)};
}

template <class V>
TENORITE_VECTOR_PART V expm1(V x) {
  using T = NumberOf<V>;
  constexpr T kMost = pick<V>(710, 89), kLeast = pick<V>(-50, -25);
  V y = x > kMost ? all<V>(kMost) : x;
  y = y < kLeast ? all<V>(kLeast) : y;
  const Parts<V> half = part_of_expm1<1>(y);
  const V result = (half.high + half.low) * T(2);
  // NaN too is its own result.
  return magnitude(x) >= pick<V>(0x1p-54, 0x1p-25f) ? result : x;
}

// Of doubles: H / (H + 1) where H is half of e^(2 |x|) - 1; 1 - 1 / (H + 1) of
// large ones.
TENORITE_VECTOR_PART Doubles tanh_of(Doubles x) {
  constexpr double kMost = 22;  // from here on the result is rounded to 1
  Doubles a = magnitude(x);
  a = a > kMost ? all<Doubles>(kMost) : a;
  const Parts<Doubles> parts = part_of_expm1<1>(a + a);
  const Parts<Doubles> half = sum_of(parts.high, parts.low);
  const auto is_large = half.high > 1.0;
  const Doubles base = is_large ? all<Doubles>(1) : Doubles{};
  const Doubles numerator = is_large ? all<Doubles>(-1) : half.high;
  const Doubles divisor = half.high + 1.0;
  const Doubles lost = ((1.0 - divisor) + half.high) + half.low;
  const Doubles quotient = numerator / divisor;
  const Doubles rest = fma(-quotient, divisor, numerator) +
                       fma(-quotient, lost, is_large ? Doubles{} : half.low);
  const Doubles reciprocal = (1.0 - base) - quotient;
  const Doubles result = base + fma(rest, reciprocal, quotient);
  // NaN too is its own result.
  return with_sign(a >= 0x1p-28 ? result : a, sign_of(x));
}

// Of floats, for which two formulas are less work: a series, and
// 1 - 2 / (e^(2 |x|) + 1).
TENORITE_VECTOR_PART Floats tanh_of(Floats x) {
  constexpr float kMost = 10;
  Floats a = magnitude(x);
  a = a > kMost ? all<Floats>(kMost) : a;
  constexpr float kSeries[] = {
      -0x1.555556p-2f, 0x1.1110f2p-3f, -0x1.ba0f9ap-5f, 0x1.656b04p-6f,
      -0x1.1a3434p-7f, 0x1.85c39cp-9f, -0x1.48bf8cp-11f};
  const Floats square = a * a;
  const Floats near = fma(a * square, polynomial(square, kSeries), a);
  const Reduced<Floats> of = reduce(a + a);
  const Parts<Floats> sum = sum_of(all<Floats>(1), of.r);
  const Floats e = (sum.high + (sum.low + of.rest)) * power_of_two(of.k);
  const Floats divisor = e + 1.0f, lost = (e - divisor) + 1.0f;
  const Floats quotient = 2.0f / divisor;
  const Floats rest = fma(-quotient, lost, fma(-quotient, divisor, 2.0f));
  const Floats far = 1.0f - fma(rest * 0.5f, quotient, quotient);
  return with_sign(a > 0.8f ? far : near, sign_of(x));
}

template <class V>
TENORITE_VECTOR_PART V tanh(V x) {
  return tanh_of(x);
}

// |x|; from the bound on sinh and cosh are infinite. NaN passes.
template <class V>
TENORITE_VECTOR_PART V bounded_magnitude(V x) {
  constexpr NumberOf<V> kMost = pick<V>(710.5, 89.5f);
  const V a = magnitude(x);
  return a > kMost ? all<V>(kMost) : a;
}

// 2 (Q + 1 / (16 Q)) where Q is a quarter of e^|x|.
template <class V>
TENORITE_VECTOR_PART V cosh(V x) {
  using T = NumberOf<V>;
  const V a = bounded_magnitude(x);
  const Reduced<V> of = reduce(a);
  const Parts<V> e = sum_of(all<V>(T(1)), of.r);
  const V scale = power_of_two(of.k - T(2));
  const V high = e.high * scale, low = (e.low + of.rest) * scale;
  const Parts<V> sum = sum_of(high, T(1.0 / 16) / (high + low));
  return T(2) * (sum.high + (sum.low + low));
}

// 2 (Q + Q / (4 Q + 1)) where Q is a quarter of e^|x| - 1.
template <class V>
TENORITE_VECTOR_PART V sinh(V x) {
  using T = NumberOf<V>;
  const V a = bounded_magnitude(x);
  const Parts<V> parts = part_of_expm1<2>(a);
  const Parts<V> q = sum_of(parts.high, parts.low);
  constexpr T kQuarter = T(0.25);
  const V divisor = q.high + kQuarter;
  const V lost = ((kQuarter - divisor) + q.high) + q.low;
  const V reciprocal = kQuarter / divisor, quotient = q.high * reciprocal;
  const V rest = fma(fma(-T(4) * quotient, divisor, q.high), kQuarter,
                     fma(-quotient, lost, kQuarter * q.low));
  const Parts<V> sum = sum_of(q.high, quotient);
  const V result =
      T(2) * (sum.high + (sum.low + fma(rest, T(4) * reciprocal, q.low)));
  // NaN too is its own result.
  return with_sign(a >= pick<V>(0x1p-28, 0x1p-13f) ? result : a, sign_of(x));
}

}  // namespace tenorite::host::exponential

#endif
