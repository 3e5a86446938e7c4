// SPDX-License-Identifier: Apache-2.0
// From a row of the op table to code: the functor applied to one element of
// each operand of one loop. CPU and CUDA loops are made from it. Functors are
// declared here; who runs one includes the header that defines it, so that a
// functor that changes compiles its own family again and no other.
#pragma once

#include <string_view>
#include <utility>

#include "ops/device/cast.h"
#include "ops/table/op.h"

namespace tenorite::op {
#define TENORITE_UFUNC(name, functor, ...) struct functor;
#define TENORITE_INTERNAL TENORITE_UFUNC
#include "ops/table/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_UFUNC
}  // namespace tenorite::op

namespace tenorite {

template <class... T>
struct Types {
  static constexpr int kCount = sizeof...(T);
};

namespace detail {

// Nothing is said of functors that are only declared.
template <class F>
constexpr bool is_defined() {
  static_assert(sizeof(F) > 0, "the functor's header is not included");
  return true;
}
template <class F>
concept Checked = is_defined<F>() && F::kChecked;
template <class F>
concept NativeHalf = is_defined<F>() && F::kNativeHalf;

// What the functor sees of an operand of type T.
template <class F, class T, bool = NativeHalf<F>>
struct argument : type_identity<compute_t<T>> {};
template <class F, class T>
struct argument<F, T, true> : type_identity<T> {};

}  // namespace detail

template <class Functor, class Ins, class Outs>
struct FunctorLoop;

template <class Functor, class... In, class... Out>
struct FunctorLoop<Functor, Types<In...>, Types<Out...>> {
  using Ins = Types<In...>;
  using Outs = Types<Out...>;
  static constexpr bool kChecked = detail::Checked<Functor>;

  template <class T>
  using Argument = typename detail::argument<Functor, T>::type;

  // Error bits are ORed into `error`.
  TENORITE_HD static void apply(unsigned& error, Out&... out, In... in) {
    if constexpr (sizeof...(Out) == 1) {
      if constexpr (kChecked)
        ((out = cast<Out>(Functor()((Argument<In>)in..., error))), ...);
      else
        ((out = cast<Out>(Functor()((Argument<In>)in...))), ...);
    } else {
      apply_two(out..., in...);
    }
  }

 private:
  template <class A, class B>
  TENORITE_HD static void apply_two(A& a, B& b, In... in) {
    Argument<A> x;
    Argument<B> y;
    Functor()((Argument<In>)in..., x, y);
    a = cast<A>(x);
    b = cast<B>(y);
  }
};

// The functor of copies and, through the types of a loop, of casts.
struct Convert {
  static constexpr bool kNativeHalf = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return x;
  }
};

namespace detail {

template <Op op>
struct op_row;
#define TENORITE_UFUNC(name, functor, nin, nout, identity, family, loops, ulp, \
                       doc)                                                    \
  template <>                                                                  \
  struct op_row<Op::name> {                                                    \
    using Functor = ::tenorite::op::functor;                                   \
    static constexpr int kInputs = nin, kOutputs = nout;                       \
    static constexpr std::string_view kFamily = #family;                       \
    static constexpr const char* kLoops = loops;                               \
    static constexpr double kUlp = ulp;                                        \
  };
#define TENORITE_INTERNAL TENORITE_UFUNC
#include "ops/table/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_UFUNC

template <Op op, int index, class Ins, class Outs>
struct loop_of;
template <Op op, int index, size_t... I, size_t... O>
struct loop_of<op, index, std::index_sequence<I...>,
               std::index_sequence<O...>> {
  using Row = op_row<op>;
  static constexpr LoopLetters kLetters =
      loop_letters(Row::kLoops, index, Row::kInputs + Row::kOutputs);
  using type =
      FunctorLoop<typename Row::Functor,
                  Types<type_of_t<kLetters.operand[I]>...>,
                  Types<type_of_t<kLetters.operand[Row::kInputs + O]>...>>;
};

}  // namespace detail

template <Op op>
inline constexpr int kLoopCount = count_loops(detail::op_row<op>::kLoops);

// The code of info(op).loops[index].
template <Op op, int index>
using LoopOf = typename detail::loop_of<
    op, index, std::make_index_sequence<detail::op_row<op>::kInputs>,
    std::make_index_sequence<detail::op_row<op>::kOutputs>>::type;

// Whether an element costs a call into libm or the like rather than a few
// instructions.
template <Op op>
inline constexpr bool kIsHeavy = detail::op_row<op>::kUlp > 0;

// Calls visit.template operator()<op>() for every operation whose family is
// Family::kName.
template <class Family, class F>
constexpr void for_each_op_of(F visit) {
  [&]<size_t... I>(std::index_sequence<I...>) {
    (
        [&] {
          constexpr Op op = static_cast<Op>(I);
          if constexpr (detail::op_row<op>::kFamily == Family::kName)
            visit.template operator()<op>();
        }(),
        ...);
  }(std::make_index_sequence<kNumOps>());
}

}  // namespace tenorite
