// SPDX-License-Identifier: Apache-2.0
#include "python/src/kernels/kernel_objects.h"

#include "core/error.h"

namespace tenorite::python {
namespace {

PyTypeObject* g_parameter_type;

PyStructSequence_Field kParameterFields[] = {
    {"name", "its name in the text"},
    {"dtype", "numpy.dtype, or None for a placeholder"},
    {"ctype", "its type in the text"},
    {"raw", "whether the text indexes it"},
    {"is_const", "whether it is an input"},
    {nullptr, nullptr},
};
PyStructSequence_Desc kParameterDesc = {
    "tenorite.ParameterInfo", "A parameter of a kernel.", kParameterFields, 5};

bool has_attribute(PyObject* o, const char* name) {
  Ref found(PyObject_GetAttrString(o, name));
  if (!found) PyErr_Clear();
  return static_cast<bool>(found);
}

PyObject* parameter_object(const jit::KernelParameter& p, bool input) {
  Ref info = checked(PyStructSequence_New(g_parameter_type));
  PyStructSequence_SetItem(info.get(), 0, text_object(p.name).release());
  PyStructSequence_SetItem(
      info.get(), 1,
      Ref::borrow(p.placeholder ? Py_None : dtype_object(p.dtype)).release());
  PyStructSequence_SetItem(info.get(), 2, text_object(p.type()).release());
  PyStructSequence_SetItem(info.get(), 3, PyBool_FromLong(p.raw));
  PyStructSequence_SetItem(info.get(), 4, PyBool_FromLong(input));
  return info.release();
}

// The texts by the dtypes of the arrays that they are for, first come first.
PyObject* codes_of(jit::KernelMemo& memo) {
  Ref codes = checked(PyDict_New());
  memo.for_each([&](const jit::CompiledKernel& compiled) {
    Ref key =
        checked(PyTuple_New(static_cast<Py_ssize_t>(compiled.dtypes.size())));
    for (size_t i = 0; i < compiled.dtypes.size(); ++i)
      PyTuple_SET_ITEM(key.get(), static_cast<Py_ssize_t>(i),
                       Ref::borrow(dtype_object(compiled.dtypes[i])).release());
    Ref text = text_object(compiled.text);
    check_python(PyDict_SetDefault(codes.get(), key.get(), text.get()) !=
                 nullptr);
  });
  return codes.release();
}

}  // namespace

bool init_parameter_type() {
  g_parameter_type = PyStructSequence_NewType(&kParameterDesc);
  return g_parameter_type != nullptr;
}

DType read_dtype(const std::string& text) {
  return to_dtype(text_object(text).get());
}

std::vector<std::string> options_of(PyObject* o) {
  std::vector<std::string> options;
  TENORITE_CHECK(PyTuple_Check(o), TypeError,
                 "options must be a tuple of str, not %s", Py_TYPE(o)->tp_name);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(o); ++i)
    options.push_back(text_of(PyTuple_GET_ITEM(o, i), "an option"));
  return options;
}

PyObject* parameter_objects(const std::vector<jit::KernelParameter>& list,
                            bool input) {
  Ref tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(list.size())));
  for (size_t i = 0; i < list.size(); ++i)
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
                     parameter_object(list[i], input));
  return tuple.release();
}

PyObject* cached_codes(jit::KernelMemo& memo) {
  Ref codes(codes_of(memo));
  if (PyDict_GET_SIZE(codes.get()) == 0)
    check_python(PyErr_WarnEx(PyExc_UserWarning,
                              "No codes are cached because compilation is "
                              "deferred until the first function call.",
                              1) == 0);
  return codes.release();
}

PyObject* cached_code(jit::KernelMemo& memo) {
  Ref codes(codes_of(memo));
  if (PyDict_GET_SIZE(codes.get()) == 0) {
    PyErr_SetNone(PyExc_StopIteration);
    throw PythonError();
  }
  if (PyDict_GET_SIZE(codes.get()) > 1)
    check_python(PyErr_WarnEx(PyExc_UserWarning,
                              "The input types of the kernel could not be "
                              "inferred. Please use `.cached_codes` instead.",
                              1) == 0);
  PyObject *key, *value;
  Py_ssize_t at = 0;
  PyDict_Next(codes.get(), &at, &key, &value);
  return Ref::borrow(value).release();
}

