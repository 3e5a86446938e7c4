// SPDX-License-Identifier: Apache-2.0
// Loops on narrow numbers that are loops on wider ones between conversions, so
// that there is one text of machine code for both: halves, which processors
// compute with as floats, and floats of functions that are computed in double.
// So are logical functions of numbers those of their truths.
#pragma once

#include <type_traits>
#include <utility>

#include "ops/cpu/elementwise/loop.h"
#include "ops/table/functor_loop.h"

namespace tenorite::cpu {

// Which operands of a loop, outputs first, are narrow; of logical functions
// the numbers are "narrow" and bools "wide".
struct NarrowOperands {
  DType narrow, wide;
  int outputs, operands;
  bool is_narrow[kMaxOutputs + kMaxInputs];
};

// Runs a loop on wide numbers in the place of one on narrow ones.
void run_on_wide(CpuLoop loop, const NarrowOperands& operands, char** data,
                 const int64_t* strides, int64_t n, unsigned* error);

namespace detail {

// Single precision of these is that of doubles, rounded. Vectors of floats are
// two of doubles, which hide each other's latency in the error functions: their
// loops over floats are a quarter faster.
template <Op op>
constexpr bool kInDouble =
    tenorite::detail::op_row<op>::kFamily.starts_with("special_") &&
    tenorite::detail::op_row<op>::kFamily != "special_error";

// Functions of the truths of numbers.
template <Op op>
constexpr bool kIsLogical =
    tenorite::detail::op_row<op>::kFamily.starts_with("logical");

// Whether a functor of one output gives doubles, which are rounded once.
template <class F, int outputs, class... In>
constexpr bool kGivesDouble = false;
template <class F, class... In>
constexpr bool kGivesDouble<F, 1, In...> = [] {
  if constexpr (tenorite::detail::Checked<F>)
    return is_same<decltype(F()(In()..., std::declval<unsigned&>())), double>;
  else
    return is_same<decltype(F()(In()...)), double>;
}();

template <class T, class Narrow, class Wide>
using widened_t = std::conditional_t<is_same<T, Narrow>, Wide, T>;

template <Op op, class Loop>
struct widened {
  using type = void;
};
template <Op op, class F, class... In, class... Out>
  requires(!kIsLogical<op> && !tenorite::detail::NativeHalf<F> &&
           (is_same<In, half> || ...) &&
           !kGivesDouble<F, sizeof...(Out), widened_t<In, half, float>...>)
struct widened<op, FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Narrow = half;
  using Wide = float;
  using type = FunctorLoop<F, Types<widened_t<In, half, float>...>,
                           Types<widened_t<Out, half, float>...>>;
};
template <Op op, class F, class... In, class... Out>
  requires(kInDouble<op> && (is_same<In, float> && ...))
struct widened<op, FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Narrow = float;
  using Wide = double;
  using type = FunctorLoop<F, Types<widened_t<In, float, double>...>,
                           Types<widened_t<Out, float, double>...>>;
};

template <Op op, class F, class T, class... In, class Out>
  requires(kIsLogical<op> && !is_bool<T> && !(is_integer<T> && sizeof(T) < 4))
struct widened<op, FunctorLoop<F, Types<T, In...>, Types<Out>>> {
  using Narrow = T;
  using Wide = bool;
  using type =
      FunctorLoop<F, Types<bool, widened_t<In, T, bool>...>, Types<bool>>;
};

template <class Narrow, class Wide, class Loop>
struct narrow_operands;
template <class Narrow, class Wide, class F, class... In, class... Out>
struct narrow_operands<Narrow, Wide,
                       FunctorLoop<F, Types<In...>, Types<Out...>>> {
  static constexpr NarrowOperands value = {
      dtype_of_letter(letter_of<Narrow>),
      dtype_of_letter(letter_of<Wide>),
      sizeof...(Out),
      sizeof...(Out) + sizeof...(In),
      {is_same<Out, Narrow>..., is_same<In, Narrow>...}};
};

}  // namespace detail

// The loop on wider numbers that a loop of an operation may be made of; void if
// there is none.
template <Op op, class Loop>
using WidenedLoop = typename detail::widened<op, Loop>::type;

// The loop of an operation, made of that on wider numbers.
template <Op op, class Loop, CpuLoop wide>
void run_widened(char** data, const int64_t* strides, int64_t n,
                 unsigned* error) {
  using Widened = detail::widened<op, Loop>;
  run_on_wide(wide,
              detail::narrow_operands<typename Widened::Narrow,
                                      typename Widened::Wide, Loop>::value,
              data, strides, n, error);
}

}  // namespace tenorite::cpu
