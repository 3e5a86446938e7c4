// SPDX-License-Identifier: Apache-2.0
// Attributes and methods of tenorite.ndarray that are written in C++; the
// package adds the composite ones in Python.
#include <algorithm>
#include <cstring>
#include <vector>

#include "ops/table/casting.h"
#include "python/src/array/arguments.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/functions.h"
#include "python/src/array/method_docs.h"
#include "python/src/array/methods.h"
#include "python/src/array/object.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {
namespace {

// ---- attributes ----

PyObject* get_shape(PyObject* self, void*) {
  return to_tuple(array_of(self).shape());
}
int set_shape(PyObject* self, PyObject* value, void*) {
  return guarded_int([&] {
    TENORITE_CHECK(value != nullptr, ValueError, "Cannot delete array shape");
    if (numpy_arrays_are_sequences() &&
        PyErr_WarnEx(PyExc_DeprecationWarning,
                     "Setting the shape on a NumPy array has been deprecated "
                     "in NumPy 2.5.\nAs an alternative, you can create a new "
                     "view using np.reshape (with copy=False if needed).",
                     1) < 0)
      throw PythonError();
    ndarray& a = array_of(self);
    ndarray shaped = ops::reshape(a, to_dims(value, "shape"), ops::Order::kC);
    if (shaped.storage().get() != a.storage().get()) {
      PyErr_SetString(PyExc_AttributeError,
                      "Incompatible shape for in-place modification. Use "
                      "`.reshape()` to make a copy with the desired shape.");
      throw PythonError();
    }
    a = shaped;
    return 0;
  });
}
PyObject* get_strides(PyObject* self, void*) {
  return to_tuple(array_of(self).strides());
}
PyObject* get_dtype(PyObject* self, void*) {
  return guarded([&] {
    return Ref::borrow(dtype_object(array_of(self).dtype())).release();
  });
}
PyObject* get_ndim(PyObject* self, void*) {
  return PyLong_FromLong(array_of(self).ndim());
}
PyObject* get_size(PyObject* self, void*) {
  return PyLong_FromLongLong(array_of(self).size());
}
PyObject* get_itemsize(PyObject* self, void*) {
  return PyLong_FromSize_t(array_of(self).itemsize());
}
PyObject* get_nbytes(PyObject* self, void*) {
  return PyLong_FromLongLong(array_of(self).nbytes());
}
PyObject* get_transposed(PyObject* self, void*) {
  return guarded(
      [&] { return wrap_like(self, ops::transpose(array_of(self))); });
}
PyObject* get_matrix_transposed(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    TENORITE_CHECK(a.ndim() >= 2, ValueError,
                   "matrix transpose with ndim < 2 is undefined");
    Dims axes(a.ndim());
    for (int i = 0; i < a.ndim(); ++i) axes[i] = i;
    std::swap(axes[a.ndim() - 1], axes[a.ndim() - 2]);
    return wrap_like(self, ops::transpose(a, axes));
  });
}
PyObject* get_base(PyObject* self, void*) {
  PyObject* base = reinterpret_cast<ArrayObject*>(self)->base;
  return Ref::borrow(base ? base : Py_None).release();
}
PyObject* get_real(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    if (kind(a.dtype()) != 'c') return Ref::borrow(self).release();
    return wrap_like(self, ops::real(a));
  });
}
PyObject* get_imag(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    return wrap_like(self, ops::imag(a));
  });
}
int assign(const ndarray& target, PyObject* value) {
  Ref view = checked(wrap(target));
  return array_ass_subscript(view.get(), Py_Ellipsis, value);
}
int set_real(PyObject* self, PyObject* value, void*) {
  return guarded_int([&] { return assign(ops::real(array_of(self)), value); });
}
int set_imag(PyObject* self, PyObject* value, void*) {
  return guarded_int([&] {
    TENORITE_CHECK(kind(array_of(self).dtype()) == 'c', TypeError,
                   "array does not have imaginary part to set");
    return assign(ops::imag(array_of(self)), value);
  });
}
PyObject* get_device(PyObject* self, void*) {
  // Device(name) is one object for each device.
  static PyObject* devices[kNumDeviceTypes][64];
  return guarded([&]() -> PyObject* {
    Device device = array_of(self).device();
    PyObject*& known = devices[static_cast<int>(device.type)][device.index];
    if (!known)
      known = checked(PyObject_CallFunction(package_function("Device"), "s",
                                            to_string(device).c_str()))
                  .release();
    return Ref::borrow(known).release();
  });
}
PyObject* get_pointer(PyObject* self, void*) {
  return guarded([&] {
    const ndarray& a = array_of(self);
    a.storage()->expose();
    return PyLong_FromVoidPtr(a.data());
  });
}

