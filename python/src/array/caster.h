// SPDX-License-Identifier: Apache-2.0
// pybind11 conversions for the value types of core.
#pragma once

#include <pybind11/pybind11.h>

#include "python/src/array/object.h"

namespace tenorite::python {

// What a bound function returns where NumPy's gives a scalar without axes.
struct Value {
  ndarray array;
};

}  // namespace tenorite::python

namespace pybind11::detail {

template <>
struct type_caster<tenorite::ndarray> {
  PYBIND11_TYPE_CASTER(tenorite::ndarray, const_name("ndarray"));
  bool load(handle source, bool) {
    if (!tenorite::python::is_array(source.ptr())) return false;
    value = tenorite::python::array_of(source.ptr());
    return true;
  }
  static handle cast(const tenorite::ndarray& a, return_value_policy, handle) {
    return tenorite::python::wrap(a);
  }
};

template <>
struct type_caster<tenorite::python::Value> {
  static constexpr auto name = const_name("ndarray");
  static handle cast(const tenorite::python::Value& value, return_value_policy,
                     handle) {
    return tenorite::python::wrap_result(value.array);
  }
};

}  // namespace pybind11::detail
