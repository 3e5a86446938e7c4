// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cmath>
#include <cstring>

#include "python/src/array/functions.h"
#include "python/src/array/object.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {
namespace {

PyObject* g_dtypes[kNumDTypes];
PyObject* g_numpy_array;
PyObject* g_numpy_generic;
PyObject* g_numpy_dtype;
// The dtypes of scalar types and names that numpy.dtype() need not be asked
// for.
PyObject* g_known_dtypes;

void remember_dtype(PyObject* key, DType dtype) {
  check_python(key && PyDict_SetItem(g_known_dtypes, key,
                                     g_dtypes[static_cast<int>(dtype)]) == 0);
}

void load_numpy() {
  if (g_numpy_dtype) [[likely]]
    return;
  Ref numpy = checked(PyImport_ImportModule("numpy"));
  g_numpy_array =
      checked(PyObject_GetAttrString(numpy.get(), "ndarray")).release();
  g_numpy_generic =
      checked(PyObject_GetAttrString(numpy.get(), "generic")).release();
  Ref dtype = checked(PyObject_GetAttrString(numpy.get(), "dtype"));
  g_known_dtypes = checked(PyDict_New()).release();
  for (int i = 0; i < kNumDTypes; ++i) {
    g_dtypes[i] =
        checked(PyObject_CallFunction(dtype.get(), "s", kDTypes[i].name))
            .release();
    auto d = static_cast<DType>(i);
    remember_dtype(Ref(PyObject_GetAttrString(g_dtypes[i], "type")).get(), d);
    remember_dtype(Ref(PyUnicode_FromString(kDTypes[i].name)).get(), d);
    remember_dtype(Ref(PyObject_GetAttrString(g_dtypes[i], "char")).get(), d);
    // "<f4" and "f4"
    const Ref text = checked(PyObject_GetAttrString(g_dtypes[i], "str"));
    remember_dtype(text.get(), d);
    remember_dtype(
        Ref(PyUnicode_Substring(text.get(), 1, PY_SSIZE_T_MAX)).get(), d);
  }
  remember_dtype(reinterpret_cast<PyObject*>(&PyBool_Type), DType::kBool);
  remember_dtype(reinterpret_cast<PyObject*>(&PyLong_Type), DType::kInt64);
  remember_dtype(reinterpret_cast<PyObject*>(&PyFloat_Type), DType::kFloat64);
  remember_dtype(reinterpret_cast<PyObject*>(&PyComplex_Type),
                 DType::kComplex128);
  g_numpy_dtype = dtype.release();
}

std::string text_of(PyObject* o) {
  const char* text = PyUnicode_Check(o) ? PyUnicode_AsUTF8(o) : nullptr;
  check_python(!PyErr_Occurred());
  return text ? text : "";
}

std::optional<DType> find_dtype(PyObject* numpy_dtype) {
  for (int i = 0; i < kNumDTypes; ++i)
    if (g_dtypes[i] == numpy_dtype) return static_cast<DType>(i);
  Ref kind_text = checked(PyObject_GetAttrString(numpy_dtype, "kind"));
  Ref size = checked(PyObject_GetAttrString(numpy_dtype, "itemsize"));
  Ref native = checked(PyObject_GetAttrString(numpy_dtype, "isnative"));
  DType d = numpy_number(text_of(kind_text.get())[0],
                         static_cast<size_t>(PyLong_AsLong(size.get())));
  if (is_valid(d) && native.get() == Py_True) return d;
  return {};
}

DType dtype_of_numpy(PyObject* numpy_dtype) {
  if (auto found = find_dtype(numpy_dtype)) return *found;
  Ref text = checked(PyObject_Str(numpy_dtype));
  throw UnsupportedDtype(
      "tenorite does not support dtype " + text_of(text.get()) +
      "; its dtypes are bool, integers of 8 to 64 bits, float16, "
      "float32, float64, complex64 and complex128");
}

}  // namespace

PyObject* dtype_object(DType dtype) {
  load_numpy();
  return g_dtypes[static_cast<int>(dtype)];
}

