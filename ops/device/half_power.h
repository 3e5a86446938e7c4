// SPDX-License-Identifier: Apache-2.0
// Real powers. Programs raise to 3, -1 or -1.5 more often than to anything
// else: a few products with what their rounding left out, in place of a
// logarithm and an exponential, and nearer to the exact power.
#pragma once

#include "ops/device/math.h"

namespace tenorite::detail {

// Exponents up to this many halves are such.
inline constexpr int kMostHalves = 8;

// Whether no product below, nor what its rounding leaves out, is near over- or
// underflow.
template <class T>
TENORITE_HD bool has_half_powers(T size) {
  constexpr T kMost = sizeof(T) == 8 ? T(0x1p200) : T(0x1p24f);
  return size >= 1 / kMost && size <= kMost;
}

// x^(halves / 2), for halves of 1 to kMostHalves or their negatives; x > 0
// where halves is odd. The exact power is within 0.51 units in the last place.
template <class T>
TENORITE_HD T half_power(T x, int halves) {
  const bool is_odd = halves & 1, is_negative = halves < 0;
  const int count = is_negative ? -halves : halves;
  // The power is first * base^times * (1 + lost), with lost about as small as
  // one rounding.
  T first = x, base = x, lost = 0;
  int times = count / 2 - 1;
  if (is_odd) {
    first = math::rsqrt(x);
    const T square = first * first;
    const T square_low = math::fma(first, first, -square);
    // 1 - x first^2
    const T rest = math::fma(-x, square_low, math::fma(-x, square, T(1)));
    lost = rest / 2;
    times = count / 2 + 1;
    if (is_negative) {
      base = first;
      lost = rest * (T(0.5) * T(count));
      times = count - 1;
    }
  } else if (is_negative) {
    first = base = 1 / x;
    lost = T(count / 2) * math::fma(-x, base, T(1));
  }
  T low = 0;
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
  for (int i = 0; i < times; ++i) {
    const T product = first * base;
    low = math::fma(low, base, math::fma(first, base, -product));
    first = product;
  }
  return first + math::fma(first, lost, low);
}

template <class T>
TENORITE_HD T power(T x, T y) {
#ifdef __CUDA_ARCH__
  if constexpr (is_same<T, float> || is_same<T, double>) {
    if (y == 1) return x;
    if (y == 2) return x * x;
    const T halves = y + y;
    if (math::fabs(halves) <= kMostHalves && halves == math::trunc(halves)) {
      const int count = (int)halves;
      const T size = count & 1 ? x : math::fabs(x);
      if (count != 0 && has_half_powers(size)) return half_power(x, count);
    }
  }
#else
  if constexpr (is_same<T, float> || is_same<T, double>)
    if (y == 2) return x * x;
#endif
  return math::pow(x, y);
}

}  // namespace tenorite::detail
