// SPDX-License-Identifier: Apache-2.0
// Compiled paths of functions of arrays.
#include <algorithm>
#include <vector>

#include "linalg/matmul.h"
#include "ops/api/histogram.h"
#include "python/src/array/arguments.h"
#include "python/src/array/functions.h"
#include "python/src/array/methods.h"

namespace tenorite::python {
namespace {

bool is_number(PyObject* o) {
  return PyFloat_CheckExact(o) || PyLong_CheckExact(o) || PyBool_Check(o) ||
         PyComplex_CheckExact(o);
}

PyObject* where(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  if (n != 3 || names || !is_array(args[0])) return nullptr;
  const ndarray& condition = array_of(args[0]);
  if (condition.dtype() != DType::kBool) return nullptr;
  ops::Argument in[3];
  Ref keep;
  int64_t work = 0;
  for (int k = 0; k < 3; ++k) {
    if (!is_array(args[k]) && !is_number(args[k])) return nullptr;
    to_argument(args[k], condition.device(), in[k], keep);
    if (in[k].array) work = std::max(work, in[k].array->size());
  }
  ndarray result;
  {
    Unlocked unlocked(work);
    ops::ufunc(Op::select, in, &result);
  }
  return wrap(std::move(result));
}

PyObject* concatenate(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("concatenate", {"", "axis"}, 1);
  PyObject* values[2];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [sequence, axis] = values;
  if (!PyList_CheckExact(sequence) && !PyTuple_CheckExact(sequence))
    return nullptr;
  auto count = static_cast<size_t>(PySequence_Fast_GET_SIZE(sequence));
  PyObject** items = PySequence_Fast_ITEMS(sequence);
  if (count == 0 || (axis && !PyLong_CheckExact(axis))) return nullptr;
  int64_t elements = 0;
  std::vector<ndarray> held;  // other threads may change the list
  held.reserve(count);
  for (size_t k = 0; k < count; ++k) {
    if (!is_array(items[k])) return nullptr;
    held.push_back(array_of(items[k]));
    elements += held.back().size();
  }
  if (held[0].ndim() == 0) return nullptr;
  int along = normalize_axis(axis ? to_axis(axis) : 0, held[0].ndim());
  std::vector<const ndarray*> arrays;
  for (const ndarray& a : held) arrays.push_back(&a);
  ndarray result;
  {
    Unlocked unlocked(elements);
    result = ops::concatenate(arrays.data(), count, along, {},
                              Casting::kSameKind, nullptr);
  }
  return wrap(std::move(result));
}

PyObject* take(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("take", {"a", "indices", "axis"}, 2);
  PyObject* values[3];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, indices, axis] = values;
  if (!is_array(array) || !is_array(indices)) return nullptr;
  const ndarray &a = array_of(array), &positions = array_of(indices);
  if (kind(positions.dtype()) != 'i' || a.size() == 0 || a.ndim() == 0)
    return nullptr;
  if (!absent(axis) && !PyLong_CheckExact(axis)) return nullptr;
  int along = absent(axis) ? -1 : normalize_axis(to_axis(axis), a.ndim());
  ndarray result;
  {
    Unlocked unlocked(a.size() + positions.size());
    result = ops::take(a, positions, IndexMode::kRaise, along);
  }
  return wrap_result(std::move(result));
}

PyObject* put(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  if (n != 3 || names || !is_array(args[0]) || !is_array(args[1]) ||
      !(is_number(args[2]) || is_array(args[2])))
    return nullptr;
  const ndarray &a = array_of(args[0]), &positions = array_of(args[1]);
  if (!a.is_c_contiguous() || a.size() == 0 || positions.ndim() != 1 ||
      kind(positions.dtype()) != 'i')
    return nullptr;
  if (is_array(args[2])) {
    const ndarray& values = array_of(args[2]);
    if (values.ndim() != 1 || values.size() != positions.size()) return nullptr;
  }
  Ref flat(wrap(ops::reshape(a, Dims{a.size()}, ops::Order::kC)));
  check_python(array_ass_subscript(flat.get(), args[1], args[2]) == 0);
  Py_RETURN_NONE;
}

PyObject* repeat(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("repeat", {"a", "repeats", "axis"}, 2);
  PyObject* values[3];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, repeats, axis] = values;
  if (!is_array(array) || !PyLong_CheckExact(repeats)) return nullptr;
  if (!absent(axis) && !PyLong_CheckExact(axis)) return nullptr;
  int64_t count = to_int64(repeats);
  if (count < 0) return nullptr;
  const ndarray& a = array_of(array);
  if (a.ndim() == 0 || a.size() == 0) return nullptr;
  ndarray result;
  {
    Unlocked unlocked(a.size());
    ndarray from = absent(axis) ? ops::ravel(a, ops::Order::kC) : a;
    int along = absent(axis) ? 0 : normalize_axis(to_axis(axis), a.ndim());
    Dims shape = from.shape(), strides = from.strides();
    shape.insert(along + 1, 1);
    strides.insert(along + 1, 0);
    ndarray source = from.view(0, shape, strides);
    shape[along + 1] = count;
    Dims joined = from.shape();
    joined[along] *= count;
    result = ndarray::empty(joined, a.dtype(), a.device());
    ops::copy_into(ops::reshape(result, shape, ops::Order::kC), source);
  }
  return wrap(std::move(result));
}

