// SPDX-License-Identifier: Apache-2.0
// tenorite.ReductionKernel.
#include <memory>

#include "ops/fusion/reduction_kernel.h"
#include "python/src/arguments.h"
#include "python/src/compile.h"
#include "python/src/kernel_objects.h"
#include "python/src/kernels.h"

namespace tenorite::python {
namespace {

using fusion::ReductionDefinition;
using fusion::ReductionKernel;

PyTypeObject* g_reduction_type;

struct ReductionObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  ReductionKernel* kernel;
  bool reduce_dims;
};
ReductionObject* reduction(PyObject* self) {
  return reinterpret_cast<ReductionObject*>(self);
}

}  // namespace

template <>
const ReductionDefinition& definition_of(PyObject* self) {
  return reduction(self)->kernel->definition();
}

namespace {

bool is_true(PyObject* o) {
  const int value = PyObject_IsTrue(o);
  check_python(value >= 0);
  return value != 0;
}

PyObject* reduction_call(PyObject* self, PyObject* const* args, size_t flags,
                         PyObject* names) {
  return guarded([&]() -> PyObject* {
    ReductionKernel& kernel = *reduction(self)->kernel;
    const ReductionDefinition& definition = kernel.definition();
    const auto nin = static_cast<Py_ssize_t>(definition.parameters.in.size());
    const auto nout = static_cast<Py_ssize_t>(definition.parameters.out.size());
    const Py_ssize_t n = PyVectorcall_NARGS(flags);
    ReductionKernel::Call call;
    PyObject *stream = nullptr, *out = nullptr;
    for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i) {
      PyObject* value = args[n + i];
      if (is_named(names, i, "axis"))
        call.axes = to_axes(value);
      else if (is_named(names, i, "keepdims"))
        call.keepdims = is_true(value);
      else if (is_named(names, i, "out"))
        out = value == Py_None ? nullptr : value;
      else if (is_named(names, i, "stream"))
        stream = value;
      else
        refuse_keyword(names, i);
    }
    TENORITE_CHECK(n == nin || n == nin + nout, TypeError,
                   "Wrong number of arguments for %s. It must be either %zd or "
                   "%zd (with outputs), but given %zd.",
                   definition.name.c_str(), nin, nin + nout, n);
    if (out) {
      TENORITE_CHECK(nout == 1, NotImplementedError,
                     "'out' stands for one output; give several as arguments");
      TENORITE_CHECK(n == nin, ValueError,
                     "cannot specify 'out' as both a positional and keyword "
                     "argument");
    }
    if (PyObject* result = overridden(
            self, "__cupy_override_reduction_kernel__", args, n, names))
      return result;
    CallArguments arguments;
    arguments.read(args, n, static_cast<int>(n - nin));
    if (out) arguments.read_output(0, out);
    call.arguments = {arguments.in, arguments.out};
    call.fallback = arguments.device();
    call.compile_scope = compile_without_gil;
    ndarray results[kMostParameters];
    {
      auto scope = use_stream(stream, call.fallback);
      Unlocked unlocked(arguments.largest());
      kernel(call, results);
    }
    return result_objects(results, arguments.out_objects,
                          static_cast<int>(nout), false);
  });
}

// As that of ElementwiseKernel; the axis is an int, a tuple or None.
PyObject* reduction_compiled(PyObject* self, PyObject* const* args,
                             Py_ssize_t n) {
  return guarded([&]() -> PyObject* {
    ReductionKernel& kernel = *reduction(self)->kernel;
    const auto nin =
        static_cast<Py_ssize_t>(kernel.definition().parameters.in.size());
    TENORITE_CHECK(n >= 2 + nin, TypeError, "too few arguments");
    const fusion::Target target =
        fusion::parse_target(text_of(args[0], "target"));
    ReductionKernel::Call call;
    call.axes = to_axes(args[1]);
    CallArguments arguments;
    arguments.read(args + 2, n - 2, static_cast<int>(n - 2 - nin));
    call.arguments = {arguments.in, arguments.out};
    call.fallback = arguments.device();
    return compiled_source(kernel.source(call, target.type), target);
  });
}

PyObject* reduction_new(PyTypeObject* type, PyObject* args,
                        PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static const char* kNames[] = {
        "in_params",     "out_params", "map_expr", "reduce_expr",
        "post_map_expr", "identity",   "name",     "reduce_type",
        "reduce_dims",   "preamble",   "options",  nullptr};
    PyObject *in, *out, *map, *reduce, *post, *identity, *name = nullptr;
    PyObject *reduce_type = nullptr, *preamble = nullptr, *options = nullptr;
    int reduce_dims = 1;
    check_python(PyArg_ParseTupleAndKeywords(
        args, keywords, "OOOOOO|OOpOO:ReductionKernel",
        const_cast<char**>(kNames), &in, &out, &map, &reduce, &post, &identity,
        &name, &reduce_type, &reduce_dims, &preamble, &options));
    ReductionDefinition definition;
    if (name) definition.name = text_of(name, "name");
    fusion::check_kernel_name(definition.name);
    definition.parameters = fusion::read_parameters(
        text_of(in, "in_params"), text_of(out, "out_params"), read_dtype);
    TENORITE_CHECK(!definition.parameters.out.empty(), ValueError,
                   "a reduction kernel needs an output");
    definition.map = text_of(map, "map_expr");
    definition.reduce = text_of(reduce, "reduce_expr");
    definition.post_map = text_of(post, "post_map_expr");
    if (identity != Py_None) {
      Ref text = checked(PyObject_Str(identity));
      definition.identity = text_of(text.get(), "identity");
    }
    definition.reduce_type = reduce_type && reduce_type != Py_None
                                 ? text_of(reduce_type, "reduce_type")
                                 : definition.parameters.out[0].type();
    if (preamble) definition.preamble = text_of(preamble, "preamble");
    if (options) definition.options = options_of(options);
    definition.origin = caller_origin();
    auto kernel = std::make_unique<ReductionKernel>(std::move(definition));
    Ref self = checked(type->tp_alloc(type, 0));
    ReductionObject* object = reduction(self.get());
    object->vectorcall = reduction_call;
    object->kernel = kernel.release();
    object->reduce_dims = reduce_dims;
    return self.release();
  });
}

