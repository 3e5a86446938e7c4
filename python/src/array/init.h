// SPDX-License-Identifier: Apache-2.0
// The bindings of one topic, in a file of its name:
//   TENORITE_BINDINGS(fft, m) { m.def(...); }
// The module runs all of them when it is imported, in no particular order.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

namespace tenorite::python {

using Bindings = void (*)(pybind11::module_& m);

// Of all topics.
std::vector<Bindings>& all_bindings();
inline bool add_bindings(Bindings bindings) {
  all_bindings().push_back(bindings);
  return true;
}

}  // namespace tenorite::python

#define TENORITE_BINDINGS(topic, m)                  \
  static void bind_##topic(pybind11::module_& m);    \
  [[maybe_unused]] static const bool topic##_added = \
      add_bindings(bind_##topic);                    \
  static void bind_##topic(pybind11::module_& m)
