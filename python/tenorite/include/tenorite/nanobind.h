// SPDX-License-Identifier: Apache-2.0
// Arrays in functions that nanobind binds: they are neither copied nor waited
// for, neither as arguments nor as results.
#pragma once

#include <nanobind/nanobind.h>
#include <tenorite/array.h>
#include <tenorite/bind.h>

namespace TENORITE_NAMESPACE {

namespace detail {
inline const bool throws_nanobind_errors =
    (throw_set_exception = [] { throw nanobind::python_error(); }, true);

template <class E>
inline constexpr bool is_call_guard = false;
template <class... G>
inline constexpr bool is_call_guard<nanobind::call_guard<G...>> = true;

template <class E>
auto name_in(const E& extra, int) -> decltype(extra.name_) {
  return extra.name_;
}
template <class E>
const char* name_in(const E&, long) {
  return nullptr;
}
}  // namespace detail

// The same as in <tenorite/pybind11.h>, with nb::arg.
template <class Scope, class F, class... Extra>
Scope& def(Scope& scope, const char* name, F&& f, const Extra&... extra) {
  static_assert(!(detail::is_call_guard<Extra> || ...),
                "arrays are checked with the GIL held: release it in the "
                "function itself");
  auto name_in = [](const auto& e) { return detail::name_in(e, 0); };
  return detail::define(name_in, scope, name, std::forward<F>(f), extra...);
}

}  // namespace TENORITE_NAMESPACE

namespace nanobind::detail {

template <class T, class... Rules>
struct type_caster<tenorite::array<T, Rules...>> {
  using Array = tenorite::array<T, Rules...>;
  NB_TYPE_CASTER(Array, const_name(Array::signature.chars))
  // The type of flags depends on nanobind's version.
  template <class Flags>
  bool from_python(handle source, Flags, cleanup_list*) noexcept {
    try {
      return value.try_load(source.ptr());
    } catch (const python_error&) {  // tenorite could not be imported
      return false;
    }
  }
  static handle from_cpp(const Array& a, rv_policy, cleanup_list*) noexcept {
    return a ? handle(a.ptr()).inc_ref() : none().release();
  }
};

template <class A>
struct type_caster<tenorite::detail::unchecked<A>> {
  using Unchecked = tenorite::detail::unchecked<A>;
  NB_TYPE_CASTER(Unchecked,
                 const_name(tenorite::detail::parameter<A>::signature.chars))
  template <class Flags>
  bool from_python(handle source, Flags, cleanup_list*) noexcept {
    value.ptr = source.ptr();
    return true;
  }
};

// nanobind lets None through where a type says so.
template <class A>
struct has_arg_defaults<tenorite::detail::unchecked<A>>
    : std::bool_constant<tenorite::detail::parameter<A>::takes_none> {};

template <>
struct type_caster<tenorite::object> {
  NB_TYPE_CASTER(tenorite::object, const_name("object"))
  template <class Flags>
  bool from_python(handle source, Flags, cleanup_list*) noexcept {
    value = tenorite::object::borrow(source.ptr());
    return true;
  }
  static handle from_cpp(const tenorite::object& o, rv_policy,
                         cleanup_list*) noexcept {
    return o ? handle(o.ptr()).inc_ref() : none().release();
  }
};

}  // namespace nanobind::detail
