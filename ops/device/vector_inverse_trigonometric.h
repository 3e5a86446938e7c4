// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometric functions of vectors. Errors are stated in
// ops/cpu/elementwise/vector_math.def.
#pragma once

#include "ops/device/vectors.h"

#ifndef __CUDACC__  // whose compilers have no such vectors

namespace tenorite::host::inverse_trigonometric {

// The two parts of pi / 4.
template <class V>
inline constexpr NumberOf<V> kEighth =
    Format<V>::kIsDouble ? NumberOf<V>(0x1.921fb54442d18p-1)
                         : NumberOf<V>(0x1.921fb6p-1f);
template <class V>
inline constexpr NumberOf<V> kEighthLow =
    Format<V>::kIsDouble ? NumberOf<V>(0x1.1a62633145c07p-55)
                         : NumberOf<V>(-0x1.777a5cp-26f);

// (arctan(t) - t) / t^3 for t^2 <= 1/4
template <class V>
TENORITE_VECTOR_PART V arctan_series(V square) {
  using T = NumberOf<V>;
  if constexpr (Format<V>::kIsDouble) {
    constexpr T kSeries[] = {
        -0x1.5555555555554p-2, 0x1.9999999998dc7p-3,  -0x1.2492492404d83p-3,
        0x1.c71c7173fae64p-4,  -0x1.745d0a99d91e0p-4, 0x1.3b128bfd32fbbp-4,
        -0x1.110025075dddcp-4, 0x1.e0955a999ace7p-5,  -0x1.a680f4658c711p-5,
        0x1.5ee9281016ed2p-5,  -0x1.da5fdeb30e33ep-6, 0x1.6d755fc1636f4p-7};
    return polynomial(square, kSeries);
  } else {
    constexpr T kSeries[] = {-0x1.555556p-2f, 0x1.9998f2p-3f,  -0x1.247348p-3f,
                             0x1.c2d782p-4f,  -0x1.51538ap-4f, 0x1.5a2b0ep-5f};
    return polynomial(square, kSeries);
  }
}

// (arcsin(t) - t) / t^3 for t^2 <= 1/4
template <class V>
TENORITE_VECTOR_PART V arcsin_series(V square) {
  using T = NumberOf<V>;
  if constexpr (Format<V>::kIsDouble) {
    constexpr T kSeries[] = {
        0x1.5555555555556p-3, 0x1.3333333332ecap-4, 0x1.6db6db6e31f13p-5,
        0x1.f1c71c1db0623p-6, 0x1.6e8bb1c8209a2p-6, 0x1.1c4d35cf95421p-6,
        0x1.c9cf07674736ap-7, 0x1.782651caa6547p-7, 0x1.52420b04b37bep-7,
        0x1.65a9c4dfcf8b2p-8, 0x1.1d189408314eep-6, -0x1.e6aaa8a0a04ccp-7,
        0x1.d72b2bc8155f8p-6};
    return polynomial(square, kSeries);
  } else {
    constexpr T kSeries[] = {0x1.555554p-3f, 0x1.33343p-4f,  0x1.6d5bbap-5f,
                             0x1.fd8da2p-6f, 0x1.18f91ep-6f, 0x1.13fed4p-5f};
    return polynomial(square, kSeries);
  }
}

// The angle of the point (x, y) of the first quadrant, or of (-x, y) where
// `is_left`, of which there are some if `kHalfPlane`.
template <bool kHalfPlane, class V>
TENORITE_VECTOR_PART V angle(V y, V x, BitsOf<V> is_left) {
  using T = NumberOf<V>;
  const auto is_steep = y > x;
  const V most = is_steep ? y : x, least = is_steep ? x : y;
  // arctan(p / q) = pi / 4 + arctan((p - q) / (p + q))
  const auto is_middle = least + least > most;
  const V n = is_middle ? least - most : least;
  const V d = is_middle ? least + most : most;
  const V lost = is_middle ? (most - d) + least : V{};
  const V reciprocal = T(1) / d;
  const V t = n * reciprocal;
  const V rest = fma(-t, lost, fma(-t, d, n)) * reciprocal;
  const V square = t * t;
  const V low = fma(t * square, arctan_series(square), rest);
  // Mirrored at the diagonal, and then at the y axis.
  V eighths = is_middle ? all<V>(T(1)) : V{};
  eighths = is_steep ? T(2) - eighths : eighths;
  auto mirrored = (BitsOf<V>)is_steep;
  if constexpr (kHalfPlane) {
    eighths = is_left ? T(4) - eighths : eighths;
    mirrored ^= is_left;
  }
  mirrored = sign_of((V)mirrored);
  const V base = eighths * kEighth<V>;
  V base_low = eighths * kEighthLow<V>;
  if constexpr (kHalfPlane)  // only three eighths are rounded
    base_low += fma(eighths, kEighth<V>, -base);
  const Parts<V> sum = sum_of(base, (V)((BitsOf<V>)t ^ mirrored));
  return sum.high + (sum.low + (base_low + (V)((BitsOf<V>)low ^ mirrored)));
}

template <class V>
TENORITE_VECTOR_PART V atan(V x) {
  constexpr auto kMost = pick<V>(0x1p60, 0x1p30f);  // pi / 2 from here on
  V a = magnitude(x);
  a = a > kMost ? all<V>(kMost) : a;
  return with_sign(angle<false>(a, all<V>(1), BitsOf<V>{}), sign_of(x));
}

// Points that are far from the circle of radius 1 or very near the x axis go to
// the C library.
template <class V>
TENORITE_VECTOR_PART V atan2(V y, V x) {
  using T = NumberOf<V>;
  constexpr T kMost = pick<V>(0x1p1000, 0x1p120f), kLeast = T(1) / kMost;
  const V a = magnitude(y), b = magnitude(x);
  const auto is_left = (BitsOf<V>)(sign_of(x) != BitsOf<V>{});
  const V angles = angle<true>(a, b, is_left);
  V result = with_sign(angles, sign_of(y));
  const V r = a > b ? a : b;
  const auto is_plain =
      (r < kMost) & (r > kLeast) &
      (((angles >= Format<V>::kNormal) & (a >= kLeast)) | (a == T(0)));
  if (any(~is_plain)) [[unlikely]]
    for (int i = 0; i < kLanes<V>; ++i)
      if (!is_plain[i])
        result[i] = (NumberOf<V>)__builtin_atan2((double)y[i], (double)x[i]);
  return result;
}

// arcsin(|x|) = s (1 + s^2 series) where |x| <= 1/2; else pi / 2 less two such
// terms of s = sqrt((1 - |x|) / 2).
template <class V>
struct Arc {
  decltype(V{} > V{}) is_large;
  V s, rest;  // the term
};
template <class V>
TENORITE_VECTOR_PART Arc<V> arc_of(V a) {
  using T = NumberOf<V>;
  const auto is_large = a > T(0.5);
  const V half = T(0.5) - a * T(0.5);
  const V square = is_large ? half : a * a;
  const V root = square_root(half);
  const V s = is_large ? root : a;
  // What rounding the root lost.
  const V divisor = root > T(0) ? root : all<V>(T(1));
  const V lost = is_large ? fma(-root, root, half) * T(0.5) / divisor : V{};
  return {is_large, s, fma(s * square, arcsin_series(square), lost)};
}

template <class V>
TENORITE_VECTOR_PART V asin(V x) {
  using T = NumberOf<V>;
  const Arc<V> arc = arc_of(magnitude(x));
  const Parts<V> sum = sum_of(all<V>(2 * kEighth<V>), T(-2) * arc.s);
  const V large =
      sum.high + (sum.low + fma(arc.rest, T(-2), 2 * kEighthLow<V>));
  return with_sign(arc.is_large ? magnitude(large) : arc.s + arc.rest,
                   sign_of(x));
}

template <class V>
TENORITE_VECTOR_PART V acos(V x) {
  using T = NumberOf<V>;
  const Arc<V> arc = arc_of(magnitude(x));
  const auto is_negative = x < T(0);
  // pi / 2 - asin(x); or 2 terms; or pi - 2 terms.
  V turns = is_negative ? all<V>(T(4)) : V{};
  turns = arc.is_large ? turns : all<V>(T(2));
  const V sign = is_negative ? all<V>(T(1)) : all<V>(T(-1));
  const V factor = arc.is_large ? T(-2) * sign : sign;
  const Parts<V> sum = sum_of(turns * kEighth<V>, factor * arc.s);
  return sum.high + (sum.low + fma(turns, kEighthLow<V>, factor * arc.rest));
}

}  // namespace tenorite::host::inverse_trigonometric

#endif
