// SPDX-License-Identifier: Apache-2.0
// The one argument parser of functions and methods called without a tuple.
#pragma once

#include <initializer_list>

#include "python/src/array/object.h"

namespace tenorite::python {

// The parameters of a function: their names in order, how many must be given
// and how many may be given by position.
class Parameters {
 public:
  static constexpr int kMax = 9;

  Parameters(const char* function, std::initializer_list<const char*> names,
             int required = 0, int positional = kMax);

  // Fills values (borrowed, null where absent) from the arguments of a
  // vectorcall: n by position, then those that `names` names. TypeError in
  // NumPy's words for any that do not fit.
  void parse(PyObject* const* args, Py_ssize_t n, PyObject* names,
             PyObject** values) const {
    if (!match(args, n, names, values)) [[unlikely]]
      refuse(args, n, names);
  }
  // The same; false where the arguments do not fit.
  bool match(PyObject* const* args, Py_ssize_t n, PyObject* names,
             PyObject** values) const;

 private:
  int find(PyObject* name) const;
  [[noreturn]] void refuse(PyObject* const* args, Py_ssize_t n,
                           PyObject* names) const;

  const char* function_;
  int count_, required_, positional_;
  PyObject* names_[kMax];  // interned
};

// A method whose arguments come as vectorcall passes them, with names of
// keywords or without.
inline PyMethodDef fast_method(const char* name,
                               PyObject* (*function)(PyObject*,
                                                     PyObject* const*,
                                                     Py_ssize_t, PyObject*),
                               const char* doc) {
  return {name,
          reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
          METH_FASTCALL | METH_KEYWORDS, doc};
}
inline PyMethodDef fast_method(const char* name,
                               PyObject* (*function)(PyObject*,
                                                     PyObject* const*,
                                                     Py_ssize_t),
                               const char* doc) {
  return {name,
          reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
          METH_FASTCALL, doc};
}

}  // namespace tenorite::python
