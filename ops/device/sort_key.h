// SPDX-License-Identifier: Apache-2.0
// Unsigned keys whose order is that of NumPy's sorts: NaNs last, complex
// numbers by real, then imaginary part, those with a NaN after all others.
#pragma once

#include "ops/device/config.h"

namespace tenorite {

// How the bits of an item, or of a part of a complex one, are ordered.
enum class KeyKind : unsigned char { kUnsigned, kSigned, kFloat };

namespace sort_key {

template <class U>
inline constexpr U kSign = U(U(1) << (8 * sizeof(U) - 1));
// Bits of the infinity of a floating-point type of that width.
template <class U>
inline constexpr U kInfinity = U(0);
template <>
inline constexpr unsigned short kInfinity<unsigned short> = 0x7c00;
template <>
inline constexpr unsigned kInfinity<unsigned> = 0x7f800000;
template <>
inline constexpr unsigned long kInfinity<unsigned long> = 0x7ff0000000000000;

template <class U>
TENORITE_HD bool is_nan(U bits) {
  return U(bits & ~kSign<U>) > kInfinity<U>;
}

// One key for each bit pattern: -0 comes before 0, and NaNs, which are last,
// have an order.
template <class U>
TENORITE_HD U total(U bits, KeyKind kind) {
  if (kind == KeyKind::kUnsigned) return bits;
  if (kind == KeyKind::kSigned) return bits ^ kSign<U>;
  U key = bits & kSign<U> ? U(~bits) : U(bits | kSign<U>);
  // Negative NaNs would be first: the keys are turned until -inf is.
  return key - U(kSign<U> - 1 - kInfinity<U>);
}
template <class U>
TENORITE_HD U from_total(U key, KeyKind kind) {
  if (kind == KeyKind::kUnsigned) return key;
  if (kind == KeyKind::kSigned) return key ^ kSign<U>;
  key += U(kSign<U> - 1 - kInfinity<U>);
  return key & kSign<U> ? U(key ^ kSign<U>) : U(~key);
}

// Keys of numbers in descending order; those of NaNs stay last.
template <class U>
TENORITE_HD U turned(U key, KeyKind kind) {
  constexpr U kNumbers = U(2 * (kInfinity<U> + 1));
  if (kind != KeyKind::kFloat) return U(~key);
  return key < kNumbers ? U(kNumbers - 1 - key) : key;
}

// Equal keys for what NumPy takes for equal: both zeros, and all NaNs.
template <class U>
TENORITE_HD U equal(U bits, KeyKind kind, bool descending = false) {
  if (kind == KeyKind::kFloat) {
    if (is_nan(bits)) return U(~U(0));
    if (bits == kSign<U>) bits = 0;
  }
  U key = total(bits, kind);
  return descending ? turned(key, kind) : key;
}

template <class U>
TENORITE_HD bool is_nan_key(U equal_key, KeyKind kind) {
  return kind == KeyKind::kFloat && equal_key == U(~U(0));
}

// The same for a complex number, as two words.
template <class U>
struct Pair {
  U high, low;
};
// High words with a NaN, from here on, are larger than those of all numbers.
template <class U>
inline constexpr U kAbove = U(~U(0)) - 4;
template <class U>
TENORITE_HD Pair<U> equal_pair(U re, U im, bool descending = false) {
  U re_key = equal(re, KeyKind::kFloat, descending);
  U im_key = equal(im, KeyKind::kFloat, descending);
  bool re_nan = is_nan(re), im_nan = is_nan(im);
  if (re_nan) return {U(kAbove<U> + (im_nan ? 2 : 1)), im_nan ? U(0) : im_key};
  if (im_nan) return {kAbove<U>, re_key};
  return {re_key, im_key};
}

}  // namespace sort_key
}  // namespace tenorite