PyObject* set_writeable(PyObject* self, PyObject* flag) {
  return guarded([&]() -> PyObject* {
    int on = PyObject_IsTrue(flag);
    check_python(on >= 0);
    set_array_writeable(self, on != 0);
    Py_RETURN_NONE;
  });
}

// ---- views ----

PyObject* reshape(PyObject* self, PyObject* const* args, Py_ssize_t n,
                  PyObject* names) {
  static const Parameters kParameters("reshape", {"shape", "order", "copy"}, 0,
                                      0);
  return guarded([&]() -> PyObject* {
    PyObject* values[3];
    kParameters.parse(args + n, 0, names, values);
    auto [shape_keyword, order, copy] = values;
    TENORITE_CHECK(n > 0 || shape_keyword, TypeError,
                   "reshape() takes exactly 1 argument (0 given)");
    Dims shape = shape_keyword ? to_dims(shape_keyword, "shape")
                 : n == 1      ? to_dims(args[0], "shape")
                               : to_dims(args, n);
    const ndarray& a = array_of(self);
    ndarray result = ops::reshape(a, shape, to_order(order, ops::Order::kC));
    bool copied = result.storage().get() != a.storage().get();
    if (copy && copy != Py_None) {
      TENORITE_CHECK(!PyUnicode_Check(copy), ValueError,
                     "strings are not allowed for 'copy' keyword. Use "
                     "True/False/None instead.");
      int wanted = PyObject_IsTrue(copy);
      check_python(wanted >= 0);
      if (wanted && !copied) result = ops::copy(result);
      TENORITE_CHECK(wanted || !copied, ValueError,
                     "Unable to avoid creating a copy while reshaping.");
    }
    return wrap_like(self, result);
  });
}

// Whether somebody else may refer to the array, as NumPy counts: besides the
// variable and the call.
bool is_referenced(PyObject* self) {
  return Py_REFCNT(self) > 2 || reinterpret_cast<ArrayObject*>(self)->weakrefs;
}

PyObject* resize(PyObject* self, PyObject* const* args, Py_ssize_t n,
                 PyObject* names) {
  static const Parameters kParameters("resize", {"refcheck"}, 0, 0);
  return guarded([&]() -> PyObject* {
    PyObject* refcheck = nullptr;
    kParameters.parse(args + n, 0, names, &refcheck);
    const long checks = refcheck ? PyLong_AsLong(refcheck) : 1;
    check_python(checks != -1 || !PyErr_Occurred());
    if (is_scalar(self) || n == 0 || (n == 1 && args[0] == Py_None))
      Py_RETURN_NONE;
    const Dims shape =
        n == 1 ? to_dims(args[0], "new_shape") : to_dims(args, n);
    for (int64_t length : shape)
      TENORITE_CHECK(length >= 0, ValueError,
                     "negative dimensions not allowed");
    ndarray& a = array_of(self);
    const bool fortran = a.is_f_contiguous() && !a.is_c_contiguous();
    TENORITE_CHECK(fortran || a.is_c_contiguous(), ValueError,
                   "resize only works on single-segment arrays");
    const int64_t bytes = checked_extent(shape, a.itemsize()).nbytes;
    const int64_t kept =
        std::min(a.size(), bytes / static_cast<int64_t>(a.itemsize()));
    const Dims strides = fortran ? f_strides(shape, a.itemsize())
                                 : c_strides(shape, a.itemsize());
    if (bytes == a.nbytes()) {
      a = a.view(0, shape, strides);
      Py_RETURN_NONE;
    }
    TENORITE_CHECK(owns_memory(self), ValueError,
                   "cannot resize this array: it does not own its data");
    TENORITE_CHECK(
        !(checks ? is_referenced(self)
                 : reinterpret_cast<ArrayObject*>(self)->weakrefs != nullptr),
        ValueError,
        "cannot resize an array that references or is referenced\n"
        "by another object in this way.\n"
        "Use the np.resize function to get a new resized copy or\n"
        " set refcheck=False to disable this check");
    const ndarray result =
        ndarray::empty(shape, a.dtype(), a.device(), strides);
    // Items stay where they lie in memory, and zeros follow.
    auto part = [](const ndarray& x, int64_t from, int64_t to) {
      const auto step = static_cast<int64_t>(x.itemsize());
      return x.view(from * step, Dims{to - from}, Dims{step});
    };
    ops::copy_into(part(result, 0, kept), part(a, 0, kept));
    if (kept < result.size())
      ops::fill(part(result, kept, result.size()),
                cast_scalar(make_scalar(false), a.dtype()));
    a = result.view(0, shape, strides);
    Py_RETURN_NONE;
  });
}

