// SPDX-License-Identifier: Apache-2.0
// NumPy's divisions: integers by 0 give 0, the smallest integer by -1 wraps.
#pragma once

#include "ops/device/arithmetic.h"

namespace tenorite::detail {

template <class T>
struct QuotientRemainder {
  T quotient, remainder;
};

// a / b for b != 0, except the smallest integer by -1. The host divides short
// integers in floating point, which is exact and vectorises.
template <class T>
TENORITE_HD T divide_safe(T a, T b) {
#ifndef __CUDA_ARCH__
  if constexpr (sizeof(T) <= 2) return (T)(int)((float)a / (float)b);
  if constexpr (is_same<T, int>) return (int)((double)a / (double)b);
#endif
  return (T)(a / b);
}

// x / y of integers of 32 bits at most, correctly rounded.
TENORITE_HD double divide_short(double x, double y) {
#ifdef __CUDA_ARCH__
  // CUDA's own division takes most of its time to check for what cannot be
  // here: over- and underflow. Zeros, common among integers, made it a call.
  // The quotient stays 2**-86 off all halves of a last place (their numerators
  // have 54 bits), more than the last step's error.
  double inverse;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(y));
  inverse = math::fma(math::fma(-y, inverse, 1.0), inverse, inverse);
  inverse = math::fma(math::fma(-y, inverse, 1.0), inverse, inverse);
  const double first = x * inverse;
  const double quotient = math::fma(math::fma(-y, first, x), inverse, first);
  const double at_zero =
      x == 0 ? math::kNan<double> : math::copysign(math::kInf<double>, x);
  return y == 0 ? at_zero : quotient;
#else
  return x / y;
#endif
}

// Truncated division, defined for every pair.
template <class T>
TENORITE_HD QuotientRemainder<T> divide_truncated(T a, T b) {
  using U = wrapping_t<T>;
  bool minus_one = is_signed_integer<T> && b == (T)-1;
  T divisor = b == 0 || minus_one ? T(1) : b;
  T quotient = divide_safe(a, divisor);
  T remainder = (T)((U)a - (U)quotient * (U)divisor);
  if (minus_one) quotient = op::Negative()(a);
  return {b == 0 ? T(0) : quotient, remainder};
}

// Whether a quotient and a product cost less than the loop of fmod: on the host
// vectors alone have them (ops/device/vector_remainder.h).
#ifdef __CUDA_ARCH__
constexpr bool kQuotientsAreFast = true;
#else
constexpr bool kQuotientsAreFast = false;
#endif

// |a| = whole * |b| + rest with 0 <= rest < |b|.
template <class T>
struct WholeAndRest {
  T whole, rest;
  bool is_plain;  // else it says nothing
};
template <class T>
TENORITE_HD WholeAndRest<T> divide_magnitudes(T a, T b) {
  // Up to here the rounded quotient is at most 1 above the whole one.
  constexpr T kMost = is_same<T, float> ? T(0x1p21) : T(0x1p50);
  const T x = math::fabs(a), y = math::fabs(b);
  const bool is_small = x < y;
  const T quotient = (is_small ? T(0) : x) / y;
  T whole = math::trunc(quotient);
  // It has the last place of `y` and no more digits, so nothing is lost.
  T rest = is_small ? x : math::fma(-whole, y, x);
  if (rest < 0) {
    whole -= 1;
    rest += y;
  }
  return {whole, rest, quotient < kMost};
}

template <bool kByQuotient = kQuotientsAreFast, class T>
TENORITE_HD T fmod(T a, T b) {
  if constexpr (kByQuotient && (is_same<T, float> || is_same<T, double>)) {
    const WholeAndRest<T> d = divide_magnitudes(a, b);
    if (d.is_plain) return math::copysign(d.rest, a);
  }
  return math::fmod(a, b);
}

// The quotient rounds down; the remainder has the divisor's sign.
template <bool kByQuotient = kQuotientsAreFast, class T>
TENORITE_HD QuotientRemainder<T> divide_floored(T a, T b) {
  if constexpr (is_integer<T>) {
    QuotientRemainder<T> r = divide_truncated(a, b);
    if constexpr (is_signed_integer<T>) {
      bool differ = ((r.remainder ^ b) < 0) & (r.remainder != 0);
      T all_ones_if_differ = (T) - (T)differ;
      r.quotient = (T)(r.quotient + all_ones_if_differ);
      r.remainder = (T)(r.remainder + (b & all_ones_if_differ));
    }
    return r;
  } else {
    if constexpr (kByQuotient && (is_same<T, float> || is_same<T, double>)) {
      const WholeAndRest<T> d = divide_magnitudes(a, b);
      if (d.is_plain) {
        const bool differ = (a < 0) != (b < 0),
                   is_moved = differ && d.rest != 0;
        // Of zeros, too, the quotient has a sign.
        const T sign = math::copysign(T(1), a) * math::copysign(T(1), b);
        const T rest = is_moved ? math::fabs(b) - d.rest : d.rest;
        return {math::copysign(is_moved ? d.whole + 1 : d.whole, sign),
                math::copysign(rest, b)};
      }
    }
    T remainder = math::fmod(a, b);
    if (b == 0) return {a / b, remainder};
    // a - remainder is very nearly a multiple of b.
    T quotient = (a - remainder) / b;
    if (remainder != 0) {
      if ((b < 0) != (remainder < 0)) {
        remainder += b;
        quotient -= 1;
      }
    } else {
      remainder = math::copysign(T(0), b);
    }
    if (quotient == 0) return {math::copysign(T(0), a / b), remainder};
    T floored = math::floor(quotient);
    if (quotient - floored > T(0.5)) floored += 1;
    return {floored, remainder};
  }
}

}  // namespace tenorite::detail

namespace tenorite::op {

// True quotient; integers become double.
struct Divide {
  template <class T>
  TENORITE_HD auto operator()(T a, T b) const {
    if constexpr (is_integer<T> && sizeof(T) <= 4)
      return detail::divide_short(a, b);
    else if constexpr (is_integer<T>)
      return (double)a / (double)b;
    else
      return a / b;
  }
};

struct FloorDivide {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return detail::divide_floored(a, b).quotient;
  }
};

struct Remainder {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return detail::divide_floored(a, b).remainder;
  }
};

struct Divmod {
  template <class T>
  TENORITE_HD void operator()(T a, T b, T& quotient, T& remainder) const {
    auto r = detail::divide_floored(a, b);
    quotient = r.quotient;
    remainder = r.remainder;
  }
};

struct Fmod {
  using OnUnsigned = Remainder;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    if constexpr (is_integer<T>)
      return detail::divide_truncated(a, b).remainder;
    else
      return detail::fmod(a, b);
  }
};

}  // namespace tenorite::op
