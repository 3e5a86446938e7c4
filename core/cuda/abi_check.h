// SPDX-License-Identifier: Apache-2.0
// Whether a function pointer that we declare for a library opened at run time
// has the parameters of the function in the library's header.
#pragma once

#include <type_traits>

namespace tenorite::cuda {

namespace detail {

// Types as they are passed: enumerations as int, pointers to anything but
// integers as void*.
template <class T>
struct Passed {
  using type = T;
};
template <class T>
  requires std::is_enum_v<T>
struct Passed<T> {
  using type = int;
};
template <class T>
struct Passed<T*> {
  using Target = std::remove_const_t<T>;
  using type = std::conditional_t<
      std::is_integral_v<Target>, Target*,
      std::conditional_t<std::is_pointer_v<Target>,
                         typename Passed<Target>::type*, void*>>;
};

}  // namespace detail

template <class A, class B>
struct SameCall : std::false_type {};
template <class R, class S, class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
struct SameCall<R (*)(A...), S (*)(B...)>
    : std::bool_constant<(std::is_same_v<typename detail::Passed<A>::type,
                                         typename detail::Passed<B>::type> &&
                          ...)> {};

}  // namespace tenorite::cuda
