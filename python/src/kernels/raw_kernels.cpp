// SPDX-License-Identifier: Apache-2.0
// tenorite.RawKernel, and what k[grid, block] makes of it.
#include "python/src/kernels/raw_kernels.h"

#include "core/stream.h"
#include "python/src/array/method_docs.h"
#include "python/src/kernels/compile.h"

namespace tenorite::python {
namespace {

using jit::FunctionAttribute;
using jit::LaunchShape;

struct KernelObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  jit::RawKernel* kernel;
  PyObject* module;  // the RawModule it came from, or null
  PyObject* dict;
  PyObject* weakrefs;
};
PyTypeObject* g_kernel_type;

KernelObject* object_of(PyObject* o) {
  return reinterpret_cast<KernelObject*>(o);
}
jit::RawKernel& kernel_of(PyObject* o) { return *object_of(o)->kernel; }

struct BoundObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* kernel;
  PyObject* stream;  // or null
  LaunchShape shape;
};
PyTypeObject* g_bound_type;

BoundObject* bound_of(PyObject* o) { return reinterpret_cast<BoundObject*>(o); }

// The kernel on the device that is current, compiled if it was not yet.
jit::Function& current_function(PyObject* self) {
  Unlocked unlocked(true);
  return *kernel_of(self).on(default_device()).function;
}

// ---- calls ----

PyObject* kernel_call(PyObject* self, PyObject* const* args, size_t nargsf,
                      PyObject* names) {
  return guarded([&]() -> PyObject* {
    call_kernel(kernel_of(self), args,
                static_cast<size_t>(PyVectorcall_NARGS(nargsf)), names);
    Py_RETURN_NONE;
  });
}

PyObject* bound_call(PyObject* self, PyObject* const* args, size_t nargsf,
                     PyObject* names) {
  return guarded([&]() -> PyObject* {
    const BoundObject* bound = bound_of(self);
    jit::RawKernel& kernel = kernel_of(bound->kernel);
    TENORITE_CHECK(names == nullptr || PyTuple_GET_SIZE(names) == 0, TypeError,
                   "kernel '%s' takes no keyword arguments after [grid, block]",
                   kernel.name().c_str());
    launch_kernel(kernel, bound->shape, bound->stream, args,
                  static_cast<size_t>(PyVectorcall_NARGS(nargsf)));
    Py_RETURN_NONE;
  });
}

// k[grid, block, stream=None, shared=0].
PyObject* kernel_subscript(PyObject* self, PyObject* key) {
  return guarded([&]() -> PyObject* {
    const std::string& name = kernel_of(self).name();
    const Py_ssize_t n = PyTuple_Check(key) ? PyTuple_GET_SIZE(key) : 1;
    TENORITE_CHECK(n >= 2 && n <= 4, TypeError,
                   "kernel '%s' is bound by [grid, block], [grid, block, "
                   "stream] or [grid, block, stream, shared]",
                   name.c_str());
    LaunchShape shape;
    read_extent(PyTuple_GET_ITEM(key, 0), name, "grid", shape.grid);
    read_extent(PyTuple_GET_ITEM(key, 1), name, "block", shape.block);
    PyObject* stream = n > 2 ? PyTuple_GET_ITEM(key, 2) : Py_None;
    if (n > 3) shape.shared_bytes = read_shared(PyTuple_GET_ITEM(key, 3), name);
    Ref made = checked(g_bound_type->tp_alloc(g_bound_type, 0));
    BoundObject* bound = bound_of(made.get());
    bound->vectorcall = bound_call;
    bound->kernel = Ref::borrow(self).release();
    // Numba's and CUDA's word for the default stream.
    const bool none =
        stream == Py_None || (PyLong_Check(stream) && to_int64(stream) == 0);
    bound->stream = none ? nullptr : Ref::borrow(stream).release();
    bound->shape = shape;
    return made.release();
  });
}

// ---- making one ----

