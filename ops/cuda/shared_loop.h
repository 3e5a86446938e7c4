// SPDX-License-Identifier: Apache-2.0
// Loops whose results have the same bits share their kernels, as far as these
// convert nothing.
#pragma once

#include "ops/functor_loop.h"

namespace tenorite::cuda {

namespace sharing {

template <class F>
concept IgnoresSign = F::kIgnoresSign;
template <class F>
concept MovesBytes = F::kMovesBytes;

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
using SharedLoop = typename sharing::shared<Loop>::type;

}  // namespace tenorite::cuda
