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
extern const NamedPath g_creation_paths[];  // creation_paths.cpp
extern const NamedPath g_array_paths[];     // array_paths.cpp

bool init_function_type(PyObject* module);

// Numbers in nested lists as an array, where that needs nothing of NumPy: all
// bool, int, float or complex of Python, and regular. Empty otherwise.
std::optional<ndarray> array_of_numbers(PyObject* o, std::optional<DType> dtype,
                                        std::optional<Device> device);

}  // namespace tenorite::python
