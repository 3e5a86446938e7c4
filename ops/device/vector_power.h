// SPDX-License-Identifier: Apache-2.0
// Powers of vectors. Errors are stated in
// ops/cpu/elementwise/vector_math.def; powers that are numbers are exact.
#pragma once

#include "ops/device/vector_exponential.h"
#include "ops/device/vector_logarithm.h"

#ifndef __CUDACC__

namespace tenorite::host::power {

// log(1 + f) = 2 artanh(s), s = f / (2 + f), with some ten digits more than the
// numbers have.
template <class V>
TENORITE_VECTOR_PART Parts<V> log1p_parts(V f) {
  using T = NumberOf<V>;
  const V divisor = f + T(2), lost = f - (divisor - T(2));
  const V reciprocal = T(1) / divisor;
  const V s = f * reciprocal;
  const V s_low = fma(-s, lost, fma(-s, divisor, f)) * reciprocal;
  const V z = s * s, z_low = fma(s * T(2), s_low, fma(s, s, -z));
  // artanh(s) = s + s^3 / 3 + s^5 tail
  V tail;
  if constexpr (Format<V>::kIsDouble) {
    constexpr T kSeries[] = {0x1.999999999999ap-2, 0x1.2492492492521p-2,
                             0x1.c71c71c6eaa10p-3, 0x1.745d177a96056p-3,
                             0x1.3b1395d2190c1p-3, 0x1.1118c7e4b0917p-3,
                             0x1.df7cc8e5fa539p-4, 0x1.e02e6fff27908p-4};
    tail = polynomial(z, kSeries);
  } else {
    constexpr T kSeries[] = {0x1.9999a4p-2f, 0x1.247a3p-2f, 0x1.d80726p-3f};
    tail = polynomial(z, kSeries);
  }
  constexpr T kThird = pick<V>(0x1.5555555555555p-1, 0x1.555556p-1f);
  constexpr T kThirdLow = pick<V>(0x1.5555555555555p-55, -0x1.555556p-26f);
  const V more = z * tail, factor = more + kThird;
  const V factor_low = ((kThird - factor) + more) + kThirdLow;
  const V w = z * factor;
  const V w_low = fma(z_low, factor, fma(z, factor_low, fma(z, factor, -w)));
  const V cube = s * w;
  const Parts<V> sum = sum_of(s + s, cube);
  const V cube_low = fma(s, w, -cube) + fma(s, w_low, s_low * (w + T(2)));
  return {sum.high, sum.low + cube_low};
}

// x^y = e^(y log(x)) of positive numbers.
template <class V>
TENORITE_VECTOR_PART V of_positive(V x, V y) {
  using T = NumberOf<V>;
  constexpr T kHigh = pick<V>(0x1.62e42fefa4p-1, 0x1.62e4p-1f);
  constexpr T kLow = pick<V>(-0x1.8432a1b0e2634p-43, 0x1.7f7d1cp-20f);
  const logarithm::Split<V> of = logarithm::split(x);
  const Parts<V> fraction = log1p_parts(of.m - T(1));
  const Parts<V> sum = sum_of(of.k * kHigh, fraction.high);
  const Parts<V> log =
      sum_of(sum.high, sum.low + fma(of.k, kLow, fraction.low));
  const V product = y * log.high;
  V low = fma(y, log.low, fma(y, log.high, -product));
  const V exponent = exponential::within_range(product);
  low = exponent == product ? low : V{};
  const exponential::Reduced<V> e = exponential::reduce(exponent);
  const Parts<V> one = sum_of(all<V>(T(1)), e.r);
  const V rest = fma(low, one.high + e.rest, e.rest);
  return scaled(one.high + (one.low + rest), e.k);
}

// What is not a normal number goes to the C library. Squares are products, as
// NumPy's are.
template <class V>
TENORITE_VECTOR_PART V pow(V x, V y) {
  using T = NumberOf<V>;
  const auto is_square = y == T(2);
  if (!any((BitsOf<V>)~is_square)) return x * x;
  const V base = magnitude(x);
  V result = of_positive(base, y);
  const auto is_plain = (base >= Format<V>::kNormal) &
                        (base < Format<V>::kInfinity) &
                        (magnitude(y) < Format<V>::kInfinity);
  const BitsOf<V> sign = sign_of(x);
  if (any((BitsOf<V>)~is_plain | sign)) [[unlikely]] {
    // Whole numbers below this one are odd or even.
    constexpr T kWhole = pick<V>(0x1p51, 0x1p22f);
    const auto is_whole = (nearest_whole(y) == y) & (magnitude(y) < kWhole);
    const V half = y * T(0.5);
    const auto is_odd = is_whole & (nearest_whole(half) != half);
    result = (V)((BitsOf<V>)result ^ (sign & (BitsOf<V>)is_odd));
    const auto is_left = (BitsOf<V>)~is_plain | (sign & (BitsOf<V>)~is_whole);
    if (any(is_left))
      for (int i = 0; i < kLanes<V>; ++i)
        if (is_left[i])
          result[i] = Format<V>::kIsDouble
                          ? __builtin_pow(x[i], y[i])
                          : __builtin_powf((float)x[i], (float)y[i]);
  }
  const V squared = is_square ? x : V{};  // no flags of other numbers
  return is_square ? squared * squared : result;
}

}  // namespace tenorite::host::power

#endif
