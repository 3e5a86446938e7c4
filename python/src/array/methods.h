// SPDX-License-Identifier: Apache-2.0
// What the files that define methods share.
#pragma once

#include "python/src/array/object.h"

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
  bool warns = true;  // of slices with too few elements
};
// Their converted form; keeps alive what the options point at.
class PreparedReduction {
 public:
  PreparedReduction(const ndarray& a, const ReductionCall& call);
  PreparedReduction(const PreparedReduction&) = delete;
  ops::ReduceOptions options;

  // Whether `initial` is nothing that our arrays mix with (a text, a Fraction):
  // NumPy stores it as an item of the dtype that is folded in.
  bool has_other_initial() const { return other_initial_ != nullptr; }
  void cast_initial(DType dtype);

 private:
  void read_initial(PyObject* o);

  ArgumentHolder initial_;
  PyObject* other_initial_ = nullptr;  // borrowed
  Ref kept_output_;
  ndarray where_;
};
PyObject* run_reduction(ReduceOp op, const ndarray& a,
                        const ReductionCall& call);

// NumPy lets an axis of 0 or -1, but no tuple of it, pass for arrays that have
// none.
bool passes_without_axes(PyObject* axis);

// keepdims=: any object for argmax and argmin, else an integer; null is false.
bool truth(PyObject* flag);
bool keeps_axes(PyObject* flag);

// out=, alone or as a tuple of one, as to_output() has it; null for none.
const ndarray* output_of(PyObject* out, Device device, Ref& keep);
// `out` itself where it was given, else the result.
PyObject* result_object(PyObject* out, ndarray result);

// The row of a ufunc object; TypeError for anything else.
Op op_of_ufunc(PyObject* ufunc);

}  // namespace tenorite::python
