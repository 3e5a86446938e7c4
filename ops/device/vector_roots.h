// SPDX-License-Identifier: Apache-2.0
// Cube roots of vectors. Errors are stated in
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

}  // namespace tenorite::host::roots

#endif
