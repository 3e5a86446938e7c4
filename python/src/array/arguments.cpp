// SPDX-License-Identifier: Apache-2.0
#include "python/src/array/arguments.h"

#include <algorithm>

namespace tenorite::python {

Parameters::Parameters(const char* function,
                       std::initializer_list<const char*> names, int required,
                       int positional)
    : function_(function),
      count_(static_cast<int>(names.size())),
      required_(required),
      positional_(std::min(positional, count_)) {
  int i = 0;
  for (const char* name : names) {
    names_[i] = PyUnicode_InternFromString(name);
    check_python(names_[i++] != nullptr);
  }
}

int Parameters::find(PyObject* name) const {
  for (int i = 0; i < count_; ++i)
    if (names_[i] == name) return i;
  // A name that was made at run time is not interned.
  for (int i = 0; i < count_; ++i)
    if (PyUnicode_Compare(names_[i], name) == 0) return i;
  return -1;
}

bool Parameters::match(PyObject* const* args, Py_ssize_t n, PyObject* names,
                       PyObject** values) const {
  if (n > positional_) return false;
  std::copy(args, args + n, values);
  std::fill(values + n, values + count_, nullptr);
  Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
  for (Py_ssize_t k = 0; k < named; ++k) {
    int i = find(PyTuple_GET_ITEM(names, k));
    if (i < 0 || values[i]) return false;
    values[i] = args[n + k];
  }
  return std::all_of(values, values + required_,
                     [](PyObject* value) { return value != nullptr; });
}

void Parameters::refuse(PyObject* const*, Py_ssize_t n, PyObject* names) const {
  if (n > positional_) {
    if (required_ == positional_)
      throw TypeError(
          format("%s() takes exactly %d positional argument%s but %zd were "
                 "given",
                 function_, positional_, positional_ == 1 ? "" : "s", n));
    throw TypeError(
        format("%s() takes from %d to %d positional arguments but %zd were "
               "given",
               function_, required_, positional_, n));
  }
  bool given[kMax] = {};
  std::fill(given, given + n, true);
  for (Py_ssize_t k = 0; names && k < PyTuple_GET_SIZE(names); ++k) {
    const char* name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, k));
    check_python(name != nullptr);
    int i = find(PyTuple_GET_ITEM(names, k));
    TENORITE_CHECK(i >= 0, TypeError,
                   "%s() got an unexpected keyword argument '%s'", function_,
                   name);
    TENORITE_CHECK(!given[i], TypeError,
                   "argument for %s() given by name ('%s') and position (%d)",
                   function_, name, i);
    given[i] = true;
  }
  for (int i = 0; i < required_; ++i)
    if (!given[i])
      throw TypeError(format("%s() missing required argument '%s' (pos %d)",
                             function_, PyUnicode_AsUTF8(names_[i]), i));
  throw TypeError(format("bad arguments for %s()", function_));
}

}  // namespace tenorite::python
