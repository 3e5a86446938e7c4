// SPDX-License-Identifier: Apache-2.0
// tenorite.ReductionKernel.
#include <memory>

#include "jit/codegen/reduction_kernel.h"
#include "python/src/array/arguments.h"
#include "python/src/kernels/compile.h"
#include "python/src/kernels/kernel_objects.h"
#include "python/src/kernels/kernels.h"

namespace tenorite::python {
namespace {

using jit::ReductionDefinition;
using jit::ReductionKernel;

bool is_true(PyObject* o) {
  const int value = PyObject_IsTrue(o);
  check_python(value >= 0);
  return value != 0;
}

PyObject* reduction_call(PyObject* self, PyObject* const* args, size_t flags,
                         PyObject* names) {
  return guarded([&]() -> PyObject* {
    ReductionKernel& kernel = kernel_of<ReductionKernel>(self);
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
    ndarray results[kMaxParameters];
    {
      const UsedStream scope(stream, call.fallback);
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
    ReductionKernel& kernel = kernel_of<ReductionKernel>(self);
    const auto nin =
        static_cast<Py_ssize_t>(kernel.definition().parameters.in.size());
    TENORITE_CHECK(n >= 2 + nin, TypeError, "too few arguments");
    const jit::Target target = jit::parse_target(text_of(args[0], "target"));
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
    definition.parameters = jit::read_parameters(
        text_of(in, "in_params"), text_of(out, "out_params"), read_dtype);
    definition.map = text_of(map, "map_expr");
    definition.reduce = text_of(reduce, "reduce_expr");
    definition.post_map = text_of(post, "post_map_expr");
    if (identity != Py_None) {
      Ref text = checked(PyObject_Str(identity));
      definition.identity = text_of(text.get(), "identity");
    }
    if (reduce_type && reduce_type != Py_None)
      definition.reduce_type = text_of(reduce_type, "reduce_type");
    if (preamble) definition.preamble = text_of(preamble, "preamble");
    if (options) definition.options = options_of(options);
    definition.origin = caller_origin();
    Ref self = new_kernel<ReductionKernel>(
        type, args, keywords, std::move(definition), reduction_call);
    object_of<ReductionKernel>(self.get())->reduce_dims = reduce_dims;
    return self.release();
  });
}

PyObject* get_options(PyObject* self, void*) {
  return guarded([&] {
    return text_objects(kernel_of<ReductionKernel>(self).definition().options)
        .release();
  });
}

template <std::string ReductionDefinition::* Member>
constexpr getter kText = get_text<ReductionKernel, Member>;

PyGetSetDef kAttributes[] = {
    TENORITE_KERNEL_ATTRIBUTES(ReductionKernel, ReductionDefinition),
    attribute("map_expr", kText<&ReductionDefinition::map>,
              "What is made of the inputs' elements."),
    attribute("reduce_expr", kText<&ReductionDefinition::reduce>,
              "What is made of a and b."),
    attribute("post_map_expr", kText<&ReductionDefinition::post_map>,
              "What is made of the result a."),
    attribute("identity", kText<&ReductionDefinition::identity>,
              "The value to start from, as text; empty if there is none."),
    attribute("reduce_type", kText<&ReductionDefinition::reduce_type>,
              "The type of a and b."),
    attribute("options", get_options, "Options of the compiler."),
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

constexpr const char* kDoc =
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
    "See cupy.ReductionKernel.\n\n"
    ">>> l2norm = np.ReductionKernel(\n"
    "...     'T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '0', 'l2norm'\n"
    "... )\n"
    ">>> l2norm(np.array([[3.0, 4.0], [6.0, 8.0]]), axis=1)\n"
    "array([ 5., 10.])\n";

}  // namespace

bool init_reduction_kernel_type(PyObject* module) {
  return add_kernel_type<ReductionKernel>(
      module, "ReductionKernel", reduction_new, kAttributes,
      fast_method("_compiled", reduction_compiled,
                  "_compiled(target, axis, *args) -> (text, code)"),
      kDoc);
}

}  // namespace tenorite::python