PyObject* transpose(PyObject* self, PyObject* const* args, Py_ssize_t n) {
  return guarded([&]() -> PyObject* {
    if (n == 0 || (n == 1 && args[0] == Py_None))
      return wrap_like(self, ops::transpose(array_of(self)));
    Dims axes = n == 1 ? to_dims(args[0], "axes") : to_dims(args, n);
    return wrap_like(self, ops::transpose(array_of(self), axes));
  });
}

PyObject* swapaxes(PyObject* self, PyObject* const* args, Py_ssize_t n) {
  return guarded([&]() -> PyObject* {
    TENORITE_CHECK(n == 2, TypeError, "swapaxes expected 2 arguments, got %zd",
                   n);
    PyObject *one = args[0], *two = args[1];
    const ndarray& a = array_of(self);
    Dims axes(a.ndim());
    for (int i = 0; i < a.ndim(); ++i) axes[i] = i;
    int i = normalize_axis(to_int64(one), a.ndim(), "axis1");
    int j = normalize_axis(to_int64(two), a.ndim(), "axis2");
    std::swap(axes[i], axes[j]);
    return wrap_like(self, ops::transpose(a, axes));
  });
}

PyObject* ravel(PyObject* self, PyObject* const* args, Py_ssize_t n,
                PyObject* names) {
  static const Parameters kParameters("ravel", {"order"});
  return guarded([&]() -> PyObject* {
    PyObject* values[1];
    kParameters.parse(args, n, names, values);
    auto [order] = values;
    const ndarray& a = array_of(self);
    ndarray result = ops::ravel(a, to_order(order, ops::Order::kC));
    return wrap_like(self, result);
  });
}

PyObject* flatten(PyObject* self, PyObject* const* args, Py_ssize_t n,
                  PyObject* names) {
  static const Parameters kParameters("flatten", {"order"});
  return guarded([&]() -> PyObject* {
    PyObject* values[1];
    kParameters.parse(args, n, names, values);
    auto [order] = values;
    const ndarray& a = array_of(self);
    ndarray result = ops::ravel(a, to_order(order, ops::Order::kC));
    if (result.storage().get() == a.storage().get()) result = ops::copy(result);
    return wrap(result);
  });
}

PyObject* squeeze(PyObject* self, PyObject* const* args, Py_ssize_t n,
                  PyObject* names) {
  static const Parameters kParameters("squeeze", {"axis"});
  return guarded([&]() -> PyObject* {
    PyObject* values[1];
    kParameters.parse(args, n, names, values);
    auto [axis] = values;
    const ndarray& a = array_of(self);
    auto axes = to_axes(axis, kNoAxis,
                        "integers are required for the axis tuple elements");
    if (a.ndim() == 0 && passes_without_axes(axis)) axes = Dims{};
    return wrap_like(self, ops::squeeze(a, axes));
  });
}

