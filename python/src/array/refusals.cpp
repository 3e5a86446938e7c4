// SPDX-License-Identifier: Apache-2.0
#include "python/src/array/refusals.h"

namespace tenorite::python {

PyObject* method_on_host(const char* name, PyObject* self, PyObject* args,
                         PyObject* keywords) noexcept {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyObject* result = guarded([&]() -> PyObject* {
    for (const char* refusal : {"_UnsupportedDtype", "_UnsupportedOperation"})
      if (PyErr_GivenExceptionMatches(type, package_function(refusal)))
        return PyObject_CallFunction(package_function("_host_method"), "OsOO",
                                     self, name, args,
                                     keywords ? keywords : Py_None);
    return Py_NewRef(Py_NotImplemented);
  });
  if (result != Py_NotImplemented) {
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return result;
  }
  Py_DECREF(result);
  PyErr_Restore(type, value, trace);
  return nullptr;
}

PyObject* method_on_host(const char* name, PyObject* self,
                         PyObject* const* args, Py_ssize_t n,
                         PyObject* names) noexcept {
  Ref tuple(PyTuple_New(n)), keywords(PyDict_New());
  if (!tuple || !keywords) return nullptr;
  for (Py_ssize_t k = 0; k < n; ++k)
    PyTuple_SET_ITEM(tuple.get(), k, Py_NewRef(args[k]));
  for (Py_ssize_t k = 0; names && k < PyTuple_GET_SIZE(names); ++k)
    PyDict_SetItem(keywords.get(), PyTuple_GET_ITEM(names, k), args[n + k]);
  return method_on_host(name, self, tuple.get(), keywords.get());
}

}  // namespace tenorite::python
