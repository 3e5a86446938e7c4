// SPDX-License-Identifier: Apache-2.0
// What the files that define methods share.
#pragma once

#include "python/src/object.h"

namespace tenorite::python {

inline bool parse(PyObject* args, PyObject* keywords, const char* format,
                  const char* const* names, auto*... out) {
  return PyArg_ParseTupleAndKeywords(args, keywords, format,
                                     const_cast<char**>(names), out...) != 0;
}

#define TENORITE_METHOD(name, function, doc)                              \
  {name,                                                                  \
   reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), \
   METH_VARARGS | METH_KEYWORDS, doc}

// The arguments of a reduction as they come in; everything borrowed, null where
// absent.
struct ReductionCall {
  PyObject *axis = nullptr, *dtype = nullptr, *out = nullptr,
           *initial = nullptr, *where = nullptr;
  int keepdims = 0;
  double correction = 0;
};
// Their converted form; keeps alive what the options point at.
class PreparedReduction {
 public:
  PreparedReduction(const ndarray& a, const ReductionCall& call);
  PreparedReduction(const PreparedReduction&) = delete;
  ops::ReduceOptions options;

 private:
  ArgumentHolder initial_;
  ndarray where_;
};
PyObject* run_reduction(ReduceOp op, const ndarray& a,
                        const ReductionCall& call);

// out=, alone or as a tuple of one; null for none. TypeError if no array.
const ndarray* output_of(PyObject* out);
// `out` itself where it was given, else the result.
PyObject* result_object(PyObject* out, ndarray result);

// The row of a ufunc object; TypeError for anything else.
Op op_of_ufunc(PyObject* ufunc);

}  // namespace tenorite::python