PyObject* new_object(jit::RawKernel* kernel, PyObject* module) {
  std::unique_ptr<jit::RawKernel> owned(kernel);
  Ref made = checked(g_kernel_type->tp_alloc(g_kernel_type, 0));
  KernelObject* o = object_of(made.get());
  o->vectorcall = kernel_call;
  o->kernel = owned.release();
  o->module = Ref::borrow(module).release();
  return made.release();
}

PyObject* kernel_new(PyTypeObject*, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"code",
                                 "name",
                                 "options",
                                 "backend",
                                 "translate_cucomplex",
                                 "enable_cooperative_groups",
                                 "jitify",
                                 "debug",
                                 nullptr};
  PyObject *code, *name, *options = nullptr, *backend = nullptr,
                         *jitify = Py_None;
  int translate = 0, cooperative = 0, debug = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "UU|OU$ppOp:RawKernel",
                                   const_cast<char**>(kNames), &code, &name,
                                   &options, &backend, &translate, &cooperative,
                                   &jitify, &debug))
    return nullptr;
  return guarded([&]() -> PyObject* {
    TENORITE_CHECK(PyObject_IsTrue(jitify) == 0, ValueError,
                   "jitify is not supported");
    const std::string kernel = text_of(name, "name");
    TENORITE_CHECK(!kernel.empty(), ValueError,
                   "the name of a kernel is empty");
    jit::RawSource source =
        raw_source(kernel, text_of(code, "code"), options,
                   backend ? text_of(backend, "backend") : "nvrtc");
    source.names = {kernel};
    source.checked = debug != 0;
    source.translate_cucomplex = translate != 0;
    return make_kernel(std::make_shared<jit::RawModule>(std::move(source)),
                       kernel, cooperative != 0, nullptr);
  });
}

int kernel_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(object_of(self)->module);
  Py_VISIT(object_of(self)->dict);
  return 0;
}
int kernel_clear(PyObject* self) {
  Py_CLEAR(object_of(self)->module);
  Py_CLEAR(object_of(self)->dict);
  return 0;
}
void kernel_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  if (object_of(self)->weakrefs) PyObject_ClearWeakRefs(self);
  kernel_clear(self);
  delete object_of(self)->kernel;
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

int bound_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(bound_of(self)->kernel);
  Py_VISIT(bound_of(self)->stream);
  return 0;
}
int bound_clear(PyObject* self) {
  Py_CLEAR(bound_of(self)->kernel);
  Py_CLEAR(bound_of(self)->stream);
  return 0;
}
void bound_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  bound_clear(self);
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

// ---- attributes ----

const jit::RawSource& source_of(PyObject* self) {
  return kernel_of(self).module()->source();
}

PyObject* get_name(PyObject* self, void*) {
  return guarded([&] { return text_object(kernel_of(self).name()).release(); });
}
PyObject* get_code(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    if (source_of(self).binary) Py_RETURN_NONE;
    return text_object(source_of(self).code).release();
  });
}
PyObject* get_file_path(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    if (!source_of(self).binary) Py_RETURN_NONE;
    return text_object(source_of(self).label).release();
  });
}
PyObject* get_options(PyObject* self, void*) {
  return guarded(
      [&] { return text_objects(source_of(self).options).release(); });
}
PyObject* get_backend(PyObject* self, void*) {
  return guarded([&] {
    const bool nvcc = source_of(self).backend == jit::Backend::kNvcc;
    return text_object(nvcc ? "nvcc" : "nvrtc").release();
  });
}
PyObject* get_translate(PyObject* self, void*) {
  return PyBool_FromLong(source_of(self).translate_cucomplex);
}
PyObject* get_cooperative(PyObject* self, void*) {
  return PyBool_FromLong(kernel_of(self).cooperative());
}
PyObject* get_module(PyObject* self, void*) {
  PyObject* module = object_of(self)->module;
  return Ref::borrow(module ? module : Py_None).release();
}
PyObject* get_signature(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    const jit::LoadedKernel* loaded;
    {
      Unlocked unlocked(true);
      loaded = &kernel_of(self).on(default_device());
    }
    if (!loaded->typed) Py_RETURN_NONE;
    return text_object(to_string(loaded->signature)).release();
  });
}

