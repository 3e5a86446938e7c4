// SPDX-License-Identifier: Apache-2.0
// Cube roots and hypotenuses of vectors. Errors are stated in
// ops/cpu/elementwise/vector_math.def; roots of cubes are exact.
#pragma once

#include "ops/device/vectors.h"

#ifndef __CUDACC__  // whose compilers have no such vectors

namespace tenorite::host::roots {

// Makes y, near a^(-1/3), so much nearer that an error e becomes about e^4 / 7.
template <class V>
TENORITE_VECTOR_PART V refine_reciprocal(V y, V a) {
  using T = NumberOf<V>;
  const V e = fma(-(y * a), y * y, T(1));
  const V series = fma(fma(e, T(14.0 / 81), T(2.0 / 9)), e, T(1.0 / 3));
  return fma(y * e, series, y);
}

template <class V>
TENORITE_VECTOR_PART V cbrt(V x) {
  using T = NumberOf<V>;
  using Word = typename Format<V>::Word;
  constexpr int kDigits = Format<V>::kDigits;
  // Small ones are scaled by the cube of `kScale`.
  constexpr T kSmall = pick<V>(0x1p-900, 0x1p-90f);
  constexpr T kScale = pick<V>(0x1p54, 0x1p24f);
  const V given = magnitude(x);
  const auto is_small = given < kSmall;
  V a = is_small ? given * (kScale * kScale * kScale) : given;
  a = a > T(0) ? a : all<V>(T(1));
  // The bits of a number are about its logarithm: those of a^(-1/3) are minus
  // a third of those of a. The upper bits are enough.
  constexpr int kDropped = Format<V>::kIsDouble ? 32 : 8;
  constexpr Word kShift =
      Format<V>::kIsDouble ? Word(0x4330000000000000) : Word(0x4b000000);
  const V upper =
      (V)(((BitsOf<V>)a >> kDropped) | kShift) - pick<V>(0x1p52, 0x1p23f);
  constexpr T kOne = T(Word(Format<V>::kBias) << (kDigits - kDropped));
  constexpr T kNearest = T(0.069) * T(Word(1) << (kDigits - kDropped));
  const V third = fma(upper, T(-1.0 / 3),
                      kOne * T(4.0 / 3) - kNearest + pick<V>(0x1p52, 0x1p23f));
  V y = (V)((BitsOf<V>)third << kDropped);
  y = refine_reciprocal(y, a);
  if constexpr (Format<V>::kIsDouble) y = refine_reciprocal(y, a);
  // One step towards the root, with its cube's error in full precision.
  const V inverse_square = y * y, root = a * inverse_square;
  const V square = root * root, lost = fma(root, root, -square);
  const V error = fma(square, root, -a) + lost * root;
  V result = fma(error * inverse_square, T(-1.0 / 3), root);
  result = is_small ? result * (T(1) / kScale) : result;
  const auto is_plain = (given > T(0)) & (given < Format<V>::kInfinity);
  return is_plain ? with_sign(result, sign_of(x)) : x;
}

// The root of a sum of squares, and one step towards the exact one, with what
// rounding lost of the squares.
template <class V>
TENORITE_VECTOR_PART V hypot(V x, V y) {
  using T = NumberOf<V>;
  // Squares neither overflow nor vanish between the two.
  constexpr T kLarge = pick<V>(0x1p500, 0x1p60f);
  constexpr T kSmall = pick<V>(0x1p-400, 0x1p-40f);
  constexpr T kScale = pick<V>(0x1p600, 0x1p90f);
  const V a = magnitude(x), b = magnitude(y);
  const auto is_ordered = a > b;
  const V larger = is_ordered ? a : b, smaller = is_ordered ? b : a;
  // Neither infinite nor NaN, nor both 0.
  const auto is_plain =
      (larger > T(0)) & (larger < Format<V>::kInfinity) & (smaller == smaller);
  V up = larger < kSmall ? all<V>(kScale) : all<V>(T(1));
  up = larger > kLarge ? all<V>(T(1) / kScale) : up;
  V down = larger < kSmall ? all<V>(T(1) / kScale) : all<V>(T(1));
  down = larger > kLarge ? all<V>(kScale) : down;
  const V m = is_plain ? larger * up : all<V>(T(1));
  const V n = is_plain ? smaller * up : V{};
  const V m2 = m * m, n2 = n * n;
  const V root = square_root(m2 + n2), square = root * root;
  const V lost = fma(m, m, -m2) + fma(n, n, -n2) - fma(root, root, -square);
  const V error = ((m2 - square) + n2) + lost;
  const V result = fma(error, T(0.5) / root, root) * down;
  const V infinite = all<V>(Format<V>::kInfinity);
  const auto has_infinity = (a == infinite) | (b == infinite);
  return is_plain ? result : has_infinity ? infinite : a + b;
}

}  // namespace tenorite::host::roots

#endif
