// SPDX-License-Identifier: Apache-2.0
// pybind11 conversions for the value types of core.
#pragma once

#include <pybind11/pybind11.h>

#include "python/src/object.h"

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

}  // namespace pybind11::detail