PyObject* diagonal(PyObject* self, PyObject* const* args, Py_ssize_t n,
                   PyObject* names) {
  static const Parameters kParameters("diagonal", {"offset", "axis1", "axis2"});
  return guarded([&]() -> PyObject* {
    PyObject* values[3];
    kParameters.parse(args, n, names, values);
    auto [offset, axis1, axis2] = values;
    auto number = [](PyObject* o, int64_t otherwise) {
      const int64_t value = o ? to_int64(o) : otherwise;
      TENORITE_CHECK(value <= INT32_MAX, OverflowError,
                     "signed integer is greater than maximum");
      TENORITE_CHECK(value >= INT32_MIN, OverflowError,
                     "signed integer is less than minimum");
      return value;
    };
    ndarray view = ops::diagonal(array_of(self), number(offset, 0),
                                 number(axis1, 0), number(axis2, 1));
    view.set_writeable(false);
    return wrap_like(self, view);
  });
}

PyObject* view(PyObject* self, PyObject* const* args, Py_ssize_t n,
               PyObject* names) {
  static const Parameters kParameters("view", {"dtype"});
  return guarded([&]() -> PyObject* {
    PyObject* values[1];
    kParameters.parse(args, n, names, values);
    auto [dtype] = values;
    const ndarray& a = array_of(self);
    if (!dtype || dtype == Py_None ||
        dtype == reinterpret_cast<PyObject*>(g_array_type))
      return wrap_like(self, a);
    DType d;
    try {
      d = to_dtype(dtype);
    } catch (const UnsupportedDtype&) {
      if (!a.device().is_cpu()) throw;
      return PyObject_CallFunctionObjArgs(package_function("_view_of_host"),
                                          self, dtype, nullptr);
    }
    return wrap_like(self, ops::view_dtype(a, d));
  });
}

// ---- copies and transfers ----

PyObject* astype(PyObject* self, PyObject* const* args, Py_ssize_t n,
                 PyObject* names) {
  static const Parameters kParameters(
      "astype", {"dtype", "order", "casting", "subok", "copy", "device"}, 1);
  return guarded([&]() -> PyObject* {
    PyObject* values[6];
    kParameters.parse(args, n, names, values);
    auto [dtype, order, casting, subok, copy, device] = values;
    const ndarray& a = array_of(self);
    DType d = to_dtype(dtype);
    // NumPy's alone, from 2.4 on and of this method, looks at every value.
    if (casting && PyUnicode_Check(casting) &&
        PyUnicode_CompareWithASCIIString(casting, "same_value") == 0)
      throw NotImplementedError("no device casts with 'same_value'");
    Casting rule = casting ? to_casting(casting) : Casting::kUnsafe;
    ops::check_cast(a, d, rule);
    int wanted = copy ? PyObject_IsTrue(copy) : 1;
    check_python(wanted >= 0);
    ops::Order o = to_order(order, ops::Order::kK);
    ndarray result;
    {
      Unlocked unlocked(a.size());
      result = ops::astype(a, d, o, wanted != 0);
    }
    if (!wanted && result.address() == a.address() &&
        result.dtype() == a.dtype())
      return Ref::borrow(self).release();
    return wrap_like(self, result);
  });
}

PyObject* copy(PyObject* self, PyObject* const* args, Py_ssize_t n,
               PyObject* names) {
  static const Parameters kParameters("copy", {"order"});
  return guarded([&]() -> PyObject* {
    PyObject* values[1];
    kParameters.parse(args, n, names, values);
    auto [order] = values;
    const ndarray& a = array_of(self);
    ops::Order o = to_order(order, ops::Order::kC);
    ndarray result;
    {
      Unlocked unlocked(a.size());
      result = ops::copy(a, o);
    }
    return wrap_like(self, result);
  });
}

PyObject* fill(PyObject* self, PyObject* value) {
  return guarded([&]() -> PyObject* {
    Ref item = item_value(value, kind(array_of(self).dtype()));
    check_python(array_ass_subscript(self, Py_Ellipsis, item.get()) == 0);
    Py_RETURN_NONE;
  });
}

