// SPDX-License-Identifier: Apache-2.0
// Accumulators that lose nothing worth mentioning over any number of terms.
#pragma once

#include "ops/device/types.h"

namespace tenorite {

// An unevaluated sum: `low` collects the exact rounding errors of `high`
// (Knuth's two-sum), so that a chain of additions is as good as one.
struct compensated {
  double high, low;

  compensated() = default;
  TENORITE_HD compensated(double x) : high(x), low(0) {}
  TENORITE_HD void add(double x) {
    const double sum = high + x, part = sum - high;
    low += (high - (sum - part)) + (x - part);
    high = sum;
  }
  // Infinities and NaNs leave NaN in `low`; `high` alone is then the answer.
  TENORITE_HD explicit operator double() const {
    return low == 0 || high - high != 0 ? high : high + low;
  }
};

TENORITE_HD compensated operator+(compensated a, compensated b) {
  compensated sum;
  sum.high = a.high + b.high;
  double part = sum.high - a.high;
  double error = (a.high - (sum.high - part)) + (b.high - part);
  sum.low = error + (a.low + b.low);
  return sum;
}

namespace detail {

template <class T, bool Wide>
struct sum_of : type_identity<T> {};
template <>
struct sum_of<half, false> : type_identity<float> {};
template <>
struct sum_of<half, true> : type_identity<double> {};
template <>
struct sum_of<float, true> : type_identity<double> {};
template <>
struct sum_of<double, true> : type_identity<compensated> {};
template <class T, bool Wide>
struct sum_of<complex<T>, Wide>
    : type_identity<complex<typename sum_of<T, Wide>::type>> {};

template <class T, bool Integer = is_integer<T>>
struct folded : type_identity<T> {};
template <class T>
struct folded<T, true> : unsigned_of_size<sizeof(T)> {};
template <>
struct folded<bool, false> : type_identity<unsigned char> {};

template <bool First, class A, class B>
struct choose : type_identity<A> {};
template <class A, class B>
struct choose<false, A, B> : type_identity<B> {};

}  // namespace detail

// What sums of T are kept in: T itself or, wide, a type with more bits.
template <class T, bool Wide>
using sum_t = typename detail::sum_of<T, Wide>::type;

// The type of the same size that values of T are folded in: integers wrap
// around.
template <class T>
using folded_t = typename detail::folded<T>::type;

template <bool First, class A, class B>
using choose_t = typename detail::choose<First, A, B>::type;

}  // namespace tenorite