FunctionAttribute attribute_of(void* closure) {
  return static_cast<FunctionAttribute>(reinterpret_cast<intptr_t>(closure));
}
PyObject* get_attribute(PyObject* self, void* closure) {
  return guarded([&] {
    jit::Function& function = current_function(self);
    return PyLong_FromLong(function.attribute(attribute_of(closure)));
  });
}
int set_attribute(PyObject* self, PyObject* value, void* closure) {
  return guarded_int([&] {
    TENORITE_CHECK(value != nullptr, TypeError,
                   "an attribute of a kernel cannot be deleted");
    const int64_t number = to_int64(value);
    const FunctionAttribute which = attribute_of(closure);
    TENORITE_CHECK(number >= INT32_MIN && number <= INT32_MAX, ValueError,
                   "kernel '%s': %s cannot be %lld",
                   kernel_of(self).name().c_str(),
                   jit::kFunctionAttributes[static_cast<int>(which)],
                   static_cast<long long>(number));
    current_function(self).set_attribute(which, static_cast<int>(number));
    return 0;
  });
}
PyObject* get_attributes(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    jit::Function& function = current_function(self);
    Ref made = checked(PyDict_New());
    for (int i = 0; i < jit::kNumFunctionAttributes; ++i) {
      Ref value = checked(PyLong_FromLong(
          function.attribute(static_cast<FunctionAttribute>(i))));
      check_python(PyDict_SetItemString(made.get(), jit::kFunctionAttributes[i],
                                        value.get()) == 0);
    }
    return made.release();
  });
}

// ---- methods ----

PyObject* compile_kernel(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"log_stream", nullptr};
  PyObject* stream = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:compile",
                                   const_cast<char**>(kNames), &stream))
    return nullptr;
  return guarded([&]() -> PyObject* {
    const Device device = default_device();
    jit::ModulePtr module;
    {
      Unlocked unlocked(true);
      module = kernel_of(self).module()->load_on(device);
      kernel_of(self).on(device);
    }
    if (stream != Py_None) {
      Ref log = checked(PyUnicode_DecodeUTF8(
          module->artifact()->log.data(),
          static_cast<Py_ssize_t>(module->artifact()->log.size()), "replace"));
      checked(PyObject_CallMethod(stream, "write", "O", log.get()));
    }
    Py_RETURN_NONE;
  });
}

PyObject* reduce(PyObject* self, PyObject*) {
  return guarded([&] {
    PyObject* module = object_of(self)->module;
    Ref name = checked(get_name(self, nullptr));
    if (module)
      return Py_BuildValue("O(OO)", package_function("_kernel_of_module"),
                           module, name.get());
    Ref code = checked(get_code(self, nullptr));
    Ref options = checked(get_options(self, nullptr));
    Ref backend = checked(get_backend(self, nullptr));
    Ref args = checked(
        PyTuple_Pack(4, code.get(), name.get(), options.get(), backend.get()));
    Ref keywords = checked(Py_BuildValue(
        "{sNsNsN}", "translate_cucomplex", get_translate(self, nullptr),
        "enable_cooperative_groups", get_cooperative(self, nullptr), "debug",
        PyBool_FromLong(source_of(self).checked)));
    return remade_by(Py_TYPE(self), args.get(), keywords.get());
  });
}

PyObject* repr(PyObject* self) {
  return guarded([&] {
    return text_object("<tenorite.RawKernel '" + kernel_of(self).name() + "'>")
        .release();
  });
}

