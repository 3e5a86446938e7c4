// SPDX-License-Identifier: Apache-2.0
// tenorite.ElementwiseKernel.
#include <cstring>
#include <memory>

#include "jit/codegen/elementwise_kernel.h"
#include "python/src/array/arguments.h"
#include "python/src/kernels/compile.h"
#include "python/src/kernels/kernel_objects.h"
#include "python/src/kernels/kernels.h"

namespace tenorite::python {
namespace {

using jit::ElementwiseDefinition;
using jit::ElementwiseKernel;

PyObject* elementwise_call(PyObject* self, PyObject* const* args, size_t flags,
                           PyObject* names) {
  return guarded([&]() -> PyObject* {
    const auto* object = object_of<ElementwiseKernel>(self);
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
    ndarray results[kMaxParameters];
    {
      const UsedStream scope(stream, call.fallback);
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
    ElementwiseKernel& kernel = kernel_of<ElementwiseKernel>(self);
    const auto nin =
        static_cast<Py_ssize_t>(kernel.definition().parameters.in.size());
    TENORITE_CHECK(n >= 2 + nin, TypeError, "too few arguments");
    const jit::Target target = jit::parse_target(text_of(args[0], "target"));
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
    definition.parameters = jit::read_parameters(
        text_of(in, "in_params"), text_of(out, "out_params"), read_dtype);
    definition.operation = text_of(operation, "operation");
    if (preamble) definition.preamble = text_of(preamble, "preamble");
    if (prep) definition.loop_prep = text_of(prep, "loop_prep");
    if (after) definition.after_loop = text_of(after, "after_loop");
    if (options) definition.options = options_of(options);
    definition.origin = caller_origin();
    Ref self = new_kernel<ElementwiseKernel>(
        type, args, keywords, std::move(definition), elementwise_call);
    auto* object = object_of<ElementwiseKernel>(self.get());
    object->reduce_dims = reduce_dims;
    object->no_return = no_return;
    object->return_tuple = return_tuple;
    return self.release();
  });
}

PyObject* get_kwargs(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    PyObject* keywords = object_of<ElementwiseKernel>(self)->keywords;
    Ref given = checked(PyDict_New());
    for (const char* name : {"options", "loop_prep", "after_loop"})
      if (PyObject* value = PyDict_GetItemString(keywords, name))
        check_python(PyDict_SetItemString(given.get(), name, value) == 0);
    return given.release();
  });
}

PyGetSetDef kAttributes[] = {
    TENORITE_KERNEL_ATTRIBUTES(ElementwiseKernel, ElementwiseDefinition),
    attribute("operation",
              get_text<ElementwiseKernel, &ElementwiseDefinition::operation>,
              "The body of the loop."),
    attribute("no_return",
              get_flag<ElementwiseKernel,
                       &KernelObject<ElementwiseKernel>::no_return>,
              "Whether a call returns None."),
    attribute("return_tuple",
              get_flag<ElementwiseKernel,
                       &KernelObject<ElementwiseKernel>::return_tuple>,
              "Whether a call returns a tuple for one output, too."),
    attribute("kwargs", get_kwargs,
              "Options, loop_prep and after_loop, where they were given."),
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

constexpr const char* kDoc =
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
    "See cupy.ElementwiseKernel.\n\n"
    ">>> square = np.ElementwiseKernel('T x', 'T y', 'y = x * x', 'square')\n"
    ">>> square(np.array([1.0, 3.0]))\n"
    "array([1., 9.])\n";

}  // namespace

bool init_elementwise_kernel_type(PyObject* module) {
  return add_kernel_type<ElementwiseKernel>(
      module, "ElementwiseKernel", elementwise_new, kAttributes,
      fast_method("_compiled", elementwise_compiled,
                  "_compiled(target, size, *args) -> (text, code)"),
      kDoc);
}

}  // namespace tenorite::python
