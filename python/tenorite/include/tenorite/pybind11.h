// SPDX-License-Identifier: Apache-2.0
// Arrays in functions that pybind11 binds: they are neither copied nor waited
// for, neither as arguments nor as results.
#pragma once

#include <pybind11/pybind11.h>
#include <tenorite/array.h>
#include <tenorite/bind.h>

namespace TENORITE_NAMESPACE {

namespace detail {
inline const bool throws_pybind11_errors =
    (throw_set_exception = [] { throw pybind11::error_already_set(); }, true);

template <class E>
inline constexpr bool is_call_guard = false;
template <class... G>
inline constexpr bool is_call_guard<pybind11::call_guard<G...>> = true;
}  // namespace detail

// scope.def(name, f, extra...) of a module or class, with errors that name the
// argument: TypeError and ValueError such as "f(): argument 'x' must have dtype
// float32, not float64". Name all arguments by py::arg, or none. Arrays must
// all be on one device. For overloads by dtype use scope.def() itself.
template <class Scope, class F, class... Extra>
Scope& def(Scope& scope, const char* name, F&& f, const Extra&... extra) {
  static_assert(!(detail::is_call_guard<Extra> || ...),
                "arrays are checked with the GIL held: release it in the "
                "function itself");
  auto name_in = []([[maybe_unused]] const auto& e) -> const char* {
    if constexpr (std::is_base_of_v<pybind11::arg, std::decay_t<decltype(e)>>)
      return e.name;
    else
      return nullptr;
  };
  return detail::define(name_in, scope, name, std::forward<F>(f), extra...);
}

}  // namespace TENORITE_NAMESPACE

namespace pybind11::detail {

template <class T, class... Rules>
struct type_caster<tenorite::array<T, Rules...>> {
  using Array = tenorite::array<T, Rules...>;
  PYBIND11_TYPE_CASTER(Array, const_name(Array::signature.chars));
  bool load(handle source, bool) { return value.try_load(source.ptr()); }
  static handle cast(const Array& a, return_value_policy, handle) {
    return a ? handle(a.ptr()).inc_ref() : none().release();
  }
};

template <class A>
struct type_caster<tenorite::detail::unchecked<A>> {
  using Unchecked = tenorite::detail::unchecked<A>;
  using Parameter = tenorite::detail::parameter<A>;
  PYBIND11_TYPE_CASTER(Unchecked,
                       const_name(Parameter::signature.chars) +
                           const_name<Parameter::takes_none>(" | None", ""));
  bool load(handle source, bool) {
    value.ptr = source.ptr();
    return true;
  }
};

template <>
struct type_caster<tenorite::object> {
  PYBIND11_TYPE_CASTER(tenorite::object, const_name("object"));
  bool load(handle source, bool) {
    value = tenorite::object::borrow(source.ptr());
    return true;
  }
  static handle cast(const tenorite::object& o, return_value_policy, handle) {
    return o ? handle(o.ptr()).inc_ref() : none().release();
  }
};

}  // namespace pybind11::detail
