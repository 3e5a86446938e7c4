// SPDX-License-Identifier: Apache-2.0
// Compiled paths of the functions that make arrays.
#include <cfloat>
#include <cmath>
#include <cstring>

#include "ops/api/host_items.h"
#include "python/src/array/arguments.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/functions.h"

namespace tenorite::python {
namespace {

// Whether dtype= is absent or one that NumPy need not be asked about.
bool reads_dtype(PyObject* o, std::optional<DType>& dtype) {
  if (absent(o)) return true;
  dtype = known_dtype(o);
  return dtype.has_value();
}

Device device_or_default(PyObject* o) {
  auto device = to_optional_device(o);
  return device ? *device : default_device();
}

// ---- numbers in lists ----

enum NumberKind { kNoNumber, kBools, kInts, kFloats, kComplexes };

// Of a scalar whose value is at hand, and which is what a Python number
// becomes.
NumberKind kind_of_scalar(PyObject* o) {
  if (!is_scalar(o) || !ops::is_host_item(array_of(o))) return kNoNumber;
  switch (array_of(o).dtype()) {
    case DType::kBool:
      return kBools;
    case DType::kInt64:
      return kInts;
    case DType::kFloat64:
      return kFloats;
    case DType::kComplex128:
      return kComplexes;
    default:
      return kNoNumber;
  }
}

// Shape and kind of nested lists and tuples of numbers.
class Survey {
 public:
  explicit Survey(PyObject* o) { regular = visit(o, 0); }

  NumberKind kind = kNoNumber;
  Dims shape;
  bool regular = false;

 private:
  bool visit(PyObject* o, int depth) {
    if (PyFloat_CheckExact(o)) return leaf(kFloats, depth);
    if (PyLong_CheckExact(o)) {
      int overflow = 0;
      PyLong_AsLongLongAndOverflow(o, &overflow);
      return !overflow && leaf(kInts, depth);
    }
    if (PyBool_Check(o)) return leaf(kBools, depth);
    if (PyComplex_CheckExact(o)) return leaf(kComplexes, depth);
    if (!PyList_CheckExact(o) && !PyTuple_CheckExact(o)) {
      const NumberKind found = kind_of_scalar(o);
      return found != kNoNumber && leaf(found, depth);
    }
    Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
    if (n == 0 || depth == leaf_depth_ || depth == kMaxDims) return false;
    if (depth == shape.size()) shape.push_back(n);
    if (shape[depth] != n) return false;
    PyObject** items = PySequence_Fast_ITEMS(o);
    for (Py_ssize_t i = 0; i < n; ++i)
      if (!visit(items[i], depth + 1)) return false;
    return true;
  }
  bool leaf(NumberKind found, int depth) {
    if (leaf_depth_ < 0) leaf_depth_ = depth;
    if (found > kind) kind = found;
    return depth == leaf_depth_ && depth == shape.size();
  }

