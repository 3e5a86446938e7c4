// SPDX-License-Identifier: Apache-2.0
// One element of one loop of the op table, as an expression: what generated
// kernels are made of. apply<op::Add, float>(x, y) takes operands of the loop's
// types and gives its first output.
#pragma once

#include "ops/device/cast.h"

namespace tenorite {

namespace detail {

template <class F, class = void>
inline constexpr bool is_checked = false;
template <class F>
inline constexpr bool is_checked<F, decltype((void)F::kChecked)> = F::kChecked;
template <class F, class = void>
inline constexpr bool is_native_half = false;
template <class F>
inline constexpr bool is_native_half<F, decltype((void)F::kNativeHalf)> =
    F::kNativeHalf;

// What the functor sees of an operand of type T.
template <class F, class T, bool = is_native_half<F>>
struct argument : type_identity<compute_t<T>> {};
template <class F, class T>
struct argument<F, T, true> : type_identity<T> {};
template <class F, class T>
using argument_t = typename argument<F, T>::type;

}  // namespace detail

// How a loop computes an element; specialised where the CPU device's loops call
// a function of vectors instead (jit/prelude/kernels/vector_math.h).
template <class F, class Out, class... In>
struct Element {
  TENORITE_HD static Out compute(unsigned& error, In... in) {
    if constexpr (detail::is_checked<F>)
      return cast<Out>(F()((detail::argument_t<F, In>)in..., error));
    else
      return cast<Out>(F()((detail::argument_t<F, In>)in...));
  }
};

template <class F, class Out, class... In>
TENORITE_HD Out apply(In... in) {
  unsigned error = 0;
  return Element<F, Out, In...>::compute(error, in...);
}

// Of functors that may find an error, whose bits (ops/device/errors.h) are
// added to `error`.
template <class F, class Out, class... In>
TENORITE_HD Out apply_checked(unsigned& error, In... in) {
  return Element<F, Out, In...>::compute(error, in...);
}

template <class A, class B>
struct Pair {
  A first;
  B second;
};

// Of functors with two outputs.
template <class F, class A, class B, class... In>
TENORITE_HD Pair<A, B> apply_pair(In... in) {
  detail::argument_t<F, A> first;
  detail::argument_t<F, B> second;
  F()((detail::argument_t<F, In>)in..., first, second);
  return {cast<A>(first), cast<B>(second)};
}

// Number of values of Python's range(start, stop, step); step is not 0.
TENORITE_HD unsigned long range_length(long start, long stop, long step) {
  unsigned long from = (unsigned long)start, to = (unsigned long)stop;
  if (step > 0) return start < stop ? (to - from - 1) / step + 1 : 0;
  return start > stop ? (from - to - 1) / (0ul - (unsigned long)step) + 1 : 0;
}

}  // namespace tenorite
