// SPDX-License-Identifier: Apache-2.0
// Inverse hyperbolic functions of vectors. Errors are stated in
// ops/cpu/elementwise/vector_math.def.
#pragma once

#include "ops/device/vector_logarithm.h"

#ifndef __CUDACC__  // whose compilers have no such vectors

namespace tenorite::host::inverse_hyperbolic {

// log(1 + x + rest); log(2 a) of `a` whose square may be infinite.
template <class V>
TENORITE_VECTOR_PART V logarithm_of(V x, V rest, V a) {
  using T = NumberOf<V>;
  constexpr T kLarge = pick<V>(0x1p30, 0x1p15f);
  const auto is_large = a > kLarge;
  V y = logarithm::log_above_one(is_large ? V{} : x, is_large ? V{} : rest);
  if (any(is_large)) {
    const logarithm::Split<V> of = logarithm::split(a);
    const V log = logarithm::natural(of.k + T(1), of.m - T(1), V{});
    y = is_large ? log : y;
  }
  return y;
}

// log(1 + a + t), a = |x|, t = sqrt(1 + a^2) - 1
template <class V>
TENORITE_VECTOR_PART V asinh(V x) {
  using T = NumberOf<V>;
  const V a = magnitude(x), square = a * a;
  const V root = square_root(square + T(1)), t = square / (root + T(1));
  // What t lacks: t (t + 2) = a^2.
  const V factor = t + T(2), factor_low = t - (factor - T(2));
  const V product = t * factor;
  const V low = fma(a, a, -square) - fma(t, factor, -product);
  const V error = (square - product) + fma(-t, factor_low, low);
  const Parts<V> sum = sum_of(a, t);
  const V y = logarithm_of(sum.high, fma(error, T(0.5) / root, sum.low), a);
  return with_sign(a < Format<V>::kInfinity ? y : a, sign_of(x));
}

// log(1 + t + sqrt(t^2 + 2 t)), t = x - 1
template <class V>
TENORITE_VECTOR_PART V acosh(V x) {
  using T = NumberOf<V>;
  const V t = x - T(1), twice = t + t;
  const V square = fma(t, t, twice), root = square_root(square);
  const V lost = fma(-root, root, square) + fma(t, t, twice - square);
  const V divisor = t > T(0) ? root : all<V>(T(1));
  const Parts<V> sum = sum_of(root, t);
  V y = logarithm_of(sum.high, fma(lost, T(0.5) / divisor, sum.low), x);
  y = x < Format<V>::kInfinity ? y : x;
  if (any(x < T(1))) [[unlikely]]
    for (int i = 0; i < kLanes<V>; ++i)
      if (x[i] < T(1))
        y[i] = Format<V>::kIsDouble ? __builtin_acosh(x[i])
                                    : __builtin_acoshf((float)x[i]);
  return y;
}

// log(1 + 2 a + 2 a^2 / (1 - a)) / 2, a = |x|
template <class V>
TENORITE_VECTOR_PART V atanh(V x) {
  using T = NumberOf<V>;
  const V a = magnitude(x), b = a < T(1) ? a : V{};
  const V divisor = T(1) - b, divisor_low = (T(1) - divisor) - b;
  const V reciprocal = T(1) / divisor, twice = b + b, square = twice * b;
  const V term = square * reciprocal;
  const V low = fma(twice, b, -square) - term * divisor_low;
  const V lost = (fma(-term, divisor, square) + low) * reciprocal;
  const auto is_low = b < T(0.5);
  const Parts<V> sum = sum_of(is_low ? twice : term, is_low ? term : twice);
  V y = logarithm::log_above_one(sum.high, sum.low + lost) * T(0.5);
  y = with_sign(y, sign_of(x));
  // Infinite, or NaN.
  if (any(~(a < T(1)))) [[unlikely]]
    for (int i = 0; i < kLanes<V>; ++i)
      if (!(a[i] < T(1)))
        y[i] = Format<V>::kIsDouble ? __builtin_atanh(x[i])
                                    : __builtin_atanhf((float)x[i]);
  return y;
}

}  // namespace tenorite::host::inverse_hyperbolic

#endif