PyObject* to_device_method(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"device", "stream", nullptr};
  PyObject *device, *stream = nullptr;
  if (!parse(args, keywords, "O|$O:to_device", kNames, &device, &stream))
    return nullptr;
  return guarded([&]() -> PyObject* {
    if (PyObject* made = call_claimed("to_device", self, device)) return made;
    const ndarray& a = array_of(self);
    Device target = to_device(device);
    check_device(target);
    if (target == a.device()) return Ref::borrow(self).release();
    ndarray moved;
    {
      const UsedStream scope(stream,
                             a.device().is_cuda() ? a.device() : target);
      Unlocked unlocked(a.size());
      moved = ops::to_device(a, target);
    }
    return wrap_like(self, moved);
  });
}

// get(stream=None, order='C', out=None, blocking=True) -> numpy.ndarray
PyObject* get(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"stream", "order", "out", "blocking", nullptr};
  PyObject *stream = nullptr, *order = nullptr, *out = nullptr;
  int blocking = 1;
  if (!parse(args, keywords, "|OOOp:get", kNames, &stream, &order, &out,
             &blocking))
    return nullptr;
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    Ref target;
    if (out && out != Py_None) {
      TENORITE_CHECK(is_numpy_array(out), TypeError,
                     "Only numpy.ndarray can be obtained from "
                     "tenorite.ndarray");
      target = Ref::borrow(out);
    } else {
      ops::Order o = to_order(order, ops::Order::kC);
      bool f =
          o == ops::Order::kF ||
          (o == ops::Order::kA && a.is_f_contiguous() && !a.is_c_contiguous());
      Ref numpy = checked(PyImport_ImportModule("numpy"));
      target = checked(
          PyObject_CallMethod(numpy.get(), "empty", "NOs", to_tuple(a.shape()),
                              dtype_object(a.dtype()), f ? "F" : "C"));
    }
    NumpyBuffer host(target.get(), true);
    TENORITE_CHECK(host.dtype == a.dtype(), TypeError,
                   "out has dtype %s, the array has %s", name(host.dtype),
                   name(a.dtype()));
    TENORITE_CHECK(host.shape == a.shape(), ValueError,
                   "Shape mismatch. Expected shape: %s, actual shape: %s",
                   to_string(a.shape()).c_str(), to_string(host.shape).c_str());
    {
      const UsedStream scope(stream, a.device());
      Unlocked unlocked(a.size());
      ops::copy_to_host(host.data(), host.strides, a, blocking != 0);
    }
    return target.release();
  });
}

PyObject* set(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"arr", "stream", nullptr};
  PyObject *value, *stream = nullptr;
  if (!parse(args, keywords, "O|O:set", kNames, &value, &stream))
    return nullptr;
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    TENORITE_CHECK(is_numpy_array(value), TypeError,
                   "Only numpy.ndarray can be set to tenorite.ndarray");
    NumpyBuffer host(value, false);
    TENORITE_CHECK(host.dtype == a.dtype(), TypeError,
                   "%s array cannot be set to %s array", name(host.dtype),
                   name(a.dtype()));
    TENORITE_CHECK(host.shape == a.shape(), ValueError,
                   "Shape mismatch. Old shape: %s, new shape: %s",
                   to_string(a.shape()).c_str(), to_string(host.shape).c_str());
    const UsedStream scope(stream, a.device());
    Unlocked unlocked(a.size());
    ops::copy_from_host(a, host.data(), host.dtype, host.shape, host.strides,
                        stream == nullptr || stream == Py_None);
    Py_RETURN_NONE;
  });
}

PyObject* number_at(DType dtype, const char* data) {
  Scalar s;
  s.dtype = dtype;
  std::memcpy(s.bytes, data, itemsize(dtype));
  return scalar_to_python(s);
}
template <class T>
T load_at(const char* data) {
  T x;
  std::memcpy(&x, data, sizeof(T));
  return x;
}

// The list of n items that `make` makes of the bytes at each step.
template <class Make>
PyObject* list_of(int64_t n, const char* data, int64_t stride, Make make) {
  Ref list = checked(PyList_New(n));
  for (int64_t i = 0; i < n; ++i) {
    PyObject* item = make(data + i * stride);
    check_python(item != nullptr);
    PyList_SET_ITEM(list.get(), i, item);
  }
  return list.release();
}