PyObject* round(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  if (n != 1 || names || !is_array(args[0])) return nullptr;
  if (kind(array_of(args[0]).dtype()) != 'f') return nullptr;
  return operator_call(Op::rint, args[0], nullptr);
}

PyObject* copyto(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  if (n != 2 || names || !is_array(args[0]) || !is_array(args[1]))
    return nullptr;
  const ndarray& target = array_of(args[0]);
  {
    Unlocked unlocked(target.size());
    ops::copy_into(target, array_of(args[1]));
  }
  Py_RETURN_NONE;
}

PyObject* result_type(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  if (n == 0 || names) return nullptr;
  constexpr Py_ssize_t kMost = 8;
  Promotable dtypes[kMost];
  if (n > kMost) return nullptr;
  for (Py_ssize_t k = 0; k < n; ++k) {
    if (!is_array(args[k])) return nullptr;
    dtypes[k].dtype = array_of(args[k]).dtype();
  }
  DType joint = tenorite::result_type(dtypes, static_cast<size_t>(n));
  return Ref::borrow(dtype_object(joint)).release();
}

// A product of two arrays and no other argument.
template <ndarray (*kProduct)(const ndarray&, const ndarray&)>
PyObject* product(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  if (n != 2 || names || !is_array(args[0]) || !is_array(args[1]))
    return nullptr;
  const ndarray &a = array_of(args[0]), &b = array_of(args[1]);
  ndarray result;
  {
    Unlocked unlocked(a.size() + b.size());
    result = kProduct(a, b);
  }
  return wrap_result(std::move(result));
}
ndarray dot(const ndarray& a, const ndarray& b) {
  return linalg::dot(a, b, nullptr);
}

bool add_shift(PyObject* shift, PyObject* axis, const ndarray& a,
               Dims& shifts) {
  int64_t by;
  int along;
  if (!read_int(shift, &by) || !read_axis(axis, a, &along)) return false;
  const int64_t n = a.shape(along);
  if (n > 0) shifts[along] = (shifts[along] + by % n) % n;
  return true;
}

PyObject* roll(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("roll", {"a", "shift", "axis"}, 2);
  PyObject* values[3];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, shift, axis] = values;
  if (!is_array(array)) return nullptr;
  const ndarray& a = array_of(array);
  Dims shifts(a.ndim());
  if (absent(axis)) {
    int64_t by;
    if (a.ndim() != 1 || !a.is_c_contiguous() || !read_int(shift, &by))
      return nullptr;
    shifts[0] = by;
  } else if (PyTuple_CheckExact(axis) && PyTuple_CheckExact(shift)) {
    const Py_ssize_t count = PyTuple_GET_SIZE(axis);
    if (PyTuple_GET_SIZE(shift) != count) return nullptr;
    for (Py_ssize_t k = 0; k < count; ++k)
      if (!add_shift(PyTuple_GET_ITEM(shift, k), PyTuple_GET_ITEM(axis, k), a,
                     shifts))
        return nullptr;
  } else if (!add_shift(shift, axis, a, shifts)) {
    return nullptr;
  }
  ndarray result;
  {
    Unlocked unlocked(a.size());
    result = ops::roll(a, shifts);
  }
  return wrap(std::move(result));
}

// The first difference.
PyObject* diff(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("diff", {"a", "n", "axis"}, 1);
  PyObject* values[3];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, order, axis] = values;
  int64_t times = 1;
  if (!is_array(array) || (order && !read_int(order, &times)) || times != 1)
    return nullptr;
  const ndarray& a = array_of(array);
  int along = a.ndim() - 1;
  if (along < 0 || (axis && !read_axis(axis, a, &along)) || a.size() == 0)
    return nullptr;
  Dims shape = a.shape();
  --shape[along];
  ndarray result;
  {
    Unlocked unlocked(a.size());
    result =
        ops::binary(a.dtype() == DType::kBool ? Op::not_equal : Op::subtract,
                    a.view(a.stride(along), shape, a.strides()),
                    a.view(0, shape, a.strides()));
  }
  return wrap(std::move(result));
}