constexpr char kKernelDoc[] =
    "RawKernel(code, name, options=(), backend='nvrtc', *, "
    "translate_cucomplex=False, enable_cooperative_groups=False, jitify=None, "
    "debug=False)\n"
    "--\n\n"
    "A kernel in CUDA C++, for GPUs and for the CPU device.\n\n"
    "`code` is compiled at the first call on each device; `name` is a function "
    "in it or an\ninstance of a template, such as 'scale<float>'. `options` "
    "are a tuple of compiler\noptions, `backend` is 'nvrtc' or 'nvcc'. With "
    "`translate_cucomplex` the numbers of\ncuComplex.h are complex<float> and "
    "complex<double>, which have operators. With\n"
    "`enable_cooperative_groups` all blocks of a launch run at once and can\n"
    "wait for each other.\n\n"
    "Call it in one of three ways, with a grid in blocks and a block in "
    "threads (an int or\nup to three of them), and dynamic shared memory in "
    "bytes:\n\n"
    "    k(grid, block, (x, y, n), shared_mem=0, stream=None)   # CuPy\n"
    "    k[grid, block](x, y, n)    # or k[grid, block, stream, shared]\n"
    "    k(x, y, n, block=block, grid=(1, 1), shared=0, stream=None)  # "
    "PyCUDA\n\n"
    "It runs on the device of its arrays. Arguments are checked against the "
    "parameters:\npointers take contiguous arrays of the same dtype (`void*` "
    "any, byte pointers any of\none byte, pointers to structs arrays of the "
    "struct's bytes), None and addresses; values\ntake numbers that fit. "
    "TypeError, ValueError or OverflowError name the argument;\nCompileError "
    "shows the line at fault. See cupy.RawKernel.\n\n"
    ">>> text = '__global__ void twice(int* a) { a[threadIdx.x] *= 2; }'\n"
    ">>> x = np.arange(4, dtype=np.int32)\n"
    ">>> np.RawKernel(text, 'twice')(1, 4, (x,))\n"
    ">>> x\n"
    "array([0, 2, 4, 6], dtype=int32)\n";

#define TENORITE_ATTRIBUTE(which, setter, doc)                           \
  {jit::kFunctionAttributes[static_cast<int>(FunctionAttribute::which)], \
   get_attribute, setter, doc,                                           \
   reinterpret_cast<void*>(static_cast<intptr_t>(FunctionAttribute::which))}

PyGetSetDef kKernelGetSet[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr,
     nullptr},
    {"name", get_name, nullptr, "The name of the kernel.", nullptr},
    {"__name__", get_name, nullptr, nullptr, nullptr},
    {"code", get_code, nullptr, "The text; None of a file.", nullptr},
    {"source", get_code, nullptr, "The text; None of a file.", nullptr},
    {"file_path", get_file_path, nullptr, "The file; None of a text.", nullptr},
    {"options", get_options, nullptr, "Compiler options, a tuple.", nullptr},
    {"backend", get_backend, nullptr, "'nvrtc' or 'nvcc'.", nullptr},
    {"translate_cucomplex", get_translate, nullptr,
     "Whether cuComplex.h gives complex<T>.", nullptr},
    {"enable_cooperative_groups", get_cooperative, nullptr,
     "Whether all blocks of a launch run at once.", nullptr},
    {"module", get_module, nullptr, "The RawModule it came from, or None.",
     nullptr},
    {"signature", get_signature, nullptr,
     "The parameters in C++; None where only a file is known.", nullptr},
    {"attributes", get_attributes, nullptr,
     "All attributes on the current device, by name.", nullptr},
    TENORITE_ATTRIBUTE(kMaxThreadsPerBlock, nullptr,
                       "The most threads that a block can have."),
    TENORITE_ATTRIBUTE(kSharedSizeBytes, nullptr,
                       "Bytes of static shared memory."),
    TENORITE_ATTRIBUTE(kConstSizeBytes, nullptr,
                       "Bytes of the user's constant memory."),
    TENORITE_ATTRIBUTE(kLocalSizeBytes, nullptr,
                       "Bytes of local memory of each thread."),
    TENORITE_ATTRIBUTE(kNumRegs, nullptr, "Registers of each thread."),
    TENORITE_ATTRIBUTE(kPtxVersion, nullptr,
                       "The virtual architecture, such as 90."),
    TENORITE_ATTRIBUTE(kBinaryVersion, nullptr,
                       "The architecture of the code, such as 90."),
    TENORITE_ATTRIBUTE(kCacheModeCa, nullptr,
                       "Whether -Xptxas --dlcm=ca was set."),
    TENORITE_ATTRIBUTE(kMaxDynamicSharedSizeBytes, set_attribute,
                       "Bytes of dynamic shared memory that a launch may ask "
                       "for; can be set."),
    TENORITE_ATTRIBUTE(kPreferredSharedMemoryCarveout, set_attribute,
                       "Percentage of the L1 cache to use as shared memory; "
                       "can be set."),
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
#undef TENORITE_ATTRIBUTE

