// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "ops/table/functor_loop.h"

namespace tenorite {
namespace detail {

template <class Loop>
struct fold_type {
  using type = void;
};
template <class F, class T>
struct fold_type<FunctorLoop<F, Types<T, T>, Types<T>>> {
  using type = T;
};

}  // namespace detail

// T where the loop is T,T->T and can therefore be folded, else void.
template <Op op, int loop>
using FoldType = typename detail::fold_type<LoopOf<op, loop>>::type;

// Calls visit.template operator()<op, loop>() for the loops of a family that
// can be folded.
template <class Family, class F>
constexpr void for_each_fold_of(F visit) {
  for_each_op_of<Family>([&]<Op op>() {
    [&]<int... loop>(std::integer_sequence<int, loop...>) {
      (
          [&] {
            if constexpr (!std::is_void_v<FoldType<op, loop>>)
              visit.template operator()<op, loop>();
          }(),
          ...);
    }(std::make_integer_sequence<int, kLoopCount<op>>());
  });
}

}  // namespace tenorite
