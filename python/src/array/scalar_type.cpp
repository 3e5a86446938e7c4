// SPDX-License-Identifier: Apache-2.0
// tenorite.scalar: what NumPy returns as a scalar, as a 0-d array on its
// device, so that nobody waits for its value before it is looked at. A subtype
// of ndarray that programs cannot tell from NumPy's scalars: in-place operators
// make another object, it hashes as its value and repeats sequences, and it
// passes for an instance of NumPy's scalar type. There is a class for each
// dtype, which equals NumPy's type and which NumPy takes for a dtype.
#include <cstring>
#include <optional>
#include <string>

#include "python/src/array/object.h"

namespace tenorite::python {

PyTypeObject* g_scalar_type;
PyTypeObject* g_scalar_types[kNumDTypes];

namespace {

// numpy.float64 and so on.
PyObject* numpy_type(DType dtype) {
  static PyObject* types[kNumDTypes];
  PyObject*& known = types[static_cast<int>(dtype)];
  if (!known)
    known =
        checked(PyObject_GetAttrString(dtype_object(dtype), "type")).release();
  return known;
}

PyObject* numpy_type_of(PyObject* self) {
  return numpy_type(array_of(self).dtype());
}

// ---- the classes: their class ----

PyTypeObject* g_class_of_types;

// The dtype that a class of scalars is of.
std::optional<DType> dtype_of_type(PyObject* type) {
  for (int i = 0; i < kNumDTypes; ++i)
    if (type == reinterpret_cast<PyObject*>(g_scalar_types[i]))
      return static_cast<DType>(i);
  return {};
}

// NumPy's type for one of ours, and what is none of ours itself; borrowed.
PyObject* as_numpy_type(PyObject* type) {
  const auto dtype = dtype_of_type(type);
  return dtype ? numpy_type(*dtype) : type;
}

PyObject* compare_types(PyObject* a, PyObject* b, int op) {
  if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] {
    const bool same = as_numpy_type(a) == as_numpy_type(b);
    return PyBool_FromLong(same == (op == Py_EQ));
  });
}

// Not that of NumPy's type: tables in which libraries keep what they found for
// a class would give what they found for the other one.
Py_hash_t hash_of_type(PyObject* type) { return _Py_HashPointer(type); }

// ---- scalars ----

PyObject* get_class(PyObject* self, void*) {
  return guarded([&] { return Ref::borrow(numpy_type_of(self)).release(); });
}

// type(y)(x), as programs write, of an array is a conversion, and of all else
// what NumPy's type makes of it.
PyObject* make(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    const auto dtype = dtype_of_type(reinterpret_cast<PyObject*>(type));
    TENORITE_CHECK(dtype, TypeError, "cannot create '%s' instances",
                   type->tp_name);
    if (PyTuple_GET_SIZE(args) == 1 && !keywords &&
        is_array(PyTuple_GET_ITEM(args, 0)))
      return wrap_result(
          ops::astype(array_of(PyTuple_GET_ITEM(args, 0)), *dtype));
    PyObject* numpy = numpy_type(*dtype);
    Ref value = checked(PyObject_Call(numpy, args, keywords));
    if (!PyObject_IsInstance(value.get(), numpy)) return value.release();
    return wrap_result(ops::copy(to_array(value.get(), {})));
  });
}

Ref numpy_scalar(PyObject* self) {
  Ref value = checked(scalar_to_python(read_item(array_of(self))));
  return checked(PyObject_CallOneArg(numpy_type_of(self), value.get()));
}

Py_hash_t hash(PyObject* self) {
  Py_hash_t result = -1;
  guarded_int([&] {
    const Scalar item = read_item(array_of(self));
    Ref value = checked(scalar_to_python(item));
    // A NaN equals nothing, so that each has a hash of its own.
    const bool nan =
        PyFloat_Check(value.get()) &&
        PyFloat_AS_DOUBLE(value.get()) != PyFloat_AS_DOUBLE(value.get());
    result = nan ? _Py_HashPointer(self) : PyObject_Hash(value.get());
    return 0;
  });
  return result;
}

// As NumPy's: None is no operand.
PyObject* compare(PyObject* self, PyObject* other, int op) {
  if (other == Py_None && (op == Py_EQ || op == Py_NE))
    return PyBool_FromLong(op == Py_NE);
  return array_richcompare(self, other, op);
}

PyObject* repr(PyObject* self) {
  return guarded([&] { return PyObject_Repr(numpy_scalar(self).get()); });
}

// The real part of a complex scalar, with NumPy's ComplexWarning; arrays
// refuse.
template <unaryfunc PyNumberMethods::* kSlot, PyObject* (*kOfNumpy)(PyObject*)>
PyObject* convert(PyObject* self) {
  if (kind(array_of(self).dtype()) != 'c') return (g_array_number.*kSlot)(self);
  return guarded([&] { return kOfNumpy(numpy_scalar(self).get()); });
}

