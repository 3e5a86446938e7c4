// SPDX-License-Identifier: Apache-2.0
// What the Python objects of elementwise and reduction kernels share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "jit/codegen/kernel_call.h"
#include "python/src/array/object.h"

namespace tenorite::python {

inline constexpr int kMaxParameters = jit::kMaxParameters;

// For jit::read_parameters: NumPy's reading of a dtype.
DType read_dtype(const std::string& text);
std::vector<std::string> options_of(PyObject* o);
// A tuple of ParameterInfo.
PyObject* parameter_objects(const std::vector<jit::KernelParameter>& list,
                            bool input);
bool init_parameter_type();

// The texts by the dtypes of the arrays that they are for, first come first.
PyObject* cached_codes(jit::KernelMemo& memo);
PyObject* cached_code(jit::KernelMemo& memo);
// (text, code) for a target.
PyObject* compiled_source(const jit::KernelSource& source,
                          const jit::Target& target);

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

  ops::Argument in[kMaxParameters];
  const ndarray* out[kMaxParameters] = {};
  PyObject* out_objects[kMaxParameters] = {};  // borrowed

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

// ---- the Python object of either kind of kernel ----

template <class Kernel>
struct KernelObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  Kernel* kernel;
  PyObject *args, *keywords;  // what it was made from
  bool reduce_dims, no_return, return_tuple;
};
template <class Kernel>
KernelObject<Kernel>* object_of(PyObject* self) {
  return reinterpret_cast<KernelObject<Kernel>*>(self);
}
template <class Kernel>
Kernel& kernel_of(PyObject* self) {
  return *object_of<Kernel>(self)->kernel;
}

// A new object; `call` is what runs it.
template <class Kernel, class Definition>
Ref new_kernel(PyTypeObject* type, PyObject* args, PyObject* keywords,
               Definition definition, vectorcallfunc call) {
  Ref kept = checked(keywords ? PyDict_Copy(keywords) : PyDict_New());
  auto kernel = std::make_unique<Kernel>(std::move(definition));
  Ref self = checked(type->tp_alloc(type, 0));
  KernelObject<Kernel>* object = object_of<Kernel>(self.get());
  object->vectorcall = call;
  object->kernel = kernel.release();
  object->args = Ref::borrow(args).release();
  object->keywords = kept.release();
  return self;
}

