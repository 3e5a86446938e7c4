// SPDX-License-Identifier: Apache-2.0
// What no device does, by classes of its own: NumPy does it on host copies
// where the user lets it (tenorite.config.fallback).
#pragma once

#include "core/error.h"
#include "python/src/array/arguments.h"

namespace tenorite {

// Of the buffer protocol and of DLPack.
struct BufferError : Error {
  using Error::Error;
};

}  // namespace tenorite

namespace tenorite::python {

// A dtype that no device computes with; tenorite._array.convert has the class
// of Python.
struct UnsupportedDtype : TypeError {
  using TypeError::TypeError;
};

// A masked array, a matrix: a NumPy array whose operations are its own;
// likewise.
struct HasOwnOperations : UnsupportedDtype {
  using UnsupportedDtype::UnsupportedDtype;
};

// NumPy arrays beside those of a GPU; likewise.
struct MixedOperands : TypeError {
  using TypeError::TypeError;
};

// Null where a method's exception stands; else, after a refusal, the result of
// NumPy's method of that name. `keywords` may be null.
PyObject* method_on_host(const char* name, PyObject* self, PyObject* args,
                         PyObject* keywords) noexcept;
PyObject* method_on_host(const char* name, PyObject* self,
                         PyObject* const* args, Py_ssize_t n,
                         PyObject* names) noexcept;

using FastMethod = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t,
                                 PyObject*);

// A method as of fast_method(), with NumPy's behind it.
template <FastMethod F>
struct MethodOrHost {
  static inline const char* name = nullptr;
  static PyObject* call(PyObject* self, PyObject* const* args, Py_ssize_t n,
                        PyObject* names) {
    PyObject* result = F(self, args, n, names);
    if (!result) [[unlikely]]
      return method_on_host(name, self, args, n, names);
    return result;
  }
};
template <FastMethod F>
PyMethodDef method_or_host(const char* name, const char* doc) {
  MethodOrHost<F>::name = name;
  return fast_method(name, MethodOrHost<F>::call, doc);
}

}  // namespace tenorite::python