std::optional<DType> known_dtype(PyObject* o) {
  load_numpy();
  for (int i = 0; i < kNumDTypes; ++i)
    if (g_dtypes[i] == o) return static_cast<DType>(i);
  if (!PyType_Check(o) && !PyUnicode_CheckExact(o)) return {};
  PyObject* found = PyDict_GetItemWithError(g_known_dtypes, o);
  if (found) return dtype_of_numpy(found);
  check_python(!PyErr_Occurred());
  return {};
}

DType to_dtype(PyObject* o) {
  if (auto known = known_dtype(o)) return *known;
  // numpy.dtype() would take its attribute `dtype`.
  TENORITE_CHECK(!PyObject_TypeCheck(o, g_array_type), TypeError,
                 "Cannot construct a dtype from an array");
  Ref made = checked(PyObject_CallOneArg(g_numpy_dtype, o));
  DType d = dtype_of_numpy(made.get());
  constexpr Py_ssize_t kMaxKnown = 256;
  if (PyUnicode_CheckExact(o) && PyDict_GET_SIZE(g_known_dtypes) < kMaxKnown)
    remember_dtype(o, d);
  return d;
}

std::optional<DType> to_optional_dtype(PyObject* o) {
  if (!o || o == Py_None) return {};
  return to_dtype(o);
}

Device to_device(PyObject* o) {
  if (PyUnicode_Check(o)) return parse_device(text_of(o));
  if (PyLong_Check(o)) {
    long index = PyLong_AsLong(o);
    check_python(!PyErr_Occurred());
    TENORITE_CHECK(index >= 0 && index < 1024, ValueError,
                   "invalid device number %ld", index);
    return {DeviceType::kCuda, static_cast<int16_t>(index)};
  }
  // tenorite.Device and tenorite.cuda.Device name their device as text.
  Ref name(PyObject_GetAttrString(o, "name"));
  if (!name || !PyUnicode_Check(name.get())) {
    PyErr_Clear();
    throw TypeError("device must be 'cpu', 'cuda:N', an integer or a Device");
  }
  return parse_device(text_of(name.get()));
}

std::optional<Device> to_optional_device(PyObject* o) {
  if (!o || o == Py_None) return {};
  Device d = to_device(o);
  check_device(d);
  return d;
}

UsedStream::UsedStream(PyObject* stream, Device device) {
  if (!stream || stream == Py_None) return;
  auto has = [&](const char* name) {
    return PyObject_HasAttrString(stream, name);
  };
  const bool is_ours = has("_id_on");
  TENORITE_CHECK(is_ours || has("__cuda_stream__") || has("cuda_stream"),
                 TypeError, "stream must be a tenorite.cuda.Stream, not %s",
                 Py_TYPE(stream)->tp_name);
  if (device.is_cpu()) return;  // one queue
  if (!is_ours) {
    Ref cuda = checked(PyImport_ImportModule("tenorite.cuda"));
    external_ =
        checked(PyObject_CallMethod(cuda.get(), "ExternalStream", "Oi", stream,
                                    static_cast<int>(device.index)));
    stream = external_.get();
  }
  Ref id = checked(PyObject_CallMethod(stream, "_id_on", "i", device.index));
  scope_.emplace(device, static_cast<StreamId>(to_int64(id.get())));
}

Casting to_casting(PyObject* o) {
  if (!o) return Casting::kSameKind;
  TENORITE_CHECK(PyUnicode_Check(o), TypeError, "casting must be str, not %s",
                 Py_TYPE(o)->tp_name);
  std::string text = text_of(o);
  for (int i = 0; i < 5; ++i)
    if (text == name(static_cast<Casting>(i))) return static_cast<Casting>(i);
  throw ValueError(
      "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' "
      "(got '" +
      text + "')");
}

ops::Order to_order(PyObject* o, ops::Order fallback) {
  if (!o || o == Py_None) return fallback;
  std::string text = PyBytes_Check(o) ? PyBytes_AS_STRING(o) : text_of(o);
  if (text.size() == 1) switch (text[0] & ~0x20) {
      case 'C':
        return ops::Order::kC;
      case 'F':
        return ops::Order::kF;
      case 'A':
        return ops::Order::kA;
      case 'K':
        return ops::Order::kK;
    }
  TENORITE_CHECK(PyUnicode_Check(o) || PyBytes_Check(o), TypeError,
                 "order must be str, not %s", Py_TYPE(o)->tp_name);
  throw ValueError("order must be one of 'C', 'F', 'A', or 'K' (got '" + text +
                   "')");
}

