// SPDX-License-Identifier: Apache-2.0
// tenorite.ndarray: the type object, its attributes and its methods in C++.
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "python/src/array/object.h"

namespace tenorite::python {

PyTypeObject* g_array_type;

namespace {

// Recycled objects: arrays come and go with every operation.
constexpr int kFreeListSize = 128;
ArrayObject* g_free[kFreeListSize];
int g_free_count = 0;

void array_dealloc(PyObject* self) {
  auto* a = reinterpret_cast<ArrayObject*>(self);
  PyObject_GC_UnTrack(self);
  if (a->weakrefs) PyObject_ClearWeakRefs(self);
  Py_CLEAR(a->base);
  a->array.~ndarray();
  PyTypeObject* type = Py_TYPE(self);
  if (g_free_count < kFreeListSize)
    g_free[g_free_count++] = a;
  else
    type->tp_free(self);
  Py_DECREF(type);
}

int array_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(reinterpret_cast<ArrayObject*>(self)->base);
  return 0;
}

PyObject* array_new(PyTypeObject*, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"shape",   "dtype",  "memptr",
                                 "strides", "order",  "device",
                                 "buffer",  "offset", nullptr};
  PyObject *shape, *dtype = nullptr, *memory = nullptr, *strides = nullptr,
                   *order = nullptr, *device = nullptr, *buffer = nullptr,
                   *offset = nullptr;
  if (!PyArg_ParseTupleAndKeywords(
          args, keywords, "O|OOOOO$OO:ndarray", const_cast<char**>(kNames),
          &shape, &dtype, &memory, &strides, &order, &device, &buffer, &offset))
    return nullptr;
  return guarded([&]() -> PyObject* {
    // CuPy's third argument is a pointer, NumPy's a buffer, which an offset
    // follows.
    if (memory && memory != Py_None && !PyObject_HasAttrString(memory, "mem")) {
      TENORITE_CHECK(!buffer, TypeError, "ndarray() got two buffers");
      buffer = std::exchange(memory, nullptr);
      if (strides && PyIndex_Check(strides)) {
        offset = strides;
        strides = order;
        order = std::exchange(device, nullptr);
      }
    }
    Dims dims = to_dims(shape, "shape");
    DType d = dtype && dtype != Py_None ? to_dtype(dtype) : DType::kFloat64;
    bool f = is_f_order(order);
    if (memory && memory != Py_None)
      return wrap(array_on_memory(memory, dims, d, strides, f));
    auto where = to_optional_device(device);
    Device target = where ? *where : default_device();
    if (buffer && buffer != Py_None) {
      TENORITE_CHECK(target.is_cpu(), TypeError,
                     "a buffer is host memory, which an array on %s cannot "
                     "have; use device='cpu'",
                     to_string(target).c_str());
      return wrap(array_on_buffer(buffer, offset ? to_int64(offset) : 0, dims,
                                  d, strides, f));
    }
    TENORITE_CHECK(!strides || strides == Py_None, ValueError,
                   "strides= needs memptr= or buffer=");
    return wrap(f ? ndarray::empty_f(dims, d, target)
                  : ndarray::empty(dims, d, target));
  });
}

Py_ssize_t array_length(PyObject* self) {
  return guarded_int([&] {
           TENORITE_CHECK(array_of(self).ndim() > 0, TypeError,
                          "len() of unsized object");
           return 0;
         }) < 0
             ? -1
             : static_cast<Py_ssize_t>(array_of(self).shape(0));
}

PyObject* sequence_item(PyObject* self, Py_ssize_t i) {
  return guarded([&] { return array_at(self, i); });
}

int array_contains(PyObject* self, PyObject* value) {
  Ref equal(array_richcompare(self, value, Py_EQ));
  if (!equal) return -1;
  if (equal.get() == Py_NotImplemented) return 0;
  return guarded_int([&] {
    ndarray any = ops::reduce(ReduceOp::any, array_of(equal.get()), {});
    return is_true(read_item(any)) ? 1 : 0;
  });
}

// An iterator that ends without an exception.
struct IteratorObject {
  PyObject_HEAD PyObject* array;
  int64_t next;
};
PyTypeObject* g_iterator_type;

PyObject* array_iter(PyObject* self) {
  if (array_of(self).ndim() == 0) {
    PyErr_SetString(PyExc_TypeError, "iteration over a 0-d array");
    return nullptr;
  }
  auto* iterator = PyObject_New(IteratorObject, g_iterator_type);
  if (!iterator) return nullptr;
  iterator->array = Ref::borrow(self).release();
  iterator->next = 0;
  return reinterpret_cast<PyObject*>(iterator);
}

