// SPDX-License-Identifier: Apache-2.0
// tenorite.ElementwiseKernel and tenorite.ReductionKernel.
#include "python/src/kernels.h"

#include <cstring>
#include <memory>

#include "ops/fusion/elementwise_kernel.h"
#include "python/src/arguments.h"
#include "python/src/compile.h"

namespace tenorite::python {
namespace {

using fusion::ElementwiseDefinition;
using fusion::ElementwiseKernel;
using fusion::Parameter;
using fusion::Parameters;
constexpr int kMost = fusion::kMaxParameters;

PyTypeObject* g_elementwise_type;
PyTypeObject* g_parameter_type;

struct ElementwiseObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  ElementwiseKernel* kernel;
  bool reduce_dims, no_return, return_tuple;
  PyObject* keywords;  // options, loop_prep, after_loop, as they were given
};
ElementwiseObject* elementwise(PyObject* self) {
  return reinterpret_cast<ElementwiseObject*>(self);
}

// ---- what both kinds of kernel need ----

DType read_dtype(const std::string& text) {
  Ref name = checked(PyUnicode_FromStringAndSize(
      text.data(), static_cast<Py_ssize_t>(text.size())));
  return to_dtype(name.get());
}

std::string text_of(PyObject* o, const char* what) {
  TENORITE_CHECK(PyUnicode_Check(o), TypeError, "%s must be a str, not %s",
                 what, Py_TYPE(o)->tp_name);
  Py_ssize_t n;
  const char* text = PyUnicode_AsUTF8AndSize(o, &n);
  check_python(text != nullptr);
  return {text, static_cast<size_t>(n)};
}

std::vector<std::string> options_of(PyObject* o) {
  std::vector<std::string> options;
  TENORITE_CHECK(PyTuple_Check(o), TypeError,
                 "options must be a tuple of str, not %s", Py_TYPE(o)->tp_name);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(o); ++i)
    options.push_back(text_of(PyTuple_GET_ITEM(o, i), "an option"));
  return options;
}

Ref text_object(const std::string& text) {
  return checked(PyUnicode_FromStringAndSize(
      text.data(), static_cast<Py_ssize_t>(text.size())));
}

PyObject* parameter_object(const Parameter& p, bool input) {
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

PyObject* parameter_objects(const std::vector<Parameter>& list, bool input) {
  Ref tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(list.size())));
  for (size_t i = 0; i < list.size(); ++i)
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
                     parameter_object(list[i], input));
  return tuple.release();
}