bool is_f_order(PyObject* o) {
  ops::Order order = to_order(o, ops::Order::kC);
  TENORITE_CHECK(order == ops::Order::kC || order == ops::Order::kF, ValueError,
                 "only 'C' or 'F' order is permitted");
  return order == ops::Order::kF;
}

int64_t to_int64(PyObject* o) {
  Ref index = checked(PyNumber_Index(o));
  int64_t value = PyLong_AsLongLong(index.get());
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw OverflowError("Python int too large to convert to C ssize_t");
  }
  return value;
}

static bool is_bool(PyObject* o) {
  return PyBool_Check(o) || std::strcmp(Py_TYPE(o)->tp_name, "numpy.bool") == 0;
}

static int64_t to_length(PyObject* o) {
  TENORITE_CHECK(PyLong_CheckExact(o) || !is_bool(o), TypeError, "%s",
                 kNoInteger);
  Ref index = checked(PyNumber_Index(o));
  int64_t value = PyLong_AsLongLong(index.get());
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw ValueError("Maximum allowed dimension exceeded");
  }
  return value;
}

Dims to_dims(PyObject* const* items, Py_ssize_t n) {
  TENORITE_CHECK(n <= kMaxDims, ValueError,
                 "maximum supported dimension for an ndarray is currently %d, "
                 "found %zd",
                 kMaxDims, n);
  Dims dims;
  dims.resize(static_cast<int>(n));
  for (int i = 0; i < dims.size(); ++i) dims[i] = to_length(items[i]);
  return dims;
}

Dims to_dims(PyObject* o, const char* what) {
  if (PyLong_CheckExact(o)) return Dims{to_length(o)};
  TENORITE_CHECK(!PyBool_Check(o), TypeError,
                 "expected a sequence of integers or a single integer, got "
                 "'%s'",
                 o == Py_True ? "True" : "False");
  TENORITE_CHECK(o != Py_None, TypeError, "Use () not None as %s arguments",
                 what);
  if (PyTuple_Check(o) || PyList_Check(o)) {
    // __index__ of an item might change a list.
    Ref items = checked(PySequence_Tuple(o));
    return to_dims(PySequence_Fast_ITEMS(items.get()),
                   PyTuple_GET_SIZE(items.get()));
  }
  if (PyIndex_Check(o) && !(PySequence_Check(o) && PySequence_Size(o) >= 0)) {
    PyErr_Clear();  // a 0-d array has no length
    return Dims{to_length(o)};
  }
  // Sets and dictionaries have no order to read lengths in.
  Ref items(PySequence_Check(o) ? PySequence_Tuple(o) : nullptr);
  if (!items) {
    PyErr_Clear();
    Ref text = checked(PyObject_Repr(o));
    throw TypeError(
        "expected a sequence of integers or a single integer, got '" +
        text_of(text.get()) + "'");
  }
  return to_dims(items.get(), what);
}

int to_axis(PyObject* o, const char* refusal) {
  TENORITE_CHECK(!is_bool(o), TypeError, "%s", refusal);
  Ref index = checked(PyNumber_Index(o));
  long axis = PyLong_AsLong(index.get());
  check_python(axis != -1 || !PyErr_Occurred());
  TENORITE_CHECK(axis == static_cast<int>(axis), ValueError,
                 "integer won't fit into a C int");
  return static_cast<int>(axis);
}

std::optional<Dims> to_axes(PyObject* o, const char* refusal,
                            const char* item_refusal) {
  if (!o || o == Py_None) return {};
  if (!PyTuple_Check(o)) return Dims{to_axis(o, refusal)};
  Py_ssize_t n = PyTuple_GET_SIZE(o);
  TENORITE_CHECK(n <= kMaxDims, ValueError, "too many values for 'axis'");
  Dims axes(static_cast<int>(n));
  for (int i = 0; i < axes.size(); ++i)
    axes[i] = to_axis(PyTuple_GET_ITEM(o, i), item_refusal);
  return axes;
}

std::string text_of(PyObject* o, const char* what) {
  TENORITE_CHECK(PyUnicode_Check(o), TypeError, "%s must be a str, not %s",
                 what, Py_TYPE(o)->tp_name);
  Py_ssize_t n;
  const char* text = PyUnicode_AsUTF8AndSize(o, &n);
  check_python(text != nullptr);
  return {text, static_cast<size_t>(n)};
}

