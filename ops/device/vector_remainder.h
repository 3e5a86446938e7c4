// SPDX-License-Identifier: Apache-2.0
// Remainders and rounded quotients of vectors, which are exact: those of
// ops/device/division.h, without its branches and calls.
#pragma once

#include "ops/device/division.h"
#include "ops/device/vectors.h"

#ifndef __CUDACC__  // whose compilers have no such vectors

namespace tenorite::host::remainder {

// |a| = whole * |b| + rest with 0 <= rest < |b|.
template <class V>
struct Division {
  V whole, rest;
  decltype(V() < V()) is_plain;  // else it says nothing
};
template <class V>
TENORITE_VECTOR_PART Division<V> divide(V a, V b) {
  using T = NumberOf<V>;
  // Up to here the rounded quotient is at most 1 away from the whole one.
  constexpr T kMost = pick<V>(0x1p50, 0x1p21f);
  const V x = magnitude(a), y = magnitude(b);
  const auto is_small = x < y;
  const V quotient = (is_small ? V{} : x) / y;
  V whole = nearest_whole(quotient);
  // It has the last place of `y` and no more digits, so nothing is lost.
  V rest = is_small ? x : fma(-whole, y, x);
  const auto is_over = rest < T(0);
  whole = is_over ? whole - T(1) : whole;
  rest = is_over ? rest + y : rest;
  return {whole, rest, quotient < kMost};
}

// Of the lanes that are not plain: infinite, NaN, divided by zero, or far
// apart.
template <class V, class Call>
TENORITE_VECTOR_PART V with_others(V result, Division<V> d, V a, V b,
                                   Call call) {
  const auto is_other = ~d.is_plain;
  if (any(is_other)) [[unlikely]]
    for (int i = 0; i < kLanes<V>; ++i)
      if (is_other[i]) result[i] = call(a[i], b[i]);
  return result;
}

template <class V>
TENORITE_VECTOR_PART V fmod(V a, V b) {
  const Division<V> d = divide(a, b);
  return with_others(with_sign(d.rest, sign_of(a)), d, a, b, op::Fmod());
}

template <class V>
TENORITE_VECTOR_PART V remainder(V a, V b) {
  const Division<V> d = divide(a, b);
  const BitsOf<V> sign = sign_of(b), differ = sign_of(a) ^ sign;
  const auto is_moved = (differ != 0) & (d.rest != NumberOf<V>(0));
  const V rest = is_moved ? magnitude(b) - d.rest : d.rest;
  return with_others(with_sign(rest, sign), d, a, b, op::Remainder());
}

template <class V>
TENORITE_VECTOR_PART V floor_divide(V a, V b) {
  using T = NumberOf<V>;
  const Division<V> d = divide(a, b);
  const BitsOf<V> sign = sign_of(a) ^ sign_of(b);
  const auto is_moved = (sign != 0) & (d.rest != T(0));
  const V whole = is_moved ? d.whole + T(1) : d.whole;
  return with_others(with_sign(whole, sign), d, a, b, op::FloorDivide());
}

}  // namespace tenorite::host::remainder

#endif
