// SPDX-License-Identifier: Apache-2.0
// Integer division of 64-bit integers, of which processors have no vectors, and
// which takes them up to 40 cycles a number. Where all of a block are below
// 2^51, vectors of doubles divide: the rounded quotient of two such numbers is
// on the same side of every integer as the exact one, and products of quotients
// and divisors are exact.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>

#include "core/cpu_targets.h"
#include "ops/table/functor_loop.h"

namespace tenorite::cpu::small_longs {
// Every translation unit has its own copy: see loop_templates.h.
namespace {

constexpr int kBits = 51;
// Added to a small number, it leaves the number in the last bits of a double.
constexpr double kShift = 0x1.8p52;

template <class T>
TENORITE_ALWAYS_INLINE double widen(T x) {
  return std::bit_cast<double>(static_cast<uint64_t>(x) +
                               std::bit_cast<uint64_t>(kShift)) -
         kShift;
}
template <class T>
TENORITE_ALWAYS_INLINE T narrow(double x) {
  return static_cast<T>(std::bit_cast<uint64_t>(x + kShift) -
                        std::bit_cast<uint64_t>(kShift));
}

// The bits of x from kBits on, but for those that only tell its sign.
template <class T>
TENORITE_ALWAYS_INLINE uint64_t high_bits(T x) {
  if constexpr (is_unsigned_integer<T>)
    return x >> kBits;
  else
    return (static_cast<uint64_t>(x) + (uint64_t{1} << kBits)) >> (kBits + 1);
}

// Whether all of n numbers are small; `stride` in bytes.
template <class T>
TENORITE_ALWAYS_INLINE bool are_small(const char* data, int64_t stride,
                                      int64_t n) {
  uint64_t high = 0;
  auto look = [&](int64_t step) TENORITE_LAMBDA_INLINE {
    for (int64_t i = 0; i < n; ++i) {
      T x;
      std::memcpy(&x, data + i * step, sizeof(T));
      high |= high_bits(x);
    }
  };
  if (stride == 0) n = 1;
  if (stride == sizeof(T))
    look(sizeof(T));
  else
    look(stride);
  return high == 0;
}

struct Floored {
  TENORITE_ALWAYS_INLINE double operator()(double x) const {
    return std::floor(x);
  }
};
struct Truncated {
  TENORITE_ALWAYS_INLINE double operator()(double x) const {
    return std::trunc(x);
  }
};

// A quotient and a remainder of small numbers. Those of divisors of 0 are of 1:
// the remainder is 0 then, as it is to be.
template <class Rounding>
struct Division {
  double a, b, quotient;

  template <class T>
  TENORITE_ALWAYS_INLINE Division(T x, T y)
      : a(widen(x)), b(y == 0 ? 1.0 : widen(y)), quotient(Rounding()(a / b)) {}
  TENORITE_ALWAYS_INLINE double remainder() const { return a - quotient * b; }
};

struct FloorDivide {
  template <class T>
  TENORITE_ALWAYS_INLINE T operator()(T x, T y) const {
    return y == 0 ? T(0) : narrow<T>(Division<Floored>(x, y).quotient);
  }
};
template <class Rounding>
struct Remainder {
  template <class T>
  TENORITE_ALWAYS_INLINE T operator()(T x, T y) const {
    return narrow<T>(Division<Rounding>(x, y).remainder());
  }
};
struct Divmod {
  template <class T>
  TENORITE_ALWAYS_INLINE void operator()(T x, T y, T& quotient,
                                         T& remainder) const {
    const Division<Floored> division(x, y);
    quotient = y == 0 ? T(0) : narrow<T>(division.quotient);
    remainder = narrow<T>(division.remainder());
  }
};

// The functor that does the same with small numbers.
template <class F>
struct counterpart;
template <>
struct counterpart<op::FloorDivide> {
  using type = FloorDivide;
};
template <>
struct counterpart<op::Remainder> {
  using type = Remainder<Floored>;
};
template <>
struct counterpart<op::Divmod> {
  using type = Divmod;
};
template <>
struct counterpart<op::Fmod> {
  using type = Remainder<Truncated>;
};
template <class F>
using counterpart_t = typename counterpart<F>::type;
template <class F>
concept HasCounterpart = requires { typename counterpart<F>::type; };

}  // namespace
}  // namespace tenorite::cpu::small_longs
