// SPDX-License-Identifier: Apache-2.0
// What the Python objects of elementwise and reduction kernels share.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "ops/fusion/kernel_call.h"
#include "python/src/object.h"

namespace tenorite::python {

inline constexpr int kMostParameters = fusion::kMaxParameters;

// For fusion::read_parameters: NumPy's reading of a dtype.
DType read_dtype(const std::string& text);
// A str; TypeError that says `what` it should have been.
std::string text_of(PyObject* o, const char* what);
std::vector<std::string> options_of(PyObject* o);
Ref text_object(const std::string& text);
// A tuple of ParameterInfo.
PyObject* parameter_objects(const std::vector<fusion::KernelParameter>& list,
                            bool input);
bool init_parameter_type();

// The texts by the dtypes of the arrays that they are for, first come first.
PyObject* cached_codes(fusion::KernelMemo& memo);
PyObject* cached_code(fusion::KernelMemo& memo);
// (text, code) for a target.
PyObject* compiled_source(const fusion::KernelSource& source,
                          const fusion::Target& target);

// Arguments of a call: our arrays, numbers, and arrays of others that lie in
// GPU memory.
class CallArguments {
 public:
  // `outputs` are the last ones.
  void read(PyObject* const* args, Py_ssize_t n, int outputs);
  // One more output.
  void read_output(int k, PyObject* o);

  Device device() const { return device_ ? *device_ : default_device(); }
  int64_t largest() const { return largest_; }

  ops::Argument in[kMostParameters];
  const ndarray* out[kMostParameters] = {};
  PyObject* out_objects[kMostParameters] = {};  // borrowed

 private:
  void read_input(int k, PyObject* o);
  // An array over the memory of a foreign one, kept until the call is over.
  PyObject* adopt(PyObject* o);
  void note(const ndarray& a);

  std::optional<Device> device_;
  int64_t largest_ = 0;
  std::vector<Ref> kept_;
};

// For calls of kernels: compiles without Python's lock.
void compile_without_gil(void (*work)(void*), void* context);
// The result of the first argument that takes the call over by a method of
// that name, as CuPy lets it; null if none does.
PyObject* overridden(PyObject* self, const char* method, PyObject* const* args,
                     Py_ssize_t n, PyObject* names);
// Results as CuPy returns them: given outputs are the same objects.
PyObject* result_objects(const ndarray* results, PyObject* const* given,
                         int nout, bool as_tuple);
[[noreturn]] void refuse_keyword(PyObject* names, Py_ssize_t i);
inline bool is_named(PyObject* names, Py_ssize_t i, const char* name) {
  return PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, i), name) ==
         0;
}

// ---- attributes; each kind of kernel says where its definition is ----

template <class Definition>
const Definition& definition_of(PyObject* self);

template <class Definition, std::string Definition::* Member>
PyObject* get_text(PyObject* self, void*) {
  return guarded([&] {
    return text_object(definition_of<Definition>(self).*Member).release();
  });
}
template <class Definition>
PyObject* get_in_params(PyObject* self, void*) {
  return guarded([&] {
    return parameter_objects(definition_of<Definition>(self).parameters.in,
                             true);
  });
}
template <class Definition>
PyObject* get_out_params(PyObject* self, void*) {
  return guarded([&] {
    return parameter_objects(definition_of<Definition>(self).parameters.out,
                             false);
  });
}
template <class Definition>
PyObject* get_nin(PyObject* self, void*) {
  return PyLong_FromSize_t(
      definition_of<Definition>(self).parameters.in.size());
}
template <class Definition>
PyObject* get_nout(PyObject* self, void*) {
  return PyLong_FromSize_t(
      definition_of<Definition>(self).parameters.out.size());
}
template <class Definition>
PyObject* get_nargs(PyObject* self, void*) {
  return PyLong_FromLong(definition_of<Definition>(self).parameters.count());
}

// The attributes that both kinds have.
#define TENORITE_KERNEL_ATTRIBUTES(Definition)                                \
  {"name", get_text<Definition, &Definition::name>, nullptr,                  \
   "The kernel's name.", nullptr},                                            \
      {"__name__", get_text<Definition, &Definition::name>, nullptr, nullptr, \
       nullptr},                                                              \
      {"preamble", get_text<Definition, &Definition::preamble>, nullptr,      \
       "What stands before the kernel.", nullptr},                            \
      {"in_params", get_in_params<Definition>, nullptr,                       \
       "The inputs: tuples (name, dtype, ctype, raw, is_const).", nullptr},   \
      {"out_params", get_out_params<Definition>, nullptr,                     \
       "The outputs: tuples (name, dtype, ctype, raw, is_const).", nullptr},  \
      {"nin", get_nin<Definition>, nullptr, "Number of inputs.", nullptr},    \
      {"nout", get_nout<Definition>, nullptr, "Number of outputs.", nullptr}, \
  {                                                                           \
    "nargs", get_nargs<Definition>, nullptr, "Number of inputs and outputs.", \
        nullptr                                                               \
  }

}  // namespace tenorite::python
