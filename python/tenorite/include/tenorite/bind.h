// SPDX-License-Identifier: Apache-2.0
// What <tenorite/pybind11.h> and <tenorite/nanobind.h> share: functions whose
// array arguments are checked with their names at hand.
#pragma once

#include <tenorite/array.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace TENORITE_NAMESPACE {
namespace detail {

// Whether a parameter is an array, which std::optional may hold for None, and
// how it is made of an object.
template <class A>
struct parameter {
  static constexpr bool is_array = false;
};
template <class T, class... Rules>
struct parameter<array<T, Rules...>> {
  static constexpr bool is_array = true;
  static constexpr bool takes_none = false;
  static constexpr bool chooses_device =
      ((std::is_same_v<Rules, cpu> || std::is_same_v<Rules, cuda>) || ...);
  static constexpr auto signature = array<T, Rules...>::signature;
  static array<T, Rules...> make(PyObject* o, const place& where) {
    return {o, where};
  }
  static const any_array* find(const array<T, Rules...>& a) { return &a; }
};
template <class T, class... Rules>
struct parameter<std::optional<array<T, Rules...>>>
    : parameter<array<T, Rules...>> {
  static constexpr bool takes_none = true;
  static std::optional<array<T, Rules...>> make(PyObject* o,
                                                const place& where) {
    if (o == Py_None) return std::nullopt;
    return array<T, Rules...>(o, where);
  }
  static const any_array* find(const std::optional<array<T, Rules...>>& a) {
    return a ? &*a : nullptr;
  }
};
template <class A>
using parameter_of = parameter<std::decay_t<A>>;

// An argument before its check; the caller holds the object. Each binding
// library converts anything to it, under the array's signature.
template <class A>
struct unchecked {
  PyObject* ptr = nullptr;
};

// What the binding library is to convert a parameter to.
template <class A>
using slot = std::conditional_t<parameter_of<A>::is_array,
                                unchecked<std::decay_t<A>>, A>;

// What a parameter is in the meantime: an array, or a reference.
template <class A>
using held =
    std::conditional_t<parameter_of<A>::is_array, std::decay_t<A>, A&&>;

// Its name and those of its arguments, for messages.
template <std::size_t N>
struct names {
  std::string function;
  std::array<std::string, N> arguments;  // empty where there is none
  int skipped = 0;                       // 1 where the first is `self`

  place of(std::size_t i, bool with_function = true) const {
    return {with_function ? function.c_str() : nullptr,
            arguments[i].empty() ? nullptr : arguments[i].c_str(),
            static_cast<int>(i) + 1 - skipped};
  }
};

template <class A, class S, std::size_t N>
held<A> hold(S&& given, const names<N>& all, std::size_t i) {
  if constexpr (parameter_of<A>::is_array)
    return parameter_of<A>::make(given.ptr, all.of(i));
  else
    return static_cast<A&&>(given);
}
// An array among the arguments; null for what is none. `chosen`: the function
// says on which type of device.
struct located {
  const any_array* array = nullptr;
  bool chosen = false;
};
template <class A>
located locate([[maybe_unused]] const A& held) {
  if constexpr (parameter<A>::is_array)
    return {parameter<A>::find(held), parameter<A>::chooses_device};
  else
    return {};
}

// ValueError that names both where two arrays are on two devices, unless the
// function wants one of them on another type of device.
template <std::size_t N>
void check_devices(const located (&all)[N], const names<N>& names) {
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = i + 1; j < N; ++j) {
      if (!all[i].array || !all[j].array) continue;
      const tenorite_device a = all[i].array->device();
      const tenorite_device b = all[j].array->device();
      if (a.type == b.type ? a.index == b.index
                           : all[i].chosen || all[j].chosen)
        continue;
      raise(PyExc_ValueError, names.of(i).text() + " is on " + device_name(a) +
                                  " and " + names.of(j, false).text() +
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
                std::index_sequence<I...>, slot<A>&&... given) {
    std::tuple<held<A>...> kept{
        hold<A>(static_cast<slot<A>&&>(given), all, I)...};
    if constexpr ((parameter_of<A>::is_array + ... + 0) > 1)
      check_devices({locate(std::get<I>(kept))...}, all);
    return f(static_cast<A&&>(std::get<I>(kept))...);
  }
};

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
names<N> names_of(const char* function, const char* const (&given)[M],
                  bool is_method) {
  const char* found[M] = {};
  const char** const end = std::copy_if(given, given + M, found,
                                        [](const char* name) { return name; });
  const auto count = static_cast<std::size_t>(end - found);
  names<N> all;
  all.function = function;
  // Methods leave out their first argument, functions that are methods too.
  all.skipped = is_method || (count > 0 && count + 1 == N) ? 1 : 0;
  const std::size_t most = N - static_cast<std::size_t>(all.skipped);
  std::copy_n(found, std::min(count, most),
              all.arguments.begin() + all.skipped);
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
  constexpr bool is_method = std::is_member_function_pointer_v<std::decay_t<F>>;
  scope.def(
      name,
      signature.checking(std::move(body), names_of<n>(name, given, is_method)),
      extra...);
  return scope;
}

}  // namespace detail
}  // namespace TENORITE_NAMESPACE