PyObject* tolist_of(const ndarray& host, int axis, const char* data) {
  const DType dtype = host.dtype();
  if (axis == host.ndim()) return number_at(dtype, data);
  const int64_t n = host.shape(axis), stride = host.stride(axis);
  if (axis + 1 < host.ndim())
    return list_of(n, data, stride, [&](const char* at) {
      return tolist_of(host, axis + 1, at);
    });
  // The dtypes of long lists, then any.
  if (dtype == DType::kFloat64)
    return list_of(n, data, stride, [](const char* at) {
      return PyFloat_FromDouble(load_at<double>(at));
    });
  if (dtype == DType::kFloat32)
    return list_of(n, data, stride, [](const char* at) {
      return PyFloat_FromDouble(load_at<float>(at));
    });
  if (dtype == DType::kInt64)
    return list_of(n, data, stride, [](const char* at) {
      return PyLong_FromLong(load_at<long>(at));
    });
  if (dtype == DType::kBool)
    return list_of(n, data, stride,
                   [](const char* at) { return PyBool_FromLong(*at != 0); });
  return list_of(n, data, stride,
                 [dtype](const char* at) { return number_at(dtype, at); });
}

// ---- the rest ----

PyObject* conjugate(PyObject* self, PyObject* args) {
  PyObject* out = nullptr;
  if (!PyArg_ParseTuple(args, "|O:conjugate", &out)) return nullptr;
  if (out && out != Py_None)
    return PyObject_CallFunctionObjArgs(package_function("conjugate"), self,
                                        out, nullptr);
  if (kind(array_of(self).dtype()) != 'c') return Ref::borrow(self).release();
  return operator_call(Op::conjugate, self, nullptr);
}

PyObject* nonzero(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    TENORITE_CHECK(a.ndim() > 0, ValueError,
                   "Calling nonzero on 0d arrays is not allowed. Use "
                   "np.atleast_1d(scalar).nonzero() instead.%s",
                   a.dtype() == DType::kBool
                       ? " If the context of this error is of the form "
                         "`arr[nonzero(cond)]`, just use `arr[cond]`."
                       : "");
    std::vector<ndarray> positions(static_cast<size_t>(a.ndim()));
    {
      Unlocked unlocked(a.size());
      ndarray mask = ops::astype(a, DType::kBool, ops::Order::kC, false);
      ops::nonzero(mask, positions.data());
    }
    Ref tuple = checked(PyTuple_New(a.ndim()));
    for (int i = 0; i < a.ndim(); ++i)
      PyTuple_SET_ITEM(tuple.get(), i, wrap(positions[static_cast<size_t>(i)]));
    return tuple.release();
  });
}

}  // namespace

void set_array_writeable(PyObject* array, bool on) {
  auto* a = reinterpret_cast<ArrayObject*>(array);
  bool allowed = !a->array.storage()->readonly() &&
                 (!a->base || array_of(a->base).writeable());
  TENORITE_CHECK(!on || allowed, ValueError,
                 "cannot set WRITEABLE flag to True of this array");
  a->array.set_writeable(on);
}

PyObject* array_tolist(PyObject* self, PyObject*) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    ops::raise_pending(a.device());
    ndarray host = ops::to_device(a, kCpu);
    return tolist_of(host, 0, host.data());
  });
}