void reduction_dealloc(PyObject* self) {
  delete reduction(self)->kernel;
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* reduction_repr(PyObject* self) {
  return PyUnicode_FromFormat(
      "<tenorite.ReductionKernel '%s'>",
      reduction(self)->kernel->definition().name.c_str());
}

template <std::string ReductionDefinition::* Member>
constexpr getter kText = get_text<ReductionDefinition, Member>;

PyGetSetDef kReductionGetSet[] = {
    TENORITE_KERNEL_ATTRIBUTES(ReductionDefinition),
    {"map_expr", kText<&ReductionDefinition::map>, nullptr,
     "What is made of the inputs' elements.", nullptr},
    {"reduce_expr", kText<&ReductionDefinition::reduce>, nullptr,
     "What is made of a and b.", nullptr},
    {"post_map_expr", kText<&ReductionDefinition::post_map>, nullptr,
     "What is made of the result a.", nullptr},
    {"identity", kText<&ReductionDefinition::identity>, nullptr,
     "The value to start from, as text; empty if there is none.", nullptr},
    {"reduce_type", kText<&ReductionDefinition::reduce_type>, nullptr,
     "The type of a and b.", nullptr},
    {"options",
     [](PyObject* self, void*) {
       return guarded([&]() -> PyObject* {
         const auto& options = reduction(self)->kernel->definition().options;
         Ref tuple =
             checked(PyTuple_New(static_cast<Py_ssize_t>(options.size())));
         for (size_t i = 0; i < options.size(); ++i)
           PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
                            text_object(options[i]).release());
         return tuple.release();
       });
     },
     nullptr, "Options of the compiler.", nullptr},
    {"reduce_dims",
     [](PyObject* self, void*) {
       return PyBool_FromLong(reduction(self)->reduce_dims);
     },
     nullptr, "As given; axes are merged wherever that changes nothing.",
     nullptr},
    {"cached_codes",
     [](PyObject* self, void*) {
       return guarded(
           [&] { return cached_codes(reduction(self)->kernel->memo()); });
     },
     nullptr,
     "The texts that were compiled, by the dtypes of the arrays; of several "
     "layouts the first one.",
     nullptr},
    {"cached_code",
     [](PyObject* self, void*) {
       return guarded(
           [&] { return cached_code(reduction(self)->kernel->memo()); });
     },
     nullptr, "The first of cached_codes.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef kReductionMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ReductionObject, vectorcall),
     READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyMethodDef kReductionMethods[] = {
    fast_method("_compiled", reduction_compiled,
                "_compiled(target, axis, *args) -> (text, code)"),
    {nullptr, nullptr, 0, nullptr},
};

constexpr const char* kReductionDoc =
    "ReductionKernel(in_params, out_params, map_expr, reduce_expr, "
    "post_map_expr, identity, name='reduce_kernel', reduce_type=None, "
    "reduce_dims=True, preamble='', options=())\n--\n\n"
    "A reduction made of C++ expressions.\n\n"
    "Parameters are those of ElementwiseKernel. map_expr makes a value of the "
    "inputs' elements (and\nof _J, the position along the reduced axes), "
    "reduce_expr one of two values a and b, and\npost_map_expr assigns the "
    "outputs from the result a. identity is what to start from, None if\n"
    "there is nothing: then arrays without elements are refused. Values have "
    "reduce_type, by default\nthe first output's type.\n\n"
    "A call takes the inputs, or inputs and outputs, and axis= (int, tuple or "
    "None for all),\nkeepdims=, out= for a single output, stream=. The order "
    "of a reduction depends on shapes and\nlayouts alone, so results are the "
    "same from run to run.\n\n"
    "Raises TypeError for dtypes that do not fit, ValueError for shapes and "
    "axes that do not, and\nCompileError for text that does not compile.\n"
    "See cupy.ReductionKernel.";

PyType_Slot kReductionSlots[] = {
    {Py_tp_new, reinterpret_cast<void*>(reduction_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(reduction_dealloc)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_repr, reinterpret_cast<void*>(reduction_repr)},
    {Py_tp_getset, kReductionGetSet},
    {Py_tp_methods, kReductionMethods},
    {Py_tp_members, kReductionMembers},
    {Py_tp_doc, const_cast<char*>(kReductionDoc)},
    {0, nullptr},
};

}  // namespace

bool init_reduction_kernel_type(PyObject* module) {
  static PyType_Spec spec = {
      .name = "tenorite.ReductionKernel",
      .basicsize = sizeof(ReductionObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
      .slots = kReductionSlots,
  };
  g_reduction_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return g_reduction_type &&
         PyModule_AddObjectRef(module, "ReductionKernel",
                               reinterpret_cast<PyObject*>(g_reduction_type)) ==
             0;
}

}  // namespace tenorite::python