PyMethodDef kKernelMethods[] = {
    {"compile",
     reinterpret_cast<PyCFunction>(
         reinterpret_cast<void (*)()>(compile_kernel)),
     METH_VARARGS | METH_KEYWORDS,
     "compile($self, log_stream=None)\n--\n\n" TENORITE_DOC_RawKernel_compile},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef kKernelMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(KernelObject, vectorcall),
     READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(KernelObject, dict), READONLY,
     nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(KernelObject, weakrefs),
     READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot kKernelSlots[] = {
    {Py_tp_doc, const_cast<char*>(kKernelDoc)},
    {Py_tp_new, reinterpret_cast<void*>(kernel_new)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_dealloc, reinterpret_cast<void*>(kernel_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(kernel_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(kernel_clear)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_mp_subscript, reinterpret_cast<void*>(kernel_subscript)},
    {Py_tp_members, kKernelMembers},
    {Py_tp_getset, kKernelGetSet},
    {Py_tp_methods, kKernelMethods},
    {0, nullptr},
};

PyMemberDef kBoundMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(BoundObject, vectorcall),
     READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot kBoundSlots[] = {
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_dealloc, reinterpret_cast<void*>(bound_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(bound_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(bound_clear)},
    {Py_tp_members, kBoundMembers},
    {0, nullptr},
};

}  // namespace

PyObject* make_kernel(std::shared_ptr<jit::RawModule> code,
                      const std::string& name, bool cooperative,
                      PyObject* module) {
  return new_object(new jit::RawKernel(std::move(code), name, cooperative),
                    module);
}

jit::RawSource raw_source(const std::string& label, std::string code,
                          PyObject* options, const std::string& backend) {
  jit::RawSource source;
  source.label = label;
  source.origin = caller_origin();
  source.code = std::move(code);
  TENORITE_CHECK(backend == "nvrtc" || backend == "nvcc", ValueError,
                 "backend must be 'nvrtc' or 'nvcc', not '%s'",
                 backend.c_str());
  if (backend == "nvcc") source.backend = jit::Backend::kNvcc;
  if (options == nullptr || options == Py_None) return source;
  TENORITE_CHECK(PyTuple_Check(options) || PyList_Check(options), TypeError,
                 "options must be a tuple of str, not %s",
                 Py_TYPE(options)->tp_name);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(options); ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(options, i);
    TENORITE_CHECK(PyUnicode_Check(item), TypeError,
                   "options must be a tuple of str, and item %zd is a %s", i,
                   Py_TYPE(item)->tp_name);
    source.options.push_back(text_of(item, "an option"));
  }
  return source;
}

bool init_raw_kernel_type(PyObject* module) {
  static PyType_Spec kernel_spec = {
      .name = "tenorite.RawKernel",
      .basicsize = sizeof(KernelObject),
      .itemsize = 0,
      .flags =
          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
      .slots = kKernelSlots,
  };
  static PyType_Spec bound_spec = {
      .name = "tenorite._core.BoundKernel",
      .basicsize = sizeof(BoundObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
               Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
      .slots = kBoundSlots,
  };
  Ref kernel(PyType_FromSpec(&kernel_spec));
  Ref bound(PyType_FromSpec(&bound_spec));
  if (!kernel || !bound ||
      PyModule_AddObjectRef(module, "RawKernel", kernel.get()) != 0)
    return false;
  g_kernel_type = reinterpret_cast<PyTypeObject*>(kernel.release());
  g_bound_type = reinterpret_cast<PyTypeObject*>(bound.release());
  return true;
}

}  // namespace tenorite::python