template <class Kernel>
void kernel_dealloc(PyObject* self) {
  delete object_of<Kernel>(self)->kernel;
  Py_XDECREF(object_of<Kernel>(self)->args);
  Py_XDECREF(object_of<Kernel>(self)->keywords);
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

template <class Kernel>
PyObject* kernel_repr(PyObject* self) {
  return PyUnicode_FromFormat(
      "<%s '%s'>", Py_TYPE(self)->tp_name,
      kernel_of<Kernel>(self).definition().name.c_str());
}

// Pickles hold what the kernel was made from, and compile again.
template <class Kernel>
PyObject* kernel_reduce(PyObject* self, PyObject*) {
  return guarded([&] {
    return remade_by(Py_TYPE(self), object_of<Kernel>(self)->args,
                     object_of<Kernel>(self)->keywords);
  });
}

// Getters of attributes.
template <class Kernel, auto Member>
PyObject* get_text(PyObject* self, void*) {
  return guarded([&] {
    return text_object(kernel_of<Kernel>(self).definition().*Member).release();
  });
}
template <class Kernel, auto Member>
PyObject* get_flag(PyObject* self, void*) {
  return PyBool_FromLong(object_of<Kernel>(self)->*Member);
}
template <class Kernel, auto List>
PyObject* get_parameters(PyObject* self, void*) {
  return guarded([&] {
    return parameter_objects(
        kernel_of<Kernel>(self).definition().parameters.*List,
        List == &jit::Parameters::in);
  });
}
template <class Kernel>
PyObject* get_all_parameters(PyObject* self, void*) {
  return guarded([&] {
    Ref in = checked(get_parameters<Kernel, &jit::Parameters::in>(self, {}));
    Ref out = checked(get_parameters<Kernel, &jit::Parameters::out>(self, {}));
    return checked(PySequence_Concat(in.get(), out.get())).release();
  });
}
template <class Kernel, auto List>
PyObject* get_count(PyObject* self, void*) {
  return PyLong_FromSize_t(
      (kernel_of<Kernel>(self).definition().parameters.*List).size());
}
template <class Kernel>
PyObject* get_nargs(PyObject* self, void*) {
  return PyLong_FromLong(
      kernel_of<Kernel>(self).definition().parameters.count());
}
template <class Kernel, PyObject* (*Codes)(jit::KernelMemo&)>
PyObject* get_codes(PyObject* self, void*) {
  return guarded([&] { return Codes(kernel_of<Kernel>(self).memo()); });
}

// A row of a PyGetSetDef.
constexpr PyGetSetDef attribute(const char* name, getter get,
                                const char* doc = nullptr) {
  return {name, get, nullptr, doc, nullptr};
}

// The rows that both kinds have.
#define TENORITE_KERNEL_ATTRIBUTES(Kernel, Definition)                        \
  attribute("name", get_text<Kernel, &Definition::name>,                      \
            "The kernel's name."),                                            \
      attribute("__name__", get_text<Kernel, &Definition::name>),             \
      attribute("preamble", get_text<Kernel, &Definition::preamble>,          \
                "What stands before the kernel."),                            \
      attribute("in_params", get_parameters<Kernel, &jit::Parameters::in>,    \
                "The inputs: tuples (name, dtype, ctype, raw, is_const)."),   \
      attribute("out_params", get_parameters<Kernel, &jit::Parameters::out>,  \
                "The outputs: tuples (name, dtype, ctype, raw, is_const)."),  \
      attribute("params", get_all_parameters<Kernel>,                         \
                "in_params and out_params."),                                 \
      attribute("nin", get_count<Kernel, &jit::Parameters::in>,               \
                "Number of inputs."),                                         \
      attribute("nout", get_count<Kernel, &jit::Parameters::out>,             \
                "Number of outputs."),                                        \
      attribute("nargs", get_nargs<Kernel>, "Number of inputs and outputs."), \
      attribute("reduce_dims",                                                \
                get_flag<Kernel, &KernelObject<Kernel>::reduce_dims>,         \
                "As given; axes are merged wherever that changes nothing."),  \
      attribute("cached_codes", get_codes<Kernel, cached_codes>,              \
                "The texts that were compiled, by the dtypes of the arrays; " \
                "of several layouts the first one."),                         \
      attribute("cached_code", get_codes<Kernel, cached_code>,                \
                "The first of cached_codes.")

// Adds the type tenorite.<name> to the module; false with Python's error set.
template <class Kernel>
bool add_kernel_type(PyObject* module, const char* name, newfunc make,
                     PyGetSetDef* attributes, PyMethodDef compiled,
                     const char* doc) {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET,
       offsetof(KernelObject<Kernel>, vectorcall), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  static PyMethodDef methods[] = {
      compiled,
      {"__reduce__", kernel_reduce<Kernel>, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void*>(make)},
      {Py_tp_dealloc, reinterpret_cast<void*>(kernel_dealloc<Kernel>)},
      {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
      {Py_tp_repr, reinterpret_cast<void*>(kernel_repr<Kernel>)},
      {Py_tp_getset, attributes},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_doc, const_cast<char*>(doc)},
      {0, nullptr},
  };
  static const std::string full = std::string("tenorite.") + name;
  PyType_Spec spec = {
      .name = full.c_str(),
      .basicsize = sizeof(KernelObject<Kernel>),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
      .slots = slots,
  };
  Ref type(PyType_FromSpec(&spec));
  return type && PyModule_AddObjectRef(module, name, type.get()) == 0;
}

}  // namespace tenorite::python