// The texts by the dtypes of the arrays that they are for, first come first.
PyObject* codes_of(fusion::KernelMemo& memo) {
  Ref codes = checked(PyDict_New());
  memo.for_each([&](const fusion::CompiledKernel& compiled) {
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

PyObject* cached_codes(fusion::KernelMemo& memo) {
  Ref codes(codes_of(memo));
  if (PyDict_GET_SIZE(codes.get()) == 0)
    check_python(PyErr_WarnEx(PyExc_UserWarning,
                              "No codes are cached because compilation is "
                              "deferred until the first function call.",
                              1) == 0);
  return codes.release();
}

PyObject* cached_code(fusion::KernelMemo& memo) {
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

bool has_attribute(PyObject* o, const char* name) {
  Ref found(PyObject_GetAttrString(o, name));
  if (!found) PyErr_Clear();
  return static_cast<bool>(found);
}

// Arguments of a call: our arrays, numbers, and arrays of others that lie in
// GPU memory.
class CallArguments {
 public:
  // `outputs` are the last ones.
  void read(PyObject* const* args, Py_ssize_t n, int outputs) {
    const int nin = static_cast<int>(n) - outputs;
    for (int k = 0; k < nin; ++k) read_input(k, args[k]);
    for (int k = 0; k < outputs; ++k) {
      PyObject* o = args[nin + k];
      if (!is_array(o)) {
        TENORITE_CHECK(has_attribute(o, "__cuda_array_interface__"), TypeError,
                       "Output arguments type must be tenorite.ndarray");
        o = adopt(o);
      }
      out_objects[k] = o;
      out[k] = &array_of(o);
      note(*out[k]);
    }
  }

  Device device() const { return device_ ? *device_ : default_device(); }
  int64_t largest() const { return largest_; }

  ops::Argument in[kMost];
  const ndarray* out[kMost] = {};
  PyObject* out_objects[kMost] = {};  // borrowed

 private:
  void read_input(int k, PyObject* o) {
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
  // An array over the memory of a foreign one, kept until the call is over.
  PyObject* adopt(PyObject* o) {
    kept_.push_back(Ref(wrap(to_array(o, {}))));
    return kept_.back().get();
  }
  void note(const ndarray& a) {
    if (!device_) device_ = a.device();
    largest_ = std::max(largest_, a.size());
  }

  std::optional<Device> device_;
  int64_t largest_ = 0;
  std::vector<Ref> kept_;
};

void compile_without_gil(void (*work)(void*), void* context) {
  Unlocked unlocked(PyGILState_Check() != 0);
  work(context);
}

// Objects that take a call over, as CuPy lets them.
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

// Results as CuPy returns them: given outputs are the same objects.
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
bool is_named(PyObject* names, Py_ssize_t i, const char* name) {
  return PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, i), name) ==
         0;
}

PyObject* compiled_source(const fusion::KernelSource& source,
                          const fusion::Target& target) {
  fusion::ArtifactPtr artifact;
  {
    Unlocked unlocked(true);
    artifact = fusion::compile(source, target);
  }
  Ref text = text_object(source.text);
  Ref code = checked(PyBytes_FromStringAndSize(
      artifact->code.data(), static_cast<Py_ssize_t>(artifact->code.size())));
  return checked(PyTuple_Pack(2, text.get(), code.get())).release();
}

// ---- ElementwiseKernel ----

PyObject* elementwise_call(PyObject* self, PyObject* const* args, size_t flags,
                           PyObject* names) {
  return guarded([&]() -> PyObject* {
    ElementwiseObject* object = elementwise(self);
    ElementwiseKernel& kernel = *object->kernel;
    const ElementwiseDefinition& definition = kernel.definition();
    const auto nin = static_cast<Py_ssize_t>(definition.parameters.in.size());
    const auto nout = static_cast<Py_ssize_t>(definition.parameters.out.size());
    const Py_ssize_t n = PyVectorcall_NARGS(flags);
    ElementwiseKernel::Call call;
    PyObject* stream = nullptr;
    for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i) {
      PyObject* value = args[n + i];
      if (is_named(names, i, "size")) {
        call.size = to_int64(value);
        TENORITE_CHECK(call.size >= -1, ValueError,
                       "size must not be negative");
      } else if (is_named(names, i, "stream")) {
        stream = value;
      } else if (is_named(names, i, "block_size")) {
        const int64_t block = to_int64(value);
        TENORITE_CHECK(block > 0, ValueError,
                       "block_size must be greater than zero");
        TENORITE_CHECK(block <= 1024, ValueError,
                       "block_size must be at most 1024");
        // CuPy's default is what any kernel can choose freely.
        call.block = block == 128 ? 0 : static_cast<int>(block);
      } else {
        refuse_keyword(names, i);
      }
    }
    TENORITE_CHECK(n == nin || n == nin + nout, TypeError,
                   "Wrong number of arguments for '%s'. It must be either %zd "
                   "or %zd (with outputs), but given %zd.",
                   definition.name.c_str(), nin, nin + nout, n);
    if (PyObject* result = overridden(
            self, "__cupy_override_elementwise_kernel__", args, n, names))
      return result;
    CallArguments arguments;
    arguments.read(args, n, static_cast<int>(n - nin));
    call.arguments = {arguments.in, arguments.out};
    call.fallback = arguments.device();
    call.compile_scope = compile_without_gil;
    ndarray results[kMost];
    {
      auto scope = use_stream(stream, call.fallback);
      Unlocked unlocked(std::max(arguments.largest(), call.size));
      kernel(call, results);
    }
    if (object->no_return) Py_RETURN_NONE;
    return result_objects(results, arguments.out_objects,
                          static_cast<int>(nout), object->return_tuple);
  });
}

// What a call with these arguments is compiled from and to, for a target that
// need not be here: (text, code). For tests and for looking at.
PyObject* elementwise_compiled(PyObject* self, PyObject* const* args,
                               Py_ssize_t n) {
  return guarded([&]() -> PyObject* {
    ElementwiseKernel& kernel = *elementwise(self)->kernel;
    const auto nin =
        static_cast<Py_ssize_t>(kernel.definition().parameters.in.size());
    TENORITE_CHECK(n >= 2 + nin, TypeError, "too few arguments");
    const fusion::Target target =
        fusion::parse_target(text_of(args[0], "target"));
    ElementwiseKernel::Call call;
    call.size = to_int64(args[1]);
    CallArguments arguments;
    arguments.read(args + 2, n - 2, static_cast<int>(n - 2 - nin));
    call.arguments = {arguments.in, arguments.out};
    call.fallback = arguments.device();
    return compiled_source(kernel.source(call, target.type), target);
  });
}

PyObject* elementwise_new(PyTypeObject* type, PyObject* args,
                          PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static const char* kNames[] = {"in_params", "out_params",   "operation",
                                   "name",      "reduce_dims",  "preamble",
                                   "no_return", "return_tuple", "options",
                                   "loop_prep", "after_loop",   nullptr};
    PyObject *in, *out, *operation, *name = nullptr, *preamble = nullptr;
    PyObject *options = nullptr, *prep = nullptr, *after = nullptr;
    int reduce_dims = 1, no_return = 0, return_tuple = 0;
    check_python(PyArg_ParseTupleAndKeywords(
        args, keywords, "OOO|OpOpp$OOO:ElementwiseKernel",
        const_cast<char**>(kNames), &in, &out, &operation, &name, &reduce_dims,
        &preamble, &no_return, &return_tuple, &options, &prep, &after));
    ElementwiseDefinition definition;
    if (name) definition.name = text_of(name, "name");
    fusion::check_kernel_name(definition.name);
    definition.parameters = fusion::read_parameters(
        text_of(in, "in_params"), text_of(out, "out_params"), read_dtype);
    definition.operation = text_of(operation, "operation");
    if (preamble) definition.preamble = text_of(preamble, "preamble");
    if (prep) definition.loop_prep = text_of(prep, "loop_prep");
    if (after) definition.after_loop = text_of(after, "after_loop");
    if (options) definition.options = options_of(options);
    definition.origin = caller_origin();
    Ref kept = checked(PyDict_New());
    auto keep = [&](const char* key, PyObject* value) {
      if (value)
        check_python(PyDict_SetItemString(kept.get(), key, value) == 0);
    };
    keep("options", options);
    keep("loop_prep", prep);
    keep("after_loop", after);
    auto kernel = std::make_unique<ElementwiseKernel>(std::move(definition));
    Ref self = checked(type->tp_alloc(type, 0));
    ElementwiseObject* object = elementwise(self.get());
    object->vectorcall = elementwise_call;
    object->kernel = kernel.release();
    object->reduce_dims = reduce_dims;
    object->no_return = no_return;
    object->return_tuple = return_tuple;
    object->keywords = kept.release();
    return self.release();
  });
}

