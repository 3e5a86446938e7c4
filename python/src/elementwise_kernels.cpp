// SPDX-License-Identifier: Apache-2.0
// tenorite.ElementwiseKernel.
#include <cstring>
#include <memory>

#include "ops/fusion/elementwise_kernel.h"
#include "python/src/arguments.h"
#include "python/src/compile.h"
#include "python/src/kernel_objects.h"
#include "python/src/kernels.h"

namespace tenorite::python {
namespace {

using fusion::ElementwiseDefinition;
using fusion::ElementwiseKernel;

PyTypeObject* g_elementwise_type;

struct ElementwiseObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  ElementwiseKernel* kernel;
  bool reduce_dims, no_return, return_tuple;
  PyObject* keywords;  // options, loop_prep, after_loop, as they were given
};
ElementwiseObject* elementwise(PyObject* self) {
  return reinterpret_cast<ElementwiseObject*>(self);
}

}  // namespace

template <>
const ElementwiseDefinition& definition_of(PyObject* self) {
  return elementwise(self)->kernel->definition();
}

namespace {

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
    ndarray results[kMostParameters];
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

PyObject* elementwise_repr(PyObject* self) {
  return PyUnicode_FromFormat(
      "<tenorite.ElementwiseKernel '%s'>",
      elementwise(self)->kernel->definition().name.c_str());
}

PyGetSetDef kElementwiseGetSet[] = {
    TENORITE_KERNEL_ATTRIBUTES(ElementwiseDefinition),
    {"operation",
     get_text<ElementwiseDefinition, &ElementwiseDefinition::operation>,
     nullptr, "The body of the loop.", nullptr},
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

}  // namespace

bool init_elementwise_kernel_type(PyObject* module) {
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