// Whether integers of the dtype may lie beyond a limit on either side: one that
// limits none is left out, even if the dtype does not have it.
bool limits_some(int64_t limit, DType dtype) {
  const auto bits = static_cast<int>(8 * itemsize(dtype));
  if (kind(dtype) == 'u')
    return limit > 0 && (bits == 64 || limit < (int64_t{1} << bits) - 1);
  return limit > INT64_MIN >> (64 - bits) && limit < INT64_MAX >> (64 - bits);
}

PyObject* clip(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("clip", {"a", "a_min", "a_max"}, 3);
  PyObject* values[3];
  if (!kParameters.match(args, n, names, values) || !is_array(values[0]))
    return nullptr;
  const ndarray& a = array_of(values[0]);
  const bool is_integer = kind(a.dtype()) == 'i' || kind(a.dtype()) == 'u';
  if (!is_integer && kind(a.dtype()) != 'f') return nullptr;
  ops::Argument in[3];
  Ref keep;
  int64_t work = 0;
  for (int k = 0; k < 3; ++k) {
    int64_t limit;
    const bool fits =
        is_array(values[k]) ||
        (is_integer
             ? read_int(values[k], &limit) && limits_some(limit, a.dtype())
             : PyFloat_CheckExact(values[k]) || PyLong_CheckExact(values[k]));
    if (!fits) return nullptr;
    to_argument(values[k], a.device(), in[k], keep);
    if (in[k].array) work = std::max(work, in[k].array->size());
  }
  ndarray result;
  {
    Unlocked unlocked(work);
    ops::ufunc(Op::clip, in, &result);
  }
  return wrap_result(std::move(result));
}

PyObject* bincount(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("bincount", {"", "weights", "minlength"},
                                      1);
  PyObject* values[3];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, weight, minlength] = values;
  if (!is_array(array) || !(absent(weight) || is_array(weight)) ||
      !(!minlength || PyLong_CheckExact(minlength)))
    return nullptr;
  const ndarray& a = array_of(array);
  if (a.dtype() != DType::kInt64 || a.ndim() != 1 || a.size() == 0)
    return nullptr;
  const ndarray* weights = absent(weight) ? nullptr : &array_of(weight);
  if (weights &&
      (weights->dtype() != DType::kFloat64 || !(weights->shape() == a.shape())))
    return nullptr;
  int overflow = 0;
  const int64_t asked =
      minlength ? PyLong_AsLongLongAndOverflow(minlength, &overflow) : 0;
  if (overflow || asked < 0) return nullptr;
  ndarray result;
  {
    Unlocked unlocked(a.device().is_cuda() || a.size() >= (1 << 16));
    int64_t range[2];
    ops::copy_to_host(range, Dims{sizeof(int64_t)}, ops::least_and_largest(a));
    if (range[0] >= 0 && range[1] < INT64_MAX) {
      const int64_t bins = std::max(asked, range[1] + 1);
      result = weights ? ops::sum_by_number(a, *weights, bins)
                       : ops::count_numbers(a, bins);
    }
  }
  return result.defined() ? wrap(std::move(result)) : nullptr;
}

// A reduction of an array over one axis or all of them.
template <ReduceOp kOp>
PyObject* reduction(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("sum", {"a", "axis"}, 1);
  PyObject* values[2];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, axis] = values;
  if (!is_array(array) || (!absent(axis) && !PyLong_CheckExact(axis)))
    return nullptr;
  ReductionCall call;
  call.axis = axis;
  return run_reduction(kOp, array_of(array), call);
}

}  // namespace

const NamedPath g_array_paths[] = {
    {"where", where},
    {"concatenate", concatenate},
    {"take", take},
    {"put", put},
    {"repeat", repeat},
    {"round", round},
    {"copyto", copyto},
    {"result_type", result_type},
    {"roll", roll},
    {"diff", diff},
    {"clip", clip},
    {"bincount", bincount},
    {"dot", product<dot>},
    {"inner", product<linalg::inner>},
    {"vdot", product<linalg::vdot>},
#define TENORITE_REDUCTION(name, ...) {#name, reduction<ReduceOp::name>},
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
    {nullptr, nullptr},
};

}  // namespace tenorite::python
