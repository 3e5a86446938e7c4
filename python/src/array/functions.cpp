// SPDX-License-Identifier: Apache-2.0
// tenorite._core.Function: a Python function behind its compiled path, if it
// has one, and before what answers where it refuses. Its attributes are those
// of the function, but for the docstring, which is made when somebody asks for
// it.
#include "python/src/array/functions.h"

#include <cstring>

namespace tenorite::python {
namespace {

struct FunctionObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  CompiledPath path;   // nullptr: none
  PyObject* function;  // takes what the path leaves
  PyObject* refusals;  // a tuple of exception types, or nullptr
  PyObject* instead;   // called after one of them
  PyObject* dict;
  PyObject* weakrefs;
};

FunctionObject* function_of(PyObject* o) {
  return reinterpret_cast<FunctionObject*>(o);
}

// Arrays that are elsewhere than in one place: calls that have one of these
// types among their arguments are those of `answer`.
struct Claims {
  PyObject* types = nullptr;  // a tuple, or nullptr
  PyObject* answer = nullptr;
  bool all = false;  // every call
};
Claims g_claims;

bool is_claiming(PyObject* o) {
  if (!g_claims.types) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(g_claims.types); ++i)
    if (Py_IS_TYPE(o, reinterpret_cast<PyTypeObject*>(
                          PyTuple_GET_ITEM(g_claims.types, i))))
      return true;
  return false;
}

bool is_claimed(PyObject* const* args, Py_ssize_t n) {
  if (g_claims.all) return true;
  for (Py_ssize_t i = 0; i < n; ++i) {
    if (is_claiming(args[i])) return true;
    if (!PyList_CheckExact(args[i]) && !PyTuple_CheckExact(args[i])) continue;
    for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(args[i]); ++k)
      if (is_claiming(PySequence_Fast_GET_ITEM(args[i], k))) return true;
  }
  return false;
}

// What who(first, args, kwargs) returns.
Ref ask(PyObject* who, PyObject* first, PyObject* const* args, Py_ssize_t n,
        PyObject* names) {
  Ref tuple = checked(PyTuple_New(n));
  for (Py_ssize_t i = 0; i < n; ++i)
    PyTuple_SET_ITEM(tuple.get(), i, Ref::borrow(args[i]).release());
  Ref keywords = checked(PyDict_New());
  const Py_ssize_t given = names ? PyTuple_GET_SIZE(names) : 0;
  for (Py_ssize_t i = 0; i < given; ++i)
    check_python(PyDict_SetItem(keywords.get(), PyTuple_GET_ITEM(names, i),
                                args[n + i]) == 0);
  return checked(PyObject_CallFunctionObjArgs(who, first, tuple.get(),
                                              keywords.get(), nullptr));
}

// What instead(error, args, kwargs) returns for the exception that is set,
// which stays where that is NotImplemented.
PyObject* ask_instead(FunctionObject* f, PyObject* const* args, Py_ssize_t n,
                      PyObject* names) {
  PyObject *type, *error, *trace;
  PyErr_Fetch(&type, &error, &trace);
  PyErr_NormalizeException(&type, &error, &trace);
  const Ref type_kept(type), error_kept(error), trace_kept(trace);
  if (trace) PyException_SetTraceback(error, trace);
  Ref answer = ask(f->instead, error, args, n, names);
  if (answer.get() != Py_NotImplemented) return answer.release();
  PyErr_Restore(Ref::borrow(type).release(), Ref::borrow(error).release(),
                Ref::borrow(trace).release());
  return nullptr;
}

PyObject* call(PyObject* self, PyObject* const* args, size_t nargsf,
               PyObject* names) {
  FunctionObject* f = function_of(self);
  const Py_ssize_t n = PyVectorcall_NARGS(nargsf);
  if (g_claims.types &&
      is_claimed(args, n + (names ? PyTuple_GET_SIZE(names) : 0)))
      [[unlikely]] {
    PyObject* result = guarded([&]() -> PyObject* {
      Ref answer = ask(g_claims.answer, self, args, n, names);
      return answer.get() == Py_NotImplemented ? nullptr : answer.release();
    });
    if (result || PyErr_Occurred()) return result;
  }
  if (f->path) {
    PyObject* result = guarded([&] { return f->path(args, n, names); });
    if (result || PyErr_Occurred()) return result;
  }
  PyObject* result = PyObject_Vectorcall(f->function, args, nargsf, names);
  if (result || !f->instead || !PyErr_ExceptionMatches(f->refusals))
    return result;
  return guarded([&] { return ask_instead(f, args, n, names); });
}

CompiledPath path_of(const char* name) {
  for (const NamedPath* table :
       {g_creation_paths, g_array_paths, g_transform_paths})
    for (; table->name; ++table)
      if (std::strcmp(table->name, name) == 0) return table->path;
  throw ValueError(format("there is no compiled path for '%s'", name));
}

