// SPDX-License-Identifier: Apache-2.0
// tenorite.scalar: what NumPy returns as a scalar, as a 0-d array on its
// device, so that nobody waits for its value before it is looked at. A subtype
// of ndarray that programs cannot tell from NumPy's scalars: in-place operators
// make another object, it hashes as its value and repeats sequences, and it
// passes for an instance of NumPy's scalar type.
#include <cstring>

#include "python/src/array/object.h"

namespace tenorite::python {

PyTypeObject* g_scalar_type;

namespace {

// numpy.float64 and so on.
PyObject* numpy_type_of(PyObject* self) {
  static PyObject* types[kNumDTypes];
  const DType dtype = array_of(self).dtype();
  PyObject*& known = types[static_cast<int>(dtype)];
  if (!known)
    known =
        checked(PyObject_GetAttrString(dtype_object(dtype), "type")).release();
  return known;
}

PyObject* get_class(PyObject* self, void*) {
  return guarded([&] { return Ref::borrow(numpy_type_of(self)).release(); });
}

// scalar(x), as programs write type(y)(x): of arrays and what becomes one, and
// of other numbers, such as fractions, by their float().
PyObject* make(PyTypeObject*, PyObject* args, PyObject* keywords) {
  PyObject* value;
  static const char* kNames[] = {"", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:scalar",
                                   const_cast<char**>(kNames), &value))
    return nullptr;
  return guarded([&]() -> PyObject* {
    Ref number = Ref::borrow(value);
    if (!is_array(value) && !PyComplex_Check(value) && !PyIndex_Check(value) &&
        PyNumber_Check(value))
      number = checked(PyNumber_Float(value));
    ndarray array = to_array(number.get(), {});
    TENORITE_CHECK(array.ndim() == 0, TypeError,
                   "a scalar is made of one number");
    return wrap_result(ops::copy(array));
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
      slot(Py_tp_richcompare, array_richcompare),
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
  Ref bases(PyTuple_Pack(1, g_array_type));
  if (!bases) return false;
  // Nobody else may derive from ndarray.
  g_array_type->tp_flags |= Py_TPFLAGS_BASETYPE;
  g_scalar_type = reinterpret_cast<PyTypeObject*>(
      PyType_FromSpecWithBases(&spec, bases.get()));
  g_array_type->tp_flags &= ~static_cast<unsigned long>(Py_TPFLAGS_BASETYPE);
  if (!g_scalar_type) return false;
  // So that collections.abc takes it for no Iterable and no Sized.
  for (const char* method : {"__iter__", "__len__", "__contains__"})
    if (PyDict_SetItemString(g_scalar_type->tp_dict, method, Py_None) < 0)
      return false;
  PyType_Modified(g_scalar_type);
  return PyModule_AddObjectRef(module, "scalar",
                               reinterpret_cast<PyObject*>(g_scalar_type)) == 0;
}

}  // namespace tenorite::python