Ref text_object(const std::string& text) {
  return checked(PyUnicode_FromStringAndSize(
      text.data(), static_cast<Py_ssize_t>(text.size())));
}

Ref text_objects(const std::vector<std::string>& texts) {
  Ref tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(texts.size())));
  for (size_t i = 0; i < texts.size(); ++i)
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
                     text_object(texts[i]).release());
  return tuple;
}

PyObject* remade_by(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  Ref copyreg = checked(PyImport_ImportModule("copyreg"));
  Ref make = checked(PyObject_GetAttrString(copyreg.get(), "__newobj_ex__"));
  return Py_BuildValue("O(OOO)", make.get(), type, args, keywords);
}

PyObject* to_tuple(const Dims& dims) {
  PyObject* t = PyTuple_New(dims.size());
  if (!t) return nullptr;
  for (int i = 0; i < dims.size(); ++i)
    PyTuple_SET_ITEM(t, i, PyLong_FromLongLong(dims[i]));
  return t;
}

bool is_numpy_array(PyObject* o) {
  load_numpy();
  return PyObject_TypeCheck(o, reinterpret_cast<PyTypeObject*>(g_numpy_array));
}

bool numpy_arrays_are_sequences() {
  load_numpy();
  return PyType_HasFeature(reinterpret_cast<PyTypeObject*>(g_numpy_array),
                           Py_TPFLAGS_SEQUENCE) != 0;
}

bool is_numpy_scalar(PyObject* o) {
  load_numpy();
  return PyObject_TypeCheck(o,
                            reinterpret_cast<PyTypeObject*>(g_numpy_generic));
}

WeakNumber to_weak(PyObject* o) {
  WeakNumber n;
  if (PyLong_Check(o)) {
    n.weak = Weak::kInt;
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (!overflow) {
      n.negative = value < 0;
      n.magnitude = n.negative ? 0 - static_cast<uint64_t>(value)
                               : static_cast<uint64_t>(value);
      n.re = static_cast<double>(value);
      return n;
    }
    n.negative = overflow < 0;
    n.magnitude = PyLong_AsUnsignedLongLong(o);
    if (PyErr_Occurred()) {
      PyErr_Clear();
      n.huge = true;
    }
    n.re = PyLong_AsDouble(o);
    if (PyErr_Occurred()) {
      PyErr_Clear();
      n.re = n.negative ? -HUGE_VAL : HUGE_VAL;
    }
  } else if (PyFloat_Check(o)) {
    n.weak = Weak::kFloat;
    n.re = PyFloat_AS_DOUBLE(o);
  } else {
    n.weak = Weak::kComplex;
    Py_complex c = PyComplex_AsCComplex(o);
    n.re = c.real;
    n.im = c.imag;
  }
  return n;
}

PyObject* scalar_to_python(const Scalar& value) {
  switch (kind(value.dtype)) {
    case 'b':
      return PyBool_FromLong(value.bytes[0] != 0);
    case 'i': {
      Scalar wide = cast_scalar(value, DType::kInt64);
      long long v;
      std::memcpy(&v, wide.bytes, 8);
      return PyLong_FromLongLong(v);
    }
    case 'u': {
      Scalar wide = cast_scalar(value, DType::kUint64);
      unsigned long long v;
      std::memcpy(&v, wide.bytes, 8);
      return PyLong_FromUnsignedLongLong(v);
    }
    case 'f': {
      Scalar wide = cast_scalar(value, DType::kFloat64);
      double v;
      std::memcpy(&v, wide.bytes, 8);
      return PyFloat_FromDouble(v);
    }
    default: {
      Scalar wide = cast_scalar(value, DType::kComplex128);
      double v[2];
      std::memcpy(v, wide.bytes, 16);
      return PyComplex_FromDoubles(v[0], v[1]);
    }
  }
}

Scalar read_item(const ndarray& a) {
  // What is executed for it has the state of its recording.
  WithoutGil without_gil(a.device().is_cuda());
  return ops::item(a);
}