void elementwise_dealloc(PyObject* self) {
  delete elementwise(self)->kernel;
  Py_XDECREF(elementwise(self)->keywords);
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

const ElementwiseDefinition& definition_of(PyObject* self) {
  return elementwise(self)->kernel->definition();
}

PyObject* elementwise_repr(PyObject* self) {
  return PyUnicode_FromFormat("<tenorite.ElementwiseKernel '%s'>",
                              definition_of(self).name.c_str());
}

using TextMember = std::string ElementwiseDefinition::*;
template <TextMember Member>
PyObject* get_text(PyObject* self, void*) {
  return guarded(
      [&] { return text_object(definition_of(self).*Member).release(); });
}

PyGetSetDef kElementwiseGetSet[] = {
    {"name", get_text<&ElementwiseDefinition::name>, nullptr,
     "The kernel's name.", nullptr},
    {"__name__", get_text<&ElementwiseDefinition::name>, nullptr, nullptr,
     nullptr},
    {"operation", get_text<&ElementwiseDefinition::operation>, nullptr,
     "The body of the loop.", nullptr},
    {"preamble", get_text<&ElementwiseDefinition::preamble>, nullptr,
     "What stands before the kernel.", nullptr},
    {"in_params",
     [](PyObject* self, void*) {
       return guarded([&] {
         return parameter_objects(definition_of(self).parameters.in, true);
       });
     },
     nullptr, "The inputs: tuples (name, dtype, ctype, raw, is_const).",
     nullptr},
    {"out_params",
     [](PyObject* self, void*) {
       return guarded([&] {
         return parameter_objects(definition_of(self).parameters.out, false);
       });
     },
     nullptr, "The outputs: tuples (name, dtype, ctype, raw, is_const).",
     nullptr},
    {"nin",
     [](PyObject* self, void*) {
       return PyLong_FromSize_t(definition_of(self).parameters.in.size());
     },
     nullptr, "Number of inputs.", nullptr},
    {"nout",
     [](PyObject* self, void*) {
       return PyLong_FromSize_t(definition_of(self).parameters.out.size());
     },
     nullptr, "Number of outputs.", nullptr},
    {"nargs",
     [](PyObject* self, void*) {
       return PyLong_FromLong(definition_of(self).parameters.count());
     },
     nullptr, "Number of inputs and outputs.", nullptr},
    {"reduce_dims",
     [](PyObject* self, void*) {
       return PyBool_FromLong(elementwise(self)->reduce_dims);
     },
     nullptr, "As given; axes are merged wherever that changes nothing.",
     nullptr},
    {"no_return",
     [](PyObject* self, void*) {
       return PyBool_FromLong(elementwise(self)->no_return);
     },
     nullptr, "Whether a call returns None.", nullptr},
    {"return_tuple",
     [](PyObject* self, void*) {
       return PyBool_FromLong(elementwise(self)->return_tuple);
     },
     nullptr, "Whether a call returns a tuple for one output, too.", nullptr},
    {"kwargs",
     [](PyObject* self, void*) {
       return PyDict_Copy(elementwise(self)->keywords);
     },
     nullptr, "Options, loop_prep and after_loop, where they were given.",
     nullptr},
    {"cached_codes",
     [](PyObject* self, void*) {
       return guarded(
           [&] { return cached_codes(elementwise(self)->kernel->memo()); });
     },
     nullptr,
     "The texts that were compiled, by the dtypes of the arrays; of several "
     "layouts the first one.",
     nullptr},
    {"cached_code",
     [](PyObject* self, void*) {
       return guarded(
           [&] { return cached_code(elementwise(self)->kernel->memo()); });
     },
     nullptr, "The first of cached_codes.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef kElementwiseMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET,
     offsetof(ElementwiseObject, vectorcall), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyMethodDef kElementwiseMethods[] = {
    fast_method("_compiled", elementwise_compiled,
                "_compiled(target, size, *args) -> (text, code)"),
    {nullptr, nullptr, 0, nullptr},
};

constexpr const char* kElementwiseDoc =
    "ElementwiseKernel(in_params, out_params, operation, name='kernel', "
    "reduce_dims=True, preamble='', no_return=False, return_tuple=False, *, "
    "options=(), loop_prep='', after_loop='')\n--\n\n"
    "A function on arrays made of C++ text for one element.\n\n"
    "in_params and out_params are lists like 'float32 x, raw T y': a dtype or "
    "a one-letter\nplaceholder for one, and a name. The text sees inputs as "
    "const references, outputs as\nreferences, the number i of the element, "
    "and raw parameters as arrays (y[i], y.size(),\ny.shape(), y.strides()).\n"
    "\nA call takes the inputs, or inputs and outputs: arrays of exactly those "
    "dtypes, and numbers.\nArrays that are not raw are broadcast; where all "
    "are raw, size= gives the number of elements.\nstream= is where the kernel "
    "is queued, block_size= the threads of a block.\n\n"
    "Raises TypeError for dtypes that do not fit, ValueError for shapes that "
    "do not, and\nCompileError for text that does not compile.\n"
    "See cupy.ElementwiseKernel.";

PyType_Slot kElementwiseSlots[] = {
    {Py_tp_new, reinterpret_cast<void*>(elementwise_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(elementwise_dealloc)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_repr, reinterpret_cast<void*>(elementwise_repr)},
    {Py_tp_getset, kElementwiseGetSet},
    {Py_tp_methods, kElementwiseMethods},
    {Py_tp_members, kElementwiseMembers},
    {Py_tp_doc, const_cast<char*>(kElementwiseDoc)},
    {0, nullptr},
};

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

}  // namespace

bool init_kernel_types(PyObject* module) {
  g_parameter_type = PyStructSequence_NewType(&kParameterDesc);
  if (!g_parameter_type) return false;
  static PyType_Spec elementwise_spec = {
      .name = "tenorite.ElementwiseKernel",
      .basicsize = sizeof(ElementwiseObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
      .slots = kElementwiseSlots,
  };
  g_elementwise_type =
      reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&elementwise_spec));
  return g_elementwise_type &&
         PyModule_AddObjectRef(
             module, "ElementwiseKernel",
             reinterpret_cast<PyObject*>(g_elementwise_type)) == 0;
}

}  // namespace tenorite::python