  int leaf_depth_ = -1;
};

// Stores the numbers in C order; false for one that T, of a dtype, cannot hold.
template <class T>
bool store(PyObject* o, DType dtype, T*& to) {
  if (is_scalar(o)) {
    if (dtype == DType::kFloat32) return false;  // it may be too large
    const Scalar value = cast_scalar(read_item(array_of(o)), dtype);
    std::memcpy(to++, value.bytes, sizeof(T));
    return true;
  }
  if (PyList_CheckExact(o) || PyTuple_CheckExact(o)) {
    Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
    for (Py_ssize_t i = 0; i < n; ++i)
      if (!store(PySequence_Fast_ITEMS(o)[i], dtype, to)) return false;
    return true;
  }
  if constexpr (std::is_same_v<T, Py_complex>) {
    *to++ = PyComplex_AsCComplex(o);
  } else if constexpr (std::is_floating_point_v<T>) {
    double value =
        PyFloat_CheckExact(o) ? PyFloat_AS_DOUBLE(o) : PyLong_AsDouble(o);
    if (sizeof(T) < sizeof(double) && std::abs(value) > FLT_MAX) return false;
    *to++ = static_cast<T>(value);
  } else {
    *to++ = static_cast<T>(PyLong_AsLongLong(o));
  }
  return true;
}

bool store_as(DType dtype, PyObject* o, char* data) {
  auto run = [&](auto* to) { return store(o, dtype, to); };
  switch (dtype) {
    case DType::kBool:
      return run(reinterpret_cast<bool*>(data));
    case DType::kInt64:
      return run(reinterpret_cast<int64_t*>(data));
    case DType::kFloat32:
      return run(reinterpret_cast<float*>(data));
    case DType::kFloat64:
      return run(reinterpret_cast<double*>(data));
    default:
      return run(reinterpret_cast<Py_complex*>(data));
  }
}

// Whether numbers of a kind can be stored as a dtype without NumPy's help.
bool stores(NumberKind kind, DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return kind == kBools;
    case DType::kInt64:
      return kind <= kInts;
    case DType::kFloat32:
    case DType::kFloat64:
      return kind <= kFloats;
    case DType::kComplex128:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<ndarray> array_of_numbers(PyObject* o, std::optional<DType> dtype,
                                        std::optional<Device> device) {
  Survey survey(o);
  if (!survey.regular) return {};
  static constexpr DType kDTypeOf[] = {DType::kBool, DType::kBool,
                                       DType::kInt64, DType::kFloat64,
                                       DType::kComplex128};
  DType wanted = dtype ? *dtype : kDTypeOf[survey.kind];
  if (!stores(survey.kind, wanted)) return {};
  ndarray host = ndarray::empty(survey.shape, wanted, kCpu);
  if (!store_as(wanted, o, host.data())) return {};
  return ops::to_device(host, device ? *device : default_device());
}

namespace {

// ---- empty, zeros, ones and their likes ----

// As it is in memory.
ndarray new_array(PyObject* shape, DType dtype, PyObject* order,
                  PyObject* device) {
  Dims dims = to_dims(shape, "shape");
  const bool f = is_f_order(order);
  Device target = device_or_default(device);
  return f ? ndarray::empty_f(dims, dtype, target)
           : ndarray::empty(dims, dtype, target);
}
ndarray filled(ndarray a, const Scalar& value) {
  Unlocked unlocked(a.size());
  ops::fill(a, value);
  return a;
}
template <int kValue>
ndarray filled(ndarray a) {
  if constexpr (kValue < 0)
    return a;
  else
    return filled(std::move(a), make_scalar(kValue != 0));
}

// kValue: 0, 1, or -1 for memory as it is.
template <int kValue>
PyObject* make(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters(
      "zeros", {"shape", "dtype", "order", "device", "like"}, 1, 3);
  PyObject* values[5];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [shape, dtype, order, device, like] = values;
  std::optional<DType> asked;
  if (!absent(like) || !reads_dtype(dtype, asked)) return nullptr;
  return wrap(filled<kValue>(
      new_array(shape, asked.value_or(DType::kFloat64), order, device)));
}

// Where the value is a number of Python that the dtype holds.
PyObject* full(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters(
      "full", {"shape", "fill_value", "dtype", "order", "device", "like"}, 2,
      4);
  PyObject* values[6];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [shape, value, dtype, order, device, like] = values;
  std::optional<DType> asked;
  if (!absent(like) || !reads_dtype(dtype, asked)) return nullptr;
  Scalar number;
  DType d = DType::kInt64;
  double size = 0;
  int64_t whole;
  if (PyFloat_CheckExact(value)) {
    number = make_scalar(size = PyFloat_AS_DOUBLE(value));
    d = DType::kFloat64;
  } else if (PyBool_Check(value)) {
    number = make_scalar(value == Py_True);
    d = DType::kBool;
  } else if (read_int(value, &whole)) {
    number = make_scalar(whole);
    size = static_cast<double>(whole);
  } else {
    return nullptr;
  }
  if (asked && *asked != d) {
    constexpr double kFarFromOverflow = 1e30;
    const bool holds =
        *asked == DType::kFloat64 ||
        (*asked == DType::kFloat32 && std::abs(size) < kFarFromOverflow);
    if (!holds || d == DType::kBool) return nullptr;
    d = *asked;
  }
  return wrap(filled(new_array(shape, d, order, device), number));
}

template <int kValue>
PyObject* make_like(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  // The prototype of empty_like has no name.
  static const Parameters kParameters(
      "zeros_like",
      {kValue < 0 ? "" : "a", "dtype", "order", "subok", "shape", "device"}, 1,
      5);
  PyObject* values[6];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [prototype, dtype, order, subok, shape, device] = values;
  std::optional<DType> asked;
  if (!is_array(prototype) || !absent(shape) || !absent(device) ||
      !reads_dtype(dtype, asked))
    return nullptr;
  const ndarray& a = array_of(prototype);
  DType d = asked.value_or(a.dtype());
  return wrap(
      filled<kValue>(ops::empty_like(a, d, to_order(order, ops::Order::kK))));
}

// ---- array and its relatives ----

PyObject* array(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters(
      "array",
      {"object", "dtype", "copy", "order", "subok", "ndmin", "ndmax", "like",
       "device"},
      1, 2);
  PyObject* values[9];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [object, dtype, copy, order, subok, ndmin, ndmax, like, device] = values;
  bool plain = !order && !ndmin && !ndmax && absent(like);
  std::optional<DType> d;
  if (!plain || (copy && copy != Py_True) || !reads_dtype(dtype, d))
    return nullptr;
  if (!is_array(object)) {
    auto made = array_of_numbers(object, d, to_optional_device(device));
    return made ? wrap(std::move(*made)) : nullptr;
  }
  if (!absent(device)) return nullptr;
  const ndarray& a = array_of(object);
  ndarray result;
  {
    Unlocked unlocked(a.size());
    result = ops::astype(a, d ? *d : a.dtype(), ops::Order::kK, true);
  }
  return wrap(std::move(result));
}

PyObject* asarray(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters(
      "asarray", {"a", "dtype", "order", "device", "copy", "like"}, 1, 3);
  PyObject* values[6];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [object, dtype, order, device, copy, like] = values;
  std::optional<DType> d;
  if (!absent(order) || !absent(copy) || !absent(like) ||
      !reads_dtype(dtype, d))
    return nullptr;
  if (!is_array(object)) {
    auto made = array_of_numbers(object, d, to_optional_device(device));
    return made ? wrap(std::move(*made)) : nullptr;
  }
  if (!absent(device) || (d && *d != array_of(object).dtype())) return nullptr;
  if (is_scalar(object)) return wrap(ops::copy(array_of(object)));
  return Ref::borrow(object).release();
}

PyObject* ascontiguousarray(PyObject* const* args, Py_ssize_t n,
                            PyObject* names) {
  if (n != 1 || names || !is_array(args[0])) return nullptr;
  const ndarray& a = array_of(args[0]);
  if (a.ndim() == 0) return nullptr;
  if (a.is_c_contiguous()) return Ref::borrow(args[0]).release();
  return wrap(ops::copy(a));
}

// ---- arange ----

// Whether a dtype has the number, so that it need not be asked how it rounds.
bool holds(DType dtype, double x) {
  if (dtype == DType::kFloat64) return true;
  if (dtype == DType::kFloat32) return static_cast<float>(x) == x;
  if (kind(dtype) != 'i' && kind(dtype) != 'u') return false;
  const bool is_signed = kind(dtype) == 'i';
  const int bits = 8 * static_cast<int>(itemsize(dtype)) - is_signed;
  const double end = std::ldexp(1, bits);
  return x == std::trunc(x) && x < end && x >= (is_signed ? -end : 0);
}

// The number of steps; empty where NumPy has a word to say about it.
std::optional<int64_t> steps(double start, double stop, double step) {
  double span = stop - start, ratio = span / step;
  if (!(std::abs(ratio) < 0x1p52) || (span != 0 && ratio == 0)) return {};
  return ratio > 0 ? static_cast<int64_t>(std::ceil(ratio)) : 0;
}

PyObject* arange(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters(
      "arange", {"start", "stop", "step", "dtype", "device", "like"}, 1, 4);
  PyObject* values[6];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [start, stop, step, dtype, device, like] = values;
  if (!absent(like)) return nullptr;
  TENORITE_CHECK(n > 0 || !absent(stop), TypeError,
                 "arange() requires stop to be specified.");
  bool floats = false;
  double number[3] = {0, 0, 1};
  PyObject* given[3] = {start, stop, step};
  if (absent(stop)) std::swap(given[0], given[1]);
  if (absent(given[1]) || (start == Py_None && !absent(stop))) return nullptr;
  for (int i = 0; i < 3; ++i) {
    if (absent(given[i])) continue;
    if (PyFloat_CheckExact(given[i])) {
      floats = true;
      number[i] = PyFloat_AS_DOUBLE(given[i]);
    } else if (PyLong_CheckExact(given[i])) {
      number[i] = PyLong_AsDouble(given[i]);
      const bool huge = number[i] == -1 && PyErr_Occurred();
      if (huge) PyErr_Clear();
      if (huge || !(std::abs(number[i]) < 0x1p50)) return nullptr;
    } else {
      return nullptr;
    }
  }
  std::optional<DType> asked;
  if (!reads_dtype(dtype, asked)) return nullptr;
  const DType d = asked.value_or(floats ? DType::kFloat64 : DType::kInt64);
  if (floats && kind(d) != 'f') return nullptr;
  auto length = steps(number[0], number[1], number[2]);
  // Steps are taken by the difference of the first two values.
  double delta = (number[0] + number[2]) - number[0];
  if (!length || number[0] + delta != number[0] + number[2]) return nullptr;
  for (double x : {number[0], number[0] + number[2], delta})
    if (!holds(d, x)) return nullptr;
  auto scalar = [&](double x) {
    return kind(d) == 'f' ? make_scalar(x)
                          : make_scalar(static_cast<int64_t>(x));
  };
  return wrap(ops::arange(*length, scalar(number[0]), scalar(delta), d,
                          device_or_default(device)));
}

PyObject* adopt(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  if (n != 1 || names || is_array(args[0])) return nullptr;
  return from_dlpack(args[0], Py_None, Py_None);
}

}  // namespace

const NamedPath g_creation_paths[] = {
    {"empty", make<-1>},
    {"zeros", make<0>},
    {"ones", make<1>},
    {"full", full},
    {"empty_like", make_like<-1>},
    {"zeros_like", make_like<0>},
    {"ones_like", make_like<1>},
    {"array", array},
    {"asarray", asarray},
    {"ascontiguousarray", ascontiguousarray},
    {"arange", arange},
    {"from_dlpack", adopt},
    {nullptr, nullptr},
};

}  // namespace tenorite::python