NumpyBuffer::NumpyBuffer(PyObject* numpy, bool writable) {
  Ref type = checked(PyObject_GetAttrString(numpy, "dtype"));
  dtype = dtype_of_numpy(type.get());
  check_python(
      PyObject_GetBuffer(numpy, &buffer_,
                         PyBUF_STRIDES | (writable ? PyBUF_WRITABLE : 0)) == 0);
  for (int i = 0; i < buffer_.ndim; ++i) {
    shape.push_back(buffer_.shape[i]);
    strides.push_back(buffer_.strides[i]);
  }
}

// Whether those are the strides of a NumPy array, which its buffer does not say
// where axes have one item.
static bool has_strides(PyObject* numpy, const Dims& strides) {
  if (strides.size() < 2) return false;
  Ref given = checked(PyObject_GetAttrString(numpy, "strides"));
  Ref wanted = checked(to_tuple(strides));
  int equal = PyObject_RichCompareBool(given.get(), wanted.get(), Py_EQ);
  check_python(equal >= 0);
  return equal != 0;
}

ndarray from_buffer(PyObject* o, std::optional<Device> device) {
  NumpyBuffer host(o, false);
  size_t size = itemsize(host.dtype);
  Device target = device ? *device : default_device();
  // Axes of length one leave open which dense order it is.
  Dims dense = has_strides(o, f_strides(host.shape, size))
                   ? f_strides(host.shape, size)
               : is_c_contiguous(host.shape, host.strides, size)
                   ? c_strides(host.shape, size)
                   : copy_strides(host.shape, host.strides, size);
  ndarray result = ndarray::empty(host.shape, host.dtype, target, dense);
  Unlocked unlocked(result.size());
  ops::copy_from_host(result, host.data(), host.dtype, host.shape,
                      host.strides);
  return result;
}

// kForeign for scalars of dtypes that no device has.
static Converted read_numpy_scalar(PyObject* o, Scalar* s) {
  Ref dtype = checked(PyObject_GetAttrString(o, "dtype"));
  auto known = find_dtype(dtype.get());
  if (!known) return Converted::kForeign;
  s->dtype = *known;
  Py_buffer buffer;
  check_python(PyObject_GetBuffer(o, &buffer, PyBUF_STRIDES) == 0);
  std::memcpy(s->bytes, buffer.buf, itemsize(s->dtype));
  PyBuffer_Release(&buffer);
  return Converted::kYes;
}

bool is_plain_numpy(PyObject* numpy) {
  if (Py_TYPE(numpy) == reinterpret_cast<PyTypeObject*>(g_numpy_array))
    return true;
  Ref priority = checked(PyObject_GetAttrString(numpy, "__array_priority__"));
  const double value = PyFloat_AsDouble(priority.get());
  check_python(!PyErr_Occurred());
  return value <= 0;
}

void check_plain_numpy(PyObject* numpy) {
  if (!is_plain_numpy(numpy))
    throw HasOwnOperations(
        format("a %s cannot be mixed with an array on any device; convert it "
               "with tenorite.asarray()",
               Py_TYPE(numpy)->tp_name));
}

static std::atomic<Mixed> g_mixed{Mixed::kError};
void set_mixed(Mixed mixed) { g_mixed = mixed; }
Mixed mixed() { return g_mixed; }

// Whether arrays on a device take NumPy arrays beside them.
static bool takes_numpy(Device device) {
  return device.is_cpu() ? mixed() != Mixed::kStrict : mixed() == Mixed::kCopy;
}

ndarray numpy_operand(PyObject* numpy, Device device) {
  check_plain_numpy(numpy);
  if (!takes_numpy(device))
    throw MixedOperands(
        format("a NumPy array (host memory) cannot be mixed with an array on "
               "%s; convert it with tenorite.asarray()",
               to_string(device).c_str()));
  Ref dtype = checked(PyObject_GetAttrString(numpy, "dtype"));
  if (!find_dtype(dtype.get())) return {};
  if (device.is_cuda()) {
    checked(PyObject_CallFunction(package_function("_count_mixed_copy"), "Os",
                                  numpy, to_string(device).c_str()));
    return from_buffer(numpy, device);
  }
  ndarray shared = array_on_numpy(numpy, false);
  return shared.is_aligned() ? shared : ops::copy(shared);
}