PyObject* iterator_next(PyObject* self) {
  auto* iterator = reinterpret_cast<IteratorObject*>(self);
  const ndarray& a = array_of(iterator->array);
  // The shape may have been set since.
  if (a.ndim() > 0 && iterator->next >= a.shape(0)) return nullptr;
  return guarded([&] { return array_at(iterator->array, iterator->next++); });
}

PyObject* iterator_length(PyObject* self, PyObject*) {
  auto* iterator = reinterpret_cast<IteratorObject*>(self);
  const ndarray& a = array_of(iterator->array);
  int64_t n = a.ndim() > 0 ? a.shape(0) - iterator->next : 0;
  return PyLong_FromLongLong(n < 0 ? 0 : n);
}

void iterator_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_DECREF(reinterpret_cast<IteratorObject*>(self)->array);
  type->tp_free(self);
  Py_DECREF(type);
}

bool init_iterator_type() {
  static PyMethodDef methods[] = {
      {"__length_hint__", iterator_length, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(iterator_dealloc)},
      {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
      {Py_tp_iternext, reinterpret_cast<void*>(iterator_next)},
      {Py_tp_methods, methods},
      {0, nullptr},
  };
  static PyType_Spec spec = {
      .name = "tenorite.iterator",
      .basicsize = sizeof(IteratorObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
      .slots = slots,
  };
  g_iterator_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return g_iterator_type != nullptr;
}

Py_hash_t array_hash(PyObject*) {
  PyErr_SetString(PyExc_TypeError, "unhashable type: 'ndarray'");
  return -1;
}

PyObject* array_repr(PyObject* self) {
  return guarded([&]() -> PyObject* {
    return PyObject_CallOneArg(package_function("array_repr"), self);
  });
}
PyObject* array_str(PyObject* self) {
  return guarded([&]() -> PyObject* {
    return PyObject_CallOneArg(package_function("array_str"), self);
  });
}

// What a buffer needs as long as it lives: its shape and strides, and the
// memory, which its array may leave by resize().
struct Exported {
  StoragePtr storage;
  std::vector<Py_ssize_t> dims;
};

// Host arrays lend their memory to anyone who asks (PEP 3118).
int array_getbuffer(PyObject* self, Py_buffer* view, int flags) {
  const ndarray& a = array_of(self);
  auto refuse = [&](PyObject* error, const char* text) {
    view->obj = nullptr;
    PyErr_SetString(error, text);
    return -1;
  };
  if (!a.device().is_cpu())
    return refuse(PyExc_BufferError,
                  "the array is in GPU memory; use .get() to copy it");
  auto wants = [&](int of_flags) { return (flags & of_flags) == of_flags; };
  const bool wants_strides = wants(PyBUF_STRIDES);
  const bool c = a.is_c_contiguous(), f = a.is_f_contiguous();
  if (!c && (!wants_strides || wants(PyBUF_C_CONTIGUOUS)))
    return refuse(PyExc_ValueError, "ndarray is not C-contiguous");
  if (!f && wants(PyBUF_F_CONTIGUOUS))
    return refuse(PyExc_ValueError, "ndarray is not Fortran contiguous");
  if (!c && !f && wants(PyBUF_ANY_CONTIGUOUS))
    return refuse(PyExc_ValueError, "ndarray is not contiguous");
  if ((flags & PyBUF_WRITABLE) && !a.writeable())
    return refuse(PyExc_ValueError, "buffer source array is read-only");
  int n = a.ndim();
  auto exported = std::make_unique<Exported>();
  exported->storage = a.storage();
  exported->dims.resize(static_cast<size_t>(2 * n + 1));
  Py_ssize_t* dims = exported->dims.data();
  for (int i = 0; i < n; ++i) {
    dims[i] = a.shape(i);
    dims[n + i] = a.stride(i);
  }
  static constexpr const char* kFormats[] = {
      "?", "b", "B", "h", "H", "i", "I", "l", "L", "e", "f", "d", "Zf", "Zd"};
  view->obj = Ref::borrow(self).release();
  try {
    view->buf = a.data();
  } catch (...) {
    set_python_error();
    Py_CLEAR(view->obj);
    return -1;
  }
  a.storage()->expose();
  view->len = a.nbytes();
  view->itemsize = static_cast<Py_ssize_t>(a.itemsize());
  view->readonly = !a.writeable();
  view->ndim = (flags & PyBUF_ND) ? n : 0;
  view->format = (flags & PyBUF_FORMAT)
                     ? const_cast<char*>(kFormats[static_cast<int>(a.dtype())])
                     : nullptr;
  view->shape = (flags & PyBUF_ND) ? dims : nullptr;
  view->strides = wants_strides ? dims + n : nullptr;
  view->suboffsets = nullptr;
  view->internal = exported.release();
  return 0;
}

void array_releasebuffer(PyObject*, Py_buffer* view) {
  delete static_cast<Exported*>(view->internal);
}

PyType_Slot kSlots[] = {
    {Py_tp_doc,
     const_cast<char*>(
         "ndarray(shape, dtype=None, memptr=None, strides=None, order='C', "
         "device=None, *, buffer=None, offset=0)\n--\n\n"
         "An N-dimensional array on the CPU or on a GPU. Use array, zeros,\n"
         "empty and so on to make one. See numpy.ndarray.\n\n"
         ">>> import numpy\n"
         ">>> memory = numpy.arange(4.0)\n"
         ">>> np.ndarray((2, 2), buffer=memory, device='cpu')\n"
         "array([[0., 1.],\n"
         "       [2., 3.]])\n")},
    {Py_tp_new, reinterpret_cast<void*>(array_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(array_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(array_traverse)},
    {Py_tp_repr, reinterpret_cast<void*>(array_repr)},
    {Py_tp_str, reinterpret_cast<void*>(array_str)},
    {Py_tp_hash, reinterpret_cast<void*>(array_hash)},
    {Py_tp_iter, reinterpret_cast<void*>(array_iter)},
    {Py_tp_richcompare, reinterpret_cast<void*>(array_richcompare)},
    {Py_tp_methods, g_array_methods},
    {Py_tp_getset, g_array_getset},
    {Py_mp_length, reinterpret_cast<void*>(array_length)},
    {Py_mp_subscript, reinterpret_cast<void*>(array_subscript)},
    {Py_mp_ass_subscript, reinterpret_cast<void*>(array_ass_subscript)},
    {Py_sq_length, reinterpret_cast<void*>(array_length)},
    {Py_sq_item, reinterpret_cast<void*>(sequence_item)},
    {Py_sq_contains, reinterpret_cast<void*>(array_contains)},
    {Py_bf_getbuffer, reinterpret_cast<void*>(array_getbuffer)},
    {Py_bf_releasebuffer, reinterpret_cast<void*>(array_releasebuffer)},
#define TENORITE_NUMBER_SLOT(name) \
  {Py_##name, reinterpret_cast<void*>(g_array_number.name)},
    TENORITE_NUMBER_SLOT(nb_add) TENORITE_NUMBER_SLOT(nb_subtract) TENORITE_NUMBER_SLOT(
        nb_multiply) TENORITE_NUMBER_SLOT(nb_remainder) TENORITE_NUMBER_SLOT(nb_divmod)
        TENORITE_NUMBER_SLOT(nb_power) TENORITE_NUMBER_SLOT(
            nb_negative) TENORITE_NUMBER_SLOT(nb_positive) TENORITE_NUMBER_SLOT(nb_absolute)
            TENORITE_NUMBER_SLOT(nb_bool) TENORITE_NUMBER_SLOT(
                nb_invert) TENORITE_NUMBER_SLOT(nb_lshift) TENORITE_NUMBER_SLOT(nb_rshift)
                TENORITE_NUMBER_SLOT(nb_and) TENORITE_NUMBER_SLOT(
                    nb_xor) TENORITE_NUMBER_SLOT(nb_or) TENORITE_NUMBER_SLOT(nb_int)
                    TENORITE_NUMBER_SLOT(nb_float) TENORITE_NUMBER_SLOT(
                        nb_inplace_add) TENORITE_NUMBER_SLOT(nb_inplace_subtract)
                        TENORITE_NUMBER_SLOT(nb_inplace_multiply) TENORITE_NUMBER_SLOT(
                            nb_inplace_remainder) TENORITE_NUMBER_SLOT(nb_inplace_power)
                            TENORITE_NUMBER_SLOT(nb_inplace_lshift) TENORITE_NUMBER_SLOT(
                                nb_inplace_rshift) TENORITE_NUMBER_SLOT(nb_inplace_and)
                                TENORITE_NUMBER_SLOT(
                                    nb_inplace_xor) TENORITE_NUMBER_SLOT(nb_inplace_or)
                                    TENORITE_NUMBER_SLOT(nb_floor_divide)
                                        TENORITE_NUMBER_SLOT(nb_true_divide)
                                            TENORITE_NUMBER_SLOT(
                                                nb_inplace_floor_divide)
                                                TENORITE_NUMBER_SLOT(
                                                    nb_inplace_true_divide)
                                                    TENORITE_NUMBER_SLOT(
                                                        nb_index)
                                                        TENORITE_NUMBER_SLOT(
                                                            nb_matrix_multiply)
                                                            TENORITE_NUMBER_SLOT(
                                                                nb_inplace_matrix_multiply)
#undef TENORITE_NUMBER_SLOT
                                                                {0, nullptr},
};

PyMemberDef kMembers[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(ArrayObject, weakrefs),
     READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

// A new object, without its array.
ArrayObject* new_object(PyTypeObject* type) {
  ArrayObject* a;
  if (g_free_count > 0) {
    a = g_free[--g_free_count];
    PyObject_Init(reinterpret_cast<PyObject*>(a), type);
  } else {
    a = PyObject_GC_New(ArrayObject, type);
    check_python(a != nullptr);
  }
  a->weakrefs = nullptr;
  a->base = nullptr;
  a->adopted = false;
  return a;
}

PyTypeObject* scalar_type_of(DType dtype) {
  return g_scalar_types[static_cast<int>(dtype)];
}

PyObject* wrap_as(PyTypeObject* type, ndarray&& array, PyObject* base) {
  ArrayObject* a = new_object(type);
  new (&a->array) ndarray(std::move(array));
  if (base) {
    // As in NumPy, the base of a view is the array that owns the memory.
    PyObject* owner = reinterpret_cast<ArrayObject*>(base)->base;
    a->base = Ref::borrow(owner ? owner : base).release();
  }
  // A scalar refers to no object. (Nor do most arrays, but memory reports find
  // them by their being tracked.)
  if (type == g_array_type) PyObject_GC_Track(reinterpret_cast<PyObject*>(a));
  return reinterpret_cast<PyObject*>(a);
}

}  // namespace

PyObject* wrap(ndarray&& array, PyObject* base) {
  return wrap_as(g_array_type, std::move(array), base);
}

PyObject* wrap_result(ndarray&& array) {
  PyTypeObject* type =
      array.ndim() == 0 ? scalar_type_of(array.dtype()) : g_array_type;
  return wrap_as(type, std::move(array), nullptr);
}

PyObject* wrap_host_item(DType dtype, const void* value) {
  StoragePtr storage = Storage::of_item(value, itemsize(dtype));
  ArrayObject* a = new_object(scalar_type_of(dtype));
  new (&a->array) ndarray(std::move(storage), dtype);
  return reinterpret_cast<PyObject*>(a);
}

PyObject* wrap_like(PyObject* self, ndarray array) {
  const bool is_view = array.storage().get() == array_of(self).storage().get();
  if (!is_scalar(self))
    return wrap_as(g_array_type, std::move(array), is_view ? self : nullptr);
  // Nobody may change the scalar through a view.
  if (is_view && array.ndim() > 0) array = ops::copy(array);
  return wrap_result(std::move(array));
}

bool init_array_type(PyObject* module) {
  static PyType_Slot slots[sizeof(kSlots) / sizeof(kSlots[0]) + 1];
  slots[0] = {Py_tp_members, kMembers};
  std::memcpy(slots + 1, kSlots, sizeof(kSlots));
  static PyType_Spec spec = {
      .name = "tenorite.ndarray",
      .basicsize = sizeof(ArrayObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
      .slots = slots,
  };
  if (numpy_arrays_are_sequences()) spec.flags |= Py_TPFLAGS_SEQUENCE;
  g_array_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (!g_array_type || !init_iterator_type()) return false;
  PyObject* type = reinterpret_cast<PyObject*>(g_array_type);
  for (PyMethodDef& method : array_reductions()) {
    Ref descriptor(PyDescr_NewMethod(g_array_type, &method));
    if (!descriptor ||
        PyObject_SetAttrString(type, method.ml_name, descriptor.get()) < 0)
      return false;
  }
  Ref priority(PyFloat_FromDouble(100));
  if (PyObject_SetAttrString(type, "__array_priority__", priority.get()) < 0)
    return false;
  return PyModule_AddObjectRef(module, "ndarray", type) == 0;
}

}  // namespace tenorite::python