// Function(function, is_compiled=False, refusals=None, instead=None); of a
// Function with what that one has.
PyObject* create(PyTypeObject* type, PyObject* args, PyObject*) {
  return guarded([&]() -> PyObject* {
    PyObject *function, *refusals = nullptr, *instead = nullptr;
    int is_compiled = 0;
    check_python(PyArg_ParseTuple(args, "O|pO!O:Function", &function,
                                  &is_compiled, &PyTuple_Type, &refusals,
                                  &instead));
    CompiledPath path = nullptr;
    if (Py_TYPE(function) == type) {
      const FunctionObject* former = function_of(function);
      path = former->path;
      function = former->function;
      if (!instead) {
        refusals = former->refusals;
        instead = former->instead;
      }
    }
    if (is_compiled) {
      Ref name = checked(PyObject_GetAttrString(function, "__name__"));
      const char* text = PyUnicode_AsUTF8(name.get());
      check_python(text != nullptr);
      path = path_of(text);
    }
    Ref self = checked(type->tp_alloc(type, 0));
    FunctionObject* f = function_of(self.get());
    f->vectorcall = call;
    f->path = path;
    f->function = Ref::borrow(function).release();
    f->refusals = Ref::borrow(refusals).release();
    f->instead = Ref::borrow(instead).release();
    return self.release();
  });
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(function_of(self)->function);
  Py_VISIT(function_of(self)->refusals);
  Py_VISIT(function_of(self)->instead);
  Py_VISIT(function_of(self)->dict);
  return 0;
}
int clear(PyObject* self) {
  Py_CLEAR(function_of(self)->function);
  Py_CLEAR(function_of(self)->refusals);
  Py_CLEAR(function_of(self)->instead);
  Py_CLEAR(function_of(self)->dict);
  return 0;
}
void dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  if (function_of(self)->weakrefs) PyObject_ClearWeakRefs(self);
  clear(self);
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

// As an attribute of a type it is a method.
PyObject* bind(PyObject* self, PyObject* object, PyObject*) {
  if (!object) return Ref::borrow(self).release();
  return PyMethod_New(self, object);
}

// The function's attributes where the object has none of its own. Types have a
// module and a docstring, which are not meant.
PyObject* get_attribute(PyObject* self, PyObject* name) {
  FunctionObject* f = function_of(self);
  const bool is_doc = PyUnicode_CompareWithASCIIString(name, "__doc__") == 0;
  if (is_doc || PyUnicode_CompareWithASCIIString(name, "__module__") == 0) {
    if (f->dict) {
      PyObject* own = PyDict_GetItemWithError(f->dict, name);
      if (own) return Py_NewRef(own);
      if (PyErr_Occurred()) return nullptr;
    }
    if (!is_doc) return PyObject_GetAttr(f->function, name);
    return guarded([&] {
      return PyObject_CallOneArg(package_function("_whole_doc"), f->function);
    });
  }
  PyObject* found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyErr_Clear();
  return PyObject_GetAttr(f->function, name);
}

PyObject* repr(PyObject* self) {
  return PyObject_Repr(function_of(self)->function);
}
PyObject* reduce(PyObject* self, PyObject*) {  // pickled by name
  return PyObject_GetAttrString(self, "__qualname__");
}

PyMemberDef kMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(FunctionObject, vectorcall),
     READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(FunctionObject, dict), READONLY,
     nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(FunctionObject, weakrefs),
     READONLY, nullptr},
    {"__wrapped__", T_OBJECT, offsetof(FunctionObject, function), READONLY,
     nullptr},
    // So that nobody answers twice.
    {"_instead", T_OBJECT, offsetof(FunctionObject, instead), READONLY,
     nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyGetSetDef kGetSet[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr,
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyMethodDef kMethods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyType_Slot kSlots[] = {
    {Py_tp_new, reinterpret_cast<void*>(create)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {Py_tp_members, kMembers},
    {Py_tp_getset, kGetSet},
    {Py_tp_methods, kMethods},
    {0, nullptr},
};

PyObject* from_numbers(PyObject*, PyObject* args) {
  return guarded([&]() -> PyObject* {
    PyObject *object, *dtype, *device;
    check_python(PyArg_ParseTuple(args, "OOO", &object, &dtype, &device));
    auto made = array_of_numbers(object, to_optional_dtype(dtype),
                                 to_optional_device(device));
    if (!made) Py_RETURN_NONE;
    return wrap(std::move(*made));
  });
}
// claim(types, answer): answer(function, args, kwargs) gets the calls of all
// functions that have an object of these types among their arguments, or in a
// list or tuple there; what it returns NotImplemented for goes on.
PyObject* claim(PyObject*, PyObject* args) {
  PyObject *types, *answer;
  if (!PyArg_ParseTuple(args, "O!O:claim", &PyTuple_Type, &types, &answer))
    return nullptr;
  g_claims.types = Py_NewRef(types);  // for the rest of the process
  g_claims.answer = Py_NewRef(answer);
  Py_RETURN_NONE;
}
// claim_all(on): or every call, whatever its arguments.
PyObject* claim_all(PyObject*, PyObject* on) {
  const int is_on = PyObject_IsTrue(on);
  if (is_on < 0) return nullptr;
  g_claims.all = is_on == 1;
  Py_RETURN_NONE;
}
PyMethodDef kModuleFunctions[] = {
    {"from_numbers", from_numbers, METH_VARARGS, nullptr},
    {"claim", claim, METH_VARARGS, nullptr},
    {"claim_all", claim_all, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

PyObject* call_claimed(const char* name, PyObject* self, PyObject* argument) {
  if (!is_claiming(argument)) return nullptr;
  Ref text = checked(PyUnicode_FromString(name));
  PyObject* const args[] = {self, argument};
  return ask(g_claims.answer, text.get(), args, 2, nullptr).release();
}

bool init_function_type(PyObject* module) {
  static PyType_Spec spec = {
      .name = "tenorite._core.Function",
      .basicsize = sizeof(FunctionObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
               Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
      .slots = kSlots,
  };
  Ref type(PyType_FromSpec(&spec));
  return type && PyModule_AddObjectRef(module, "Function", type.get()) == 0 &&
         PyModule_AddFunctions(module, kModuleFunctions) == 0;
}

}  // namespace tenorite::python