// Whether `o` is a sequence that * repeats.
bool is_repeated(PyObject* o) {
  if (is_array(o) || PyFloat_CheckExact(o)) return false;  // the usual ones
  return PyList_Check(o) || PyTuple_Check(o) || PyUnicode_Check(o) ||
         PyBytes_Check(o) || PyByteArray_Check(o);
}

// Repeats as often as an integer says; TypeError for other scalars.
PyObject* repeat(PyObject* sequence, PyObject* scalar) {
  return guarded([&]() -> PyObject* {
    const char k = kind(array_of(scalar).dtype());
    TENORITE_CHECK(k == 'i' || k == 'u', TypeError,
                   "can't multiply sequence by non-int of type 'numpy.%s'",
                   name(array_of(scalar).dtype()));
    Ref count = checked(scalar_to_python(read_item(array_of(scalar))));
    return checked(PySequence_Repeat(
                       sequence,
                       PyNumber_AsSsize_t(count.get(), PyExc_OverflowError)))
        .release();
  });
}

PyObject* multiply(PyObject* a, PyObject* b) {
  if (is_scalar(b) && is_repeated(a)) return repeat(a, b);
  if (is_scalar(a) && is_repeated(b)) return repeat(b, a);
  return g_array_number.nb_multiply(a, b);
}

// Products of matrices are for arrays: others hear nothing of scalars.
PyObject* matmul(PyObject* a, PyObject* b) {
  PyObject* other = is_scalar(a) ? b : a;
  if (is_scalar(other) || !(is_array(other) || is_numpy_array(other)))
    Py_RETURN_NOTIMPLEMENTED;
  return g_array_number.nb_matrix_multiply(a, b);
}

// NumPy's scalars have neither of these, but ndarray does.
bool is_of_arrays_alone(PyObject* attribute) {
  return PyUnicode_CompareWithASCIIString(attribute, "__len__") == 0 ||
         PyUnicode_CompareWithASCIIString(attribute, "__iter__") == 0;
}

// What ndarray does not have is asked of NumPy's scalar of the same value, then
// of Python's number: is_integer, as_integer_ratio, bit_count, hex, ...
PyObject* getattro(PyObject* self, PyObject* attribute) {
  if (is_of_arrays_alone(attribute)) {
    PyErr_Format(PyExc_AttributeError, "'%s' object has no attribute '%U'",
                 Py_TYPE(self)->tp_name, attribute);
    return nullptr;
  }
  PyObject* found = PyObject_GenericGetAttr(self, attribute);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError) ||
      PyUnicode_READ_CHAR(attribute, 0) == '_')
    return found;
  PyErr_Clear();
  return guarded([&]() -> PyObject* {
    Ref scalar = numpy_scalar(self);
    if (PyObject* of_scalar = PyObject_GetAttr(scalar.get(), attribute))
      return of_scalar;
    check_python(PyErr_ExceptionMatches(PyExc_AttributeError) &&
                 kind(array_of(self).dtype()) != 'b');
    PyObject *type, *value, *traceback;  // names NumPy's type
    PyErr_Fetch(&type, &value, &traceback);
    Ref number = Ref(PyObject_CallMethod(scalar.get(), "item", nullptr));
    PyObject* of_number =
        number ? PyObject_GetAttr(number.get(), attribute) : nullptr;
    if (!of_number) {
      PyErr_Restore(type, value, traceback);
      return nullptr;
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return of_number;
  });
}

constexpr const char* kDoc =
    "A value that NumPy returns as a scalar: a 0-d array on its device, which\n"
    "is looked at when the program needs it. See numpy.generic.";

