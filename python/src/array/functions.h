// SPDX-License-Identifier: Apache-2.0
// Functions of the package with a compiled path for ordinary arguments.
#pragma once

#include "python/src/array/object.h"

namespace tenorite::python {

// Serves a vectorcall, or returns null with no exception set to leave it to
// the function in Python, which stays the one that knows every case.
using CompiledPath = PyObject* (*)(PyObject* const* args, Py_ssize_t n,
                                   PyObject* names);

struct NamedPath {
  const char* name;
  CompiledPath path;
};
// Each ends with a null name.
extern const NamedPath g_creation_paths[];   // creation_paths.cpp
extern const NamedPath g_array_paths[];      // array_paths.cpp
extern const NamedPath g_transform_paths[];  // transform_paths.cpp

inline bool absent(PyObject* o) { return !o || o == Py_None; }
// An int of Python; false for all else, and for one of more bits.
inline bool read_int(PyObject* o, int64_t* value) {
  if (!PyLong_CheckExact(o)) return false;
  int overflow;
  *value = PyLong_AsLongLongAndOverflow(o, &overflow);
  return !overflow;
}

// An axis of an array; false where it has none of that number.
inline bool read_axis(PyObject* o, const ndarray& a, int* axis) {
  int64_t at;
  if (!read_int(o, &at) || at < -a.ndim() || at >= a.ndim()) return false;
  *axis = static_cast<int>(at < 0 ? at + a.ndim() : at);
  return true;
}

bool init_function_type(PyObject* module);

// What whoever claimed the argument's type (functions.cpp) makes of a method of
// arrays; null if nobody did.
PyObject* call_claimed(const char* name, PyObject* self, PyObject* argument);

// Numbers in nested lists as an array, where that needs nothing of NumPy: all
// bool, int, float or complex of Python, and regular. Empty otherwise.
std::optional<ndarray> array_of_numbers(PyObject* o, std::optional<DType> dtype,
                                        std::optional<Device> device);

}  // namespace tenorite::python