PyGetSetDef g_array_getset[] = {
    {"shape", get_shape, set_shape, "Tuple of axis lengths.", nullptr},
    {"strides", get_strides, nullptr, "Bytes to step along each axis.",
     nullptr},
    {"dtype", get_dtype, nullptr, "The numpy.dtype of the elements.", nullptr},
    {"ndim", get_ndim, nullptr, "Number of axes.", nullptr},
    {"size", get_size, nullptr, "Number of elements.", nullptr},
    {"itemsize", get_itemsize, nullptr, "Bytes per element.", nullptr},
    {"nbytes", get_nbytes, nullptr, "Bytes of all elements.", nullptr},
    {"T", get_transposed, nullptr, "The transposed view.", nullptr},
    {"mT", get_matrix_transposed, nullptr,
     "View with the last two axes exchanged.", nullptr},
    {"base", get_base, nullptr, "The array this is a view of, or None.",
     nullptr},
    {"real", get_real, set_real, "The real part (a view).", nullptr},
    {"imag", get_imag, set_imag, "The imaginary part.", nullptr},
    {"device", get_device, nullptr, "The device that holds the array.",
     nullptr},
    {"_pointer", get_pointer, nullptr, "Address of the first element.",
     nullptr},
    {"flags", get_flags, nullptr, "Memory layout. See numpy.ndarray.flags.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef g_array_methods[] = {
    fast_method("reshape", reshape,
                "reshape($self, /, *shape, order='C', "
                "copy=None)\n--\n\n" TENORITE_DOC_reshape),
    fast_method("resize", resize,
                "resize($self, /, *new_shape, "
                "refcheck=True)\n--\n\n" TENORITE_DOC_resize),
    fast_method("transpose", transpose,
                "transpose($self, /, *axes)\n--\n\n" TENORITE_DOC_transpose),
    fast_method(
        "swapaxes", swapaxes,
        "swapaxes($self, axis1, axis2, /)\n--\n\n" TENORITE_DOC_swapaxes),
    fast_method("ravel", ravel,
                "ravel($self, /, order='C')\n--\n\n" TENORITE_DOC_ravel),
    fast_method("flatten", flatten,
                "flatten($self, /, order='C')\n--\n\n" TENORITE_DOC_flatten),
    fast_method("squeeze", squeeze,
                "squeeze($self, /, axis=None)\n--\n\n" TENORITE_DOC_squeeze),
    fast_method("diagonal", diagonal,
                "diagonal($self, /, offset=0, axis1=0, "
                "axis2=1)\n--\n\n" TENORITE_DOC_diagonal),
    fast_method("view", view,
                "view($self, /, *args, **kwargs)\n--\n\n" TENORITE_DOC_view),
    method_or_host<astype>(
        "astype",
        "astype($self, /, dtype, order='K', casting='unsafe', "
        "subok=True, copy=True)\n--\n\n" TENORITE_DOC_astype),
    fast_method("copy", copy,
                "copy($self, /, order='C')\n--\n\n" TENORITE_DOC_copy),
    {"fill", fill, METH_O, "fill($self, /, value)\n--\n\n" TENORITE_DOC_fill},
    {"item", array_item, METH_VARARGS,
     "item($self, /, *args)\n--\n\n" TENORITE_DOC_item},
    {"tolist", array_tolist, METH_NOARGS,
     "tolist($self, /)\n--\n\n" TENORITE_DOC_tolist},
    TENORITE_METHOD("to_device", to_device_method,
                    "to_device($self, device, /, *, "
                    "stream=None)\n--\n\n" TENORITE_DOC_to_device),
    TENORITE_METHOD("get", get,
                    "get(stream=None, order='C', out=None, "
                    "blocking=True)\n--\n\n" TENORITE_DOC_get),
    TENORITE_METHOD("set", set,
                    "set(arr, stream=None)\n--\n\n" TENORITE_DOC_set),
    {"conj", conjugate, METH_VARARGS,
     "conj($self, /)\n--\n\n" TENORITE_DOC_conj},
    {"conjugate", conjugate, METH_VARARGS,
     "conjugate($self, /)\n--\n\n" TENORITE_DOC_conjugate},
    {"nonzero", nonzero, METH_NOARGS,
     "nonzero($self, /)\n--\n\n" TENORITE_DOC_nonzero},
    fast_method("__dlpack__", array_dlpack,
                "__dlpack__($self, /, *, stream=None, max_version=None, "
                "dl_device=None, copy=None)\n--\n\n"
                "Capsule of DLPack on the array's memory."),
    {"__dlpack_device__", array_dlpack_device, METH_NOARGS,
     "__dlpack_device__($self, /)\n--\n\n"
     "DLPack's (type, number) of the device: 1 is the host, 2 is CUDA."},
    {"_set_writeable", set_writeable, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace tenorite::python
