// SPDX-License-Identifier: Apache-2.0
// What <tenorite/pybind11.h> and <tenorite/nanobind.h> share: functions whose
// array arguments are checked with their names at hand.
#pragma once

#include <tenorite/array.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace TENORITE_NAMESPACE {
namespace detail {

// An argument before its check; the caller holds the object. Each binding
// library converts anything to it, under the array's signature.
template <class Array>
struct unchecked {
  PyObject* ptr = nullptr;
};

template <class A>
inline constexpr bool is_array = false;
template <class T, class... Rules>
inline constexpr bool is_array<array<T, Rules...>> = true;

// What the binding library is to convert a parameter to.
template <class A>
using slot = std::conditional_t<is_array<std::decay_t<A>>,
                                unchecked<std::decay_t<A>>, A>;

// What a parameter is in the meantime: an array, or a reference.
template <class A>
using held =
    std::conditional_t<is_array<std::decay_t<A>>, std::decay_t<A>, A&&>;

// Its name and those of its arguments, for messages.
template <std::size_t N>
struct names {
  const char* function = nullptr;
  std::array<const char*, N> arguments{};
  int skipped = 0;  // 1 where the first is `self`

  place of(std::size_t i) const {
    return {function, arguments[i], static_cast<int>(i) + 1 - skipped};
  }
};

template <class A, class S, std::size_t N>
held<A> hold(S&& given, const names<N>& all, std::size_t i) {
  if constexpr (is_array<std::decay_t<A>>)
    return std::decay_t<A>(given.ptr, all.of(i));
  else
    return static_cast<A&&>(given);
}

// ValueError that names both where two arrays are on two devices.
template <class Held, std::size_t N, std::size_t... I>
void check_devices(const Held& held, const names<N>& all,
                   std::index_sequence<I...>) {
  const any_array* arrays[N + 1] = {};
  auto note = [&](std::size_t i, const auto& a) {
    if constexpr (is_array<std::decay_t<decltype(a)>>) arrays[i] = &a;
  };
  (note(I, std::get<I>(held)), ...);
  std::size_t first = N;
  for (std::size_t i = 0; i < N; ++i) {
    if (!arrays[i]) continue;
    if (first == N) first = i;
    const tenorite_device a = arrays[first]->device(), b = arrays[i]->device();
    if (a.type != b.type || a.index != b.index)
      raise(PyExc_ValueError,
            all.of(first).text() + " is on " + device_name(a) + " and " +
                place(nullptr, all.arguments[i], all.of(i).number).text() +
                " is on " + device_name(b) +
                ": all arrays must be on one device");
  }
}

template <class R, class... A>
struct signature_of {
  // A function of what the binding library converts, which checks the arrays
  // and calls f.
  template <class F>
  static auto checking(F f, const names<sizeof...(A)>& all) {
    return [f = std::move(f), all](slot<A>... given) -> R {
      return call(f, all, std::index_sequence_for<A...>(),
                  static_cast<slot<A>&&>(given)...);
    };
  }
  static constexpr std::size_t kCount = sizeof...(A);

 private:
  template <class F, std::size_t... I>
  static R call(const F& f, const names<sizeof...(A)>& all,
                std::index_sequence<I...> positions, slot<A>&&... given) {
    std::tuple<held<A>...> kept{
        hold<A>(static_cast<slot<A>&&>(given), all, I)...};
    check_devices(kept, all, positions);
    return f(static_cast<A&&>(std::get<I>(kept))...);
  }
};

template <class R, class... A, class F>
auto with_signature(F f, R (*)(A...)) {
  return std::pair{std::move(f), signature_of<R, A...>{}};
}
template <class R, class... A>
auto callable(R (*f)(A...)) {
  return std::pair{f, signature_of<R, A...>{}};
}
template <class R, class C, class... A>
auto callable(R (C::*method)(A...)) {
  auto f = [method](C& self, A... a) -> R {
    return (self.*method)(std::forward<A>(a)...);
  };
  return std::pair{f, signature_of<R, C&, A...>{}};
}
template <class R, class C, class... A>
auto callable(R (C::*method)(A...) const) {
  auto f = [method](const C& self, A... a) -> R {
    return (self.*method)(std::forward<A>(a)...);
  };
  return std::pair{f, signature_of<R, const C&, A...>{}};
}
// Lambdas and the like.
template <class F, class R, class... A>
auto by_operator(F f, R (F::*)(A...) const) {
  return std::pair{std::move(f), signature_of<R, A...>{}};
}
template <class F, class = decltype(&F::operator())>
auto callable(F f) {
  return by_operator(std::move(f), &F::operator());
}

// Of the arguments that have names in `given`, in their order; others are null.
template <std::size_t N, std::size_t M>
names<N> names_of(const char* function, const char* const (&given)[M]) {
  const char* found[M] = {};
  const char** const end = std::copy_if(given, given + M, found,
                                        [](const char* name) { return name; });
  const auto count = static_cast<std::size_t>(end - found);
  names<N> all;
  all.function = function;
  // Methods leave out their first argument.
  all.skipped = count + 1 == N ? 1 : 0;
  std::copy_n(found, std::min(count, N), all.arguments.begin() + all.skipped);
  return all;
}

// scope.def(name, f, extra...) with checks of the arrays. `name_in` is the name
// in an `extra` that stands for an argument, and null for others.
template <class NameIn, class Scope, class F, class... Extra>
Scope& define([[maybe_unused]] NameIn name_in, Scope& scope, const char* name,
              F&& f, const Extra&... extra) {
  import_tenorite();
  const char* const given[] = {name_in(extra)..., nullptr};
  auto [body, signature] = callable(std::forward<F>(f));
  constexpr std::size_t n = decltype(signature)::kCount;
  scope.def(name, signature.checking(std::move(body), names_of<n>(name, given)),
            extra...);
  return scope;
}

}  // namespace detail
}  // namespace TENORITE_NAMESPACE
