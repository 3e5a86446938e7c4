// SPDX-License-Identifier: Apache-2.0
// Loops whose results have the same bits share their code: those of functors
// that are the same for some dtypes all of them, those of dtypes that a functor
// treats alike as far as these convert nothing.
#pragma once

#include "ops/table/functor_loop.h"

namespace tenorite {

namespace sharing {

using tenorite::detail::is_defined;

template <class F>
concept IgnoresSign = is_defined<F>() && F::kIgnoresSign;
template <class F>
concept MovesBytes = is_defined<F>() && F::kMovesBytes;

// What functors of ops/device say of others of their family.
template <class F>
concept SwapsInputs = is_defined<F>() && requires { typename F::Swaps; };
template <class F>
concept SameOnIntegers =
    is_defined<F>() && requires { typename F::OnIntegers; };
template <class F>
concept SameOnUnsigned =
    is_defined<F>() && requires { typename F::OnUnsigned; };
template <class F>
concept SameOnReals = is_defined<F>() && requires { typename F::OnReals; };

template <class Loop>
struct same {
  using type = Loop;
  static constexpr bool kSwapped = false;
};
template <SwapsInputs F, class A, class B, class Out>
struct same<FunctorLoop<F, Types<A, B>, Types<Out>>> {
  using type = FunctorLoop<typename F::Swaps, Types<B, A>, Types<Out>>;
  static constexpr bool kSwapped = true;
};
template <SameOnIntegers F, class... In, class Out>
  requires((is_integer<In> || is_bool<In>) && ...)
struct same<FunctorLoop<F, Types<In...>, Types<Out>>>
    : same<FunctorLoop<typename F::OnIntegers, Types<In...>, Types<Out>>> {};
template <SameOnUnsigned F, class... In, class Out>
  requires(is_unsigned_integer<In> && ...)
struct same<FunctorLoop<F, Types<In...>, Types<Out>>>
    : same<FunctorLoop<typename F::OnUnsigned, Types<In...>, Types<Out>>> {};
template <SameOnReals F, class... In, class Out>
  requires(!is_complex<In> && ...)
struct same<FunctorLoop<F, Types<In...>, Types<Out>>>
    : same<FunctorLoop<typename F::OnReals, Types<In...>, Types<Out>>> {};

template <int Size>
struct bytes_of_size : detail::unsigned_of_size<Size> {};
template <>
struct bytes_of_size<16> {
  using type = complex<double>;
};

template <class T>
struct without_sign {
  using type = T;
};
template <class T>
  requires is_signed_integer<T>
struct without_sign<T> {
  using type = unsigned_t<T>;
};

template <class A, class... T>
inline constexpr bool kAllSame = (is_same<A, T> && ...);

template <class Loop>
struct shared {
  using type = Loop;
};
template <MovesBytes F, class... In, class... Out>
struct shared<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using type =
      FunctorLoop<F, Types<typename bytes_of_size<sizeof(In)>::type...>,
                  Types<typename bytes_of_size<sizeof(Out)>::type...>>;
};
// Operands of both signs are for functors that compare them.
template <IgnoresSign F, class... In, class... Out>
  requires kAllSame<In...>
struct shared<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using type = FunctorLoop<F, Types<typename without_sign<In>::type...>,
                           Types<typename without_sign<Out>::type...>>;
};

}  // namespace sharing

template <class Loop>
using SameLoop = sharing::same<Loop>;
template <class Loop>
using SharedLoop = typename sharing::shared<Loop>::type;

}  // namespace tenorite