const ndarray* to_output(PyObject* o, Device device, Ref& keep) {
  TENORITE_CHECK(o != Py_Ellipsis, TypeError,
                 "out=... is only allowed as a keyword argument.");
  if (!is_array(o) && is_numpy_array(o)) {
    check_plain_numpy(o);
    if (device.is_cpu() && takes_numpy(device))
      keep = Ref(wrap(array_on_numpy(o, true)));
  }
  TENORITE_CHECK(is_array(o) || keep, TypeError,
                 "return arrays must be of ArrayType");
  return &array_of(keep ? keep.get() : o);
}

Converted to_argument_from(PyObject* o, std::optional<Device> device,
                           ops::Argument& a, Ref& keep) {
  if (PyLong_CheckExact(o) || PyFloat_CheckExact(o) ||
      PyComplex_CheckExact(o)) {
    a.is_weak = true;
    a.weak = to_weak(o);
    return Converted::kYes;
  }
  if (PyBool_Check(o)) {
    a.scalar = make_scalar(o == Py_True);
    return Converted::kYes;
  }
  if (is_numpy_scalar(o)) return read_numpy_scalar(o, &a.scalar);
  if (is_numpy_array(o)) {
    Ref ndim = checked(PyObject_GetAttrString(o, "ndim"));
    if (PyLong_AsLong(ndim.get()) == 0) return read_numpy_scalar(o, &a.scalar);
    ndarray items = numpy_operand(o, device ? *device : default_device());
    if (!items.defined()) return Converted::kForeign;
    keep = Ref(wrap(std::move(items)));
    a.array = &array_of(keep.get());
    return Converted::kYes;
  }
  if (PyLong_Check(o) || PyFloat_Check(o) || PyComplex_Check(o)) {
    a.is_weak = true;
    a.weak = to_weak(o);
    return Converted::kYes;
  }
  if (PyList_Check(o) || PyTuple_Check(o)) {
    auto numbers = array_of_numbers(o, {}, device);
    if (!numbers) return Converted::kForeign;
    keep = Ref(wrap(std::move(*numbers)));
    a.array = &array_of(keep.get());
    return Converted::kYes;
  }
  return Converted::kForeign;
}

ndarray to_array(PyObject* o, std::optional<Device> device,
                 std::optional<DType> dtype) {
  ndarray result;
  if (is_array(o)) {
    result = array_of(o);
    if (device) result = ops::to_device(result, *device);
  } else if (is_numpy_array(o) || is_numpy_scalar(o)) {
    result = from_buffer(o, device);
  } else if (auto numbers = array_of_numbers(o, dtype, device)) {
    result = std::move(*numbers);
  } else {
    Ref asarray = Ref::borrow(package_function("asarray"));
    Ref args = checked(PyTuple_Pack(1, o));
    Ref keywords = checked(PyDict_New());
    if (device) {
      Ref text = checked(PyUnicode_FromString(to_string(*device).c_str()));
      PyDict_SetItemString(keywords.get(), "device", text.get());
    }
    if (dtype)
      PyDict_SetItemString(keywords.get(), "dtype", dtype_object(*dtype));
    Ref made =
        checked(PyObject_Call(asarray.get(), args.get(), keywords.get()));
    // Of texts and other objects it is NumPy's.
    if (!is_array(made.get()))
      throw UnsupportedDtype(std::string(Py_TYPE(o)->tp_name) +
                             " is no array of numbers");
    result = array_of(made.get());
  }
  if (dtype) result = ops::astype(result, *dtype, ops::Order::kK, false);
  return result;
}

ndarray to_mask(PyObject* o, Device device) {
  if (is_scalar(o))
    return ops::astype(array_of(o), DType::kBool, ops::Order::kK, false);
  if (is_array(o)) return array_of(o);
  if (!is_numpy_array(o)) return to_array(o, device, DType::kBool);
  ArgumentHolder holder;
  to_argument(o, device, holder);
  return holder.argument.array ? *holder.argument.array : to_array(o, device);
}

PyObject* package_function(const char* name) {
  static PyObject* package = nullptr;
  if (!package) package = checked(PyImport_ImportModule("tenorite")).release();
  // Kept alive by the module's dictionary.
  PyObject* f = PyDict_GetItemString(PyModule_GetDict(package), name);
  TENORITE_CHECK(f != nullptr, RuntimeError, "tenorite.%s is missing", name);
  return f;
}

}  // namespace tenorite::python