PyGetSetDef kGetSet[] = {
    {"__class__", get_class, nullptr, "NumPy's type of such scalars.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

// A type from which nobody else may derive, as from its base.
PyTypeObject* derived(PyType_Spec& spec, PyTypeObject* base) {
  Ref bases(PyTuple_Pack(1, base));
  if (!bases) return nullptr;
  const bool is_open = base->tp_flags & Py_TPFLAGS_BASETYPE;
  base->tp_flags |= Py_TPFLAGS_BASETYPE;
  PyObject* made = PyType_FromSpecWithBases(&spec, bases.get());
  if (!is_open)
    base->tp_flags &= ~static_cast<unsigned long>(Py_TPFLAGS_BASETYPE);
  return reinterpret_cast<PyTypeObject*>(made);
}

// Of a scalar, which () and ... and None alone are keys of.
PyObject* subscript(PyObject* self, PyObject* key) {
  PyObject* found = array_subscript(self, key);
  if (!found && PyErr_ExceptionMatches(PyExc_IndexError))
    PyErr_SetString(PyExc_IndexError, "invalid index to scalar variable.");
  return found;
}

// A type for each dtype. What has a `dtype` is one for NumPy.
bool init_types_of_dtypes(PyObject* module) {
  PyType_Slot of_class[] = {
      {Py_tp_doc,
       const_cast<char*>("The class of scalars' classes, which equal "
                         "NumPy's types.")},
      {Py_tp_richcompare, reinterpret_cast<void*>(compare_types)},
      {Py_tp_hash, reinterpret_cast<void*>(hash_of_type)},
      {0, nullptr},
  };
  PyType_Spec spec = {.name = "tenorite.scalar_type",
                      .basicsize = 0,
                      .itemsize = 0,
                      .flags = Py_TPFLAGS_DEFAULT,
                      .slots = of_class};
  g_class_of_types = derived(spec, &PyType_Type);
  if (!g_class_of_types ||
      PyModule_AddObjectRef(module, "scalar_type",
                            reinterpret_cast<PyObject*>(g_class_of_types)) < 0)
    return false;
  for (int i = 0; i < kNumDTypes; ++i) {
    const auto dtype = static_cast<DType>(i);
    // Static: types refer to their names.
    static std::string names[kNumDTypes];
    names[i] = std::string("tenorite.") + name(dtype);
    PyType_Slot nothing[] = {{Py_tp_doc, const_cast<char*>(kDoc)},
                             {0, nullptr}};
    PyType_Spec of_dtype = {.name = names[i].c_str(),
                            .basicsize = sizeof(ArrayObject),
                            .itemsize = 0,
                            .flags = Py_TPFLAGS_DEFAULT,
                            .slots = nothing};
    PyTypeObject* type = derived(of_dtype, g_scalar_type);
    if (!type ||
        PyDict_SetItemString(type->tp_dict, "dtype", dtype_object(dtype)) < 0)
      return false;
    // NumPy's scalars are no sequences, and only integers are indices: so C
    // code, NumPy's for texts among it, takes them for numbers.
    type->tp_iter = nullptr;
    type->tp_as_mapping->mp_length = nullptr;
    type->tp_as_mapping->mp_subscript = subscript;
    *type->tp_as_sequence = {};
    if (kind(dtype) != 'i' && kind(dtype) != 'u')
      type->tp_as_number->nb_index = nullptr;
    PyType_Modified(type);
    Py_INCREF(g_class_of_types);
    Py_SET_TYPE(type, g_class_of_types);
    g_scalar_types[i] = type;
  }
  return true;
}

}  // namespace

bool init_scalar_type(PyObject* module) {
  auto slot = [](int id, auto* function) {
    return PyType_Slot{id, reinterpret_cast<void*>(function)};
  };
  const PyNumberMethods& number = g_array_number;
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>(kDoc)},
      slot(Py_tp_new, make),
      slot(Py_tp_dealloc, g_array_type->tp_dealloc),
      slot(Py_tp_repr, repr),
      slot(Py_tp_hash, hash),
      slot(Py_tp_richcompare, compare),
      slot(Py_tp_getattro, getattro),
      slot(Py_tp_getset, kGetSet),
      slot(Py_nb_int, convert<&PyNumberMethods::nb_int, PyNumber_Long>),
      slot(Py_nb_float, convert<&PyNumberMethods::nb_float, PyNumber_Float>),
      slot(Py_nb_multiply, multiply),
      slot(Py_nb_inplace_multiply, multiply),
      slot(Py_nb_inplace_add, number.nb_add),
      slot(Py_nb_inplace_subtract, number.nb_subtract),
      slot(Py_nb_inplace_remainder, number.nb_remainder),
      slot(Py_nb_inplace_power, number.nb_power),
      slot(Py_nb_inplace_lshift, number.nb_lshift),
      slot(Py_nb_inplace_rshift, number.nb_rshift),
      slot(Py_nb_inplace_and, number.nb_and),
      slot(Py_nb_inplace_xor, number.nb_xor),
      slot(Py_nb_inplace_or, number.nb_or),
      slot(Py_nb_inplace_floor_divide, number.nb_floor_divide),
      slot(Py_nb_inplace_true_divide, number.nb_true_divide),
      slot(Py_nb_matrix_multiply, matmul),
      slot(Py_nb_inplace_matrix_multiply, matmul),
      {0, nullptr},
  };
  PyType_Spec spec = {
      .name = "tenorite.scalar",
      .basicsize = sizeof(ArrayObject),
      .itemsize = 0,
      // Collected as ndarray is, whose functions it inherits.
      .flags = Py_TPFLAGS_DEFAULT,
      .slots = slots,
  };
  g_scalar_type = derived(spec, g_array_type);
  if (!g_scalar_type) return false;
  // So that collections.abc takes it for no Iterable and no Sized.
  for (const char* method : {"__iter__", "__len__", "__contains__"})
    if (PyDict_SetItemString(g_scalar_type->tp_dict, method, Py_None) < 0)
      return false;
  PyType_Modified(g_scalar_type);
  return PyModule_AddObjectRef(module, "scalar",
                               reinterpret_cast<PyObject*>(g_scalar_type)) ==
             0 &&
         init_types_of_dtypes(module);
}

}  // namespace tenorite::python
