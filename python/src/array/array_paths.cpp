// SPDX-License-Identifier: Apache-2.0
// Compiled paths of functions of arrays.
#include <algorithm>
#include <vector>

#include "linalg/matmul.h"
#include "python/src/array/arguments.h"
#include "python/src/array/functions.h"
#include "python/src/array/methods.h"

namespace tenorite::python {
namespace {

bool absent(PyObject* o) { return !o || o == Py_None; }

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
    ops::ufunc(Op::select, in, {}, &result);
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

// Adds a shift of integers to those along each axis; false for anything else.
bool add_shift(const ndarray& a, PyObject* shift, PyObject* axis,
               Dims& shifts) {
  if (!PyLong_CheckExact(shift) || !PyLong_CheckExact(axis)) return false;
  int wide[2];
  const int64_t by = PyLong_AsLongLongAndOverflow(shift, &wide[0]);
  int64_t along = PyLong_AsLongLongAndOverflow(axis, &wide[1]);
  if (along < 0) along += a.ndim();
  if (wide[0] || wide[1] || along < 0 || along >= a.ndim()) return false;
  const int64_t length = std::max<int64_t>(1, a.shape(static_cast<int>(along)));
  int64_t& sum = shifts[static_cast<int>(along)];
  sum = (sum + by % length) % length;
  return true;
}

PyObject* roll(PyObject* const* args, Py_ssize_t n, PyObject* names) {
  static const Parameters kParameters("roll", {"a", "shift", "axis"}, 3);
  PyObject* values[3];
  if (!kParameters.match(args, n, names, values)) return nullptr;
  auto [array, shift, axis] = values;
  if (!is_array(array)) return nullptr;
  const ndarray& a = array_of(array);
  Dims shifts(a.ndim());
  if (PyTuple_CheckExact(shift) && PyTuple_CheckExact(axis)) {
    const Py_ssize_t count = PyTuple_GET_SIZE(shift);
    if (count != PyTuple_GET_SIZE(axis)) return nullptr;
    for (Py_ssize_t k = 0; k < count; ++k)
      if (!add_shift(a, PyTuple_GET_ITEM(shift, k), PyTuple_GET_ITEM(axis, k),
                     shifts))
        return nullptr;
  } else if (!add_shift(a, shift, axis, shifts)) {
    return nullptr;
  }
  ndarray result;
  {
    Unlocked unlocked(a.size());
    result = ops::roll(a, shifts);
  }
  return wrap(std::move(result));
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
    {"roll", roll},
    {"result_type", result_type},
    {"dot", product<dot>},
    {"inner", product<linalg::inner>},
    {"vdot", product<linalg::vdot>},
#define TENORITE_REDUCTION(name, ...) {#name, reduction<ReduceOp::name>},
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
    {nullptr, nullptr},
};

}  // namespace tenorite::python
