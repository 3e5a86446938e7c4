// SPDX-License-Identifier: Apache-2.0
// Conversion between any two dtypes as NumPy's astype does it.
#pragma once

#include "ops/device/types.h"

namespace tenorite {

namespace detail {

// Out-of-range values and NaN give the smallest integer, as x86 does; the
// comparison is written so that NaN fails it.
template <class F>
TENORITE_HD int float_to_int(F x) {
  bool fits = x > F(-2147483649.0) && x < F(2147483648.0);
  if constexpr (is_same<F, float>)
    fits = x >= -2147483648.0f && x < 2147483648.0f;
  return fits ? (int)x : -2147483647 - 1;
}

template <class F>
TENORITE_HD long float_to_long(F x) {
  bool fits = x >= F(-9223372036854775808.0) && x < F(9223372036854775808.0);
  return fits ? (long)x : -9223372036854775807L - 1;
}

// Converts x, of which the upper half of an unsigned range is moved down
// before. What is subtracted is made of bits: of a choice compilers make
// conversions of both numbers, and that of the one which does not fit raises a
// flag.
template <class To, class Bits, class F>
TENORITE_HD To float_to_unsigned(F x) {
  constexpr F kHalf =
      F(is_same<To, unsigned long> ? 9223372036854775808.0 : 2147483648.0);
  Bits high = -static_cast<Bits>(x >= kHalf);
  F moved = x - bit_cast<F>(static_cast<Bits>(bit_cast<Bits>(kHalf) & high));
  To low;
  if constexpr (is_same<To, unsigned long>)
    low = (To)float_to_long(moved);
  else
    low = (To)float_to_int(moved);
  return low ^ (To)high << (8 * sizeof(To) - 1);
}

template <class To, class F>
TENORITE_HD To float_to_integer(F x) {
  if constexpr (is_same<To, unsigned long> || is_same<To, unsigned int>) {
    if constexpr (is_same<F, float>)
      return float_to_unsigned<To, unsigned int>(x);
    else
      return float_to_unsigned<To, unsigned long>(x);
  } else if constexpr (is_same<To, long>) {
    return float_to_long(x);
  } else {
    return (To)float_to_int(x);
  }
}

}  // namespace detail

template <class To, class From>
TENORITE_HD To cast(From x) {
  if constexpr (is_same<To, From>) {
    return x;
  } else if constexpr (is_complex<From>) {
    if constexpr (is_complex<To>)
      return To{(real_t<To>)x.re, (real_t<To>)x.im};
    else if constexpr (is_bool<To>)
      return x.re != 0 || x.im != 0;
    else
      return cast<To>(x.re);
  } else if constexpr (is_complex<To>) {
    return To{cast<real_t<To>>(x), 0};
  } else if constexpr (is_same<From, half>) {
    if constexpr (is_bool<To>)
      return (x.bits & 0x7fff) != 0;
    else
      return cast<To>((float)x);
  } else if constexpr (is_bool<To>) {
    return x != 0;
  } else if constexpr (is_integer<To> && is_real_floating<From>) {
    return detail::float_to_integer<To>(x);
  } else if constexpr (is_bool<From>) {
    // Compilers vectorise the conversion of a byte, not that of a bool.
    return (To)bit_cast<unsigned char>(x);
  } else {
    return (To)x;
  }
}

}  // namespace tenorite