void compile_without_gil(void (*work)(void*), void* context) {
  WithoutGil without_gil(PyGILState_Check() != 0);
  work(context);
}

PyObject* overridden(PyObject* self, const char* method, PyObject* const* args,
                     Py_ssize_t n, PyObject* names) {
  for (Py_ssize_t i = 0; i < n; ++i) {
    PyObject* o = args[i];
    if (is_array(o) || PyFloat_CheckExact(o) || PyLong_CheckExact(o) ||
        is_numpy_scalar(o) || !has_attribute(o, method))
      continue;
    Ref hook = checked(PyObject_GetAttrString(o, method));
    std::vector<PyObject*> all{self};
    const Py_ssize_t keywords = names ? PyTuple_GET_SIZE(names) : 0;
    all.insert(all.end(), args, args + n + keywords);
    return checked(PyObject_Vectorcall(hook.get(), all.data(),
                                       static_cast<size_t>(n) + 1, names))
        .release();
  }
  return nullptr;
}

PyObject* result_objects(const ndarray* results, PyObject* const* given,
                         int nout, bool as_tuple) {
  auto object = [&](int k) {
    return given[k] ? Ref::borrow(given[k]).release() : wrap(results[k]);
  };
  if (nout == 1 && !as_tuple) return object(0);
  Ref tuple = checked(PyTuple_New(nout));
  for (int k = 0; k < nout; ++k) PyTuple_SET_ITEM(tuple.get(), k, object(k));
  return tuple.release();
}

[[noreturn]] void refuse_keyword(PyObject* names, Py_ssize_t i) {
  throw TypeError("Wrong arguments: unexpected keyword '" +
                  text_of(PyTuple_GET_ITEM(names, i), "a keyword") + "'");
}
PyObject* compiled_source(const jit::KernelSource& source,
                          const jit::Target& target) {
  jit::ArtifactPtr artifact;
  {
    Unlocked unlocked(true);
    artifact = jit::compile(source, target);
  }
  Ref text = text_object(source.text);
  Ref code = checked(PyBytes_FromStringAndSize(
      artifact->code.data(), static_cast<Py_ssize_t>(artifact->code.size())));
  return checked(PyTuple_Pack(2, text.get(), code.get())).release();
}

void CallArguments::read(PyObject* const* args, Py_ssize_t n, int outputs) {
  const int nin = static_cast<int>(n) - outputs;
  for (int k = 0; k < nin; ++k) read_input(k, args[k]);
  for (int k = 0; k < outputs; ++k) read_output(k, args[nin + k]);
}

void CallArguments::read_output(int k, PyObject* o) {
  if (!is_array(o)) {
    TENORITE_CHECK(has_attribute(o, "__cuda_array_interface__"), TypeError,
                   "Output arguments type must be tenorite.ndarray");
    o = adopt(o);
  }
  out_objects[k] = o;
  out[k] = &array_of(o);
  note(*out[k]);
}

void CallArguments::read_input(int k, PyObject* o) {
  if (is_array(o)) {
    in[k].array = &array_of(o);
    note(*in[k].array);
    return;
  }
  if (PyFloat_CheckExact(o) || PyLong_Check(o) || PyComplex_CheckExact(o) ||
      is_numpy_scalar(o)) {
    Ref none;
    to_argument(o, {}, in[k], none);
    return;
  }
  if (!is_numpy_array(o) && has_attribute(o, "__cuda_array_interface__")) {
    in[k].array = &array_of(adopt(o));
    note(*in[k].array);
    return;
  }
  Ref type = checked(PyObject_Repr(reinterpret_cast<PyObject*>(Py_TYPE(o))));
  throw TypeError("Unsupported type " + text_of(type.get(), "a type"));
}

PyObject* CallArguments::adopt(PyObject* o) {
  kept_.push_back(Ref(wrap(to_array(o, {}))));
  return kept_.back().get();
}

void CallArguments::note(const ndarray& a) {
  if (!device_) device_ = a.device();
  largest_ = std::max(largest_, a.size());
}

}  // namespace tenorite::python
