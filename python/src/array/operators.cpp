// SPDX-License-Identifier: Apache-2.0
// The number protocol and comparisons of arrays.
#include <algorithm>

#include "linalg/matmul.h"
#include "ops/api/host_items.h"
#include "python/src/array/object.h"

namespace tenorite::python {
namespace {

// An operator whose other operand is nothing that our arrays mix with by
// themselves; may return NotImplemented.
PyObject* foreign_operator(const char* name, PyObject* a, PyObject* b,
                           PyObject* out) {
  return PyObject_CallFunction(package_function("_foreign_operator"), "sOOO",
                               name, a, b, out ? out : Py_None);
}

template <Op kOp>
PyObject* binary_slot(PyObject* a, PyObject* b) {
  return operator_call(kOp, a, b, nullptr);
}

template <Op kOp>
PyObject* inplace_slot(PyObject* a, PyObject* b) {
  return operator_call(kOp, a, b, a);
}

template <Op kOp>
PyObject* unary_slot(PyObject* a) {
  return operator_call(kOp, a, nullptr);
}

// NumPy's short cuts for a Python number as exponent, which differ from
// power() in special cases (sqrt(-0.0)) and, for bool, in dtype. Its scalars
// have none: theirs are taken where nothing differs.
bool power_short_cut(PyObject* a, PyObject* exponent, Op* op) {
  if (!is_array(a)) return false;
  if (!PyLong_CheckExact(exponent) && !PyFloat_CheckExact(exponent))
    return false;
  char k = kind(array_of(a).dtype());
  double value = PyLong_CheckExact(exponent) ? PyLong_AsDouble(exponent)
                                             : PyFloat_AS_DOUBLE(exponent);
  if (value == -1 && PyErr_Occurred()) PyErr_Clear();
  bool inexact = k == 'f' || k == 'c';
  if (is_scalar(a) && (k == 'b' || value == 0.5 || (k == 'c' && value == -1)))
    return false;
  if (value == 2 && (inexact || PyLong_CheckExact(exponent)))
    return *op = Op::square, true;
  if (!inexact) return false;
  if (value == 1) return *op = Op::positive, true;
  if (value == -1) return *op = Op::reciprocal, true;
  if (value == 0.5) return *op = Op::sqrt, true;
  return false;
}

PyObject* power_slot(PyObject* a, PyObject* b, PyObject* modulus) {
  if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;  // a TypeError of Python's
  Op op;
  if (power_short_cut(a, b, &op)) return operator_call(op, a, nullptr);
  return operator_call(Op::power, a, b, nullptr);
}

PyObject* inplace_power_slot(PyObject* a, PyObject* b, PyObject*) {
  Op op;
  if (power_short_cut(a, b, &op)) return operator_call(op, a, a);
  return operator_call(Op::power, a, b, a);
}

PyObject* divmod_slot(PyObject* a, PyObject* b) {
  return operator_call(Op::divmod, a, b, nullptr);
}

// Whether a masked array, a matrix or the like is on the right: it computes
// with the memory of the array on the left.
bool gives_way(PyObject* a, PyObject* b, Device device) {
  return device.is_cpu() && !is_array(b) && !PyFloat_CheckExact(b) &&
         !PyLong_CheckExact(b) && is_array(a) && is_numpy_array(b) &&
         !is_plain_numpy(b);
}

// The items of what gives way, or of an array on the CPU device, as NumPy's
// plain array.
Ref plain_items(PyObject* o) {
  const Ref numpy = checked(PyImport_ImportModule("numpy"));
  return checked(PyObject_CallMethod(numpy.get(), "asarray", "O", o));
}

PyObject* matmul_slot(PyObject* a, PyObject* b) {
  return guarded([&]() -> PyObject* {
    if (is_array(a) && is_array(b)) {
      const ndarray &x = array_of(a), &y = array_of(b);
      ndarray result;
      {
        Unlocked unlocked(x.size() + y.size());
        result = linalg::matmul(x, y);
      }
      return wrap_result(std::move(result));
    }
    PyObject* other = is_array(a) ? b : a;
    ArgumentHolder holder;  // refuses host arrays as every operator does
    Device device = array_of(is_array(a) ? a : b).device();
    if (gives_way(a, b, device)) Py_RETURN_NOTIMPLEMENTED;
    if (to_argument(other, device, holder) == Converted::kForeign)
      return foreign_operator("matmul", a, b, nullptr);
    return PyObject_CallFunctionObjArgs(package_function("matmul"), a, b,
                                        nullptr);
  });
}

PyObject* inplace_matmul_slot(PyObject* a, PyObject* b) {
  return guarded([&]() -> PyObject* {
    const bool plain = gives_way(a, b, array_of(a).device());
    const Ref right = plain ? plain_items(b) : Ref::borrow(b);
    Ref product = checked(matmul_slot(a, right.get()));
    // What an operand with __array_ufunc__ answers is passed on.
    if (!is_array(product.get())) return product.release();
    const ndarray& target = array_of(a);
    const ndarray& result = array_of(product.get());
    TENORITE_CHECK(target.shape() == result.shape(), ValueError,
                   "inplace matrix multiplication requires the first operand "
                   "to have at least one and the second at least two "
                   "dimensions.");
    ops::copy_into(target, result, Casting::kSameKind);
    return Ref::borrow(a).release();
  });
}

// An operand as a single item in host memory, if it is one.
bool as_host_item(PyObject* o, ops::HostItem* item) {
  if (is_array(o))
    return array_of(o).ndim() == 0 && ops::read_host_item(array_of(o), item);
  if (PyFloat_CheckExact(o)) {
    *item = ops::HostItem::of_python(PyFloat_AS_DOUBLE(o));
    return true;
  }
  if (!PyLong_CheckExact(o)) return false;
  int overflow;
  const int64_t number = PyLong_AsLongLongAndOverflow(o, &overflow);
  *item = ops::HostItem::of_python(number);
  return !overflow;
}

// The value of an operator between such items; null, without an error, if they
// are none.
PyObject* of_host_items(Op op, PyObject* a, PyObject* b) {
  ops::HostItem x, y;
  Scalar result;
  if (!as_host_item(a, &x) || !as_host_item(b, &y) ||
      !ops::compute_host_items(op, x, y, &result))
    return nullptr;
  return wrap_host_item(result.dtype, result.bytes);
}

// Into `out`, unless that is null.
void run_operator(Op op, const ops::Argument* in, PyObject* out,
                  ndarray* result) {
  if (!out) return ops::ufunc(op, in, result);
  ops::UfuncOptions options;
  options.out[0] = &array_of(out);
  ops::ufunc(op, in, options, result);
}

Scalar single(PyObject* self, const char* text) {
  const ndarray& a = array_of(self);
  TENORITE_CHECK(a.ndim() == 0, TypeError, "%s", text);
  return read_item(a);
}

int bool_slot(PyObject* self) {
  return guarded_int([&] {
    const ndarray& a = array_of(self);
    TENORITE_CHECK(a.size() <= 1, ValueError,
                   "The truth value of an array with more than one element is "
                   "ambiguous. Use a.any() or a.all()");
    TENORITE_CHECK(a.size() == 1, ValueError,
                   "The truth value of an empty array is ambiguous. Use "
                   "`array.size > 0` to check that an array is not empty.");
    return is_true(read_item(a)) ? 1 : 0;
  });
}

constexpr const char* kOnlyScalars =
    "only 0-dimensional arrays can be converted to Python scalars";

PyObject* int_slot(PyObject* self) {
  return guarded([&]() -> PyObject* {
    Ref value = checked(scalar_to_python(single(self, kOnlyScalars)));
    if (PyComplex_Check(value.get()))
      throw TypeError(
          "int() argument must be a string, a bytes-like object or a real "
          "number, not 'complex'");
    return PyNumber_Long(value.get());
  });
}

PyObject* float_slot(PyObject* self) {
  return guarded([&]() -> PyObject* {
    Ref value = checked(scalar_to_python(single(self, kOnlyScalars)));
    if (PyComplex_Check(value.get()))
      throw TypeError(
          "float() argument must be a string or a real number, not 'complex'");
    return PyNumber_Float(value.get());
  });
}

PyObject* index_slot(PyObject* self) {
  return guarded([&]() -> PyObject* {
    const ndarray& a = array_of(self);
    char k = kind(a.dtype());
    TENORITE_CHECK(a.ndim() == 0 && (k == 'i' || k == 'u'), TypeError,
                   "only integer scalar arrays can be converted to a scalar "
                   "index");
    return scalar_to_python(read_item(a));
  });
}

}  // namespace

PyObject* operator_call(Op op, PyObject* a, PyObject* b, PyObject* out) {
  return guarded([&]() -> PyObject* {
    if (PyObject* found = out ? nullptr : of_host_items(op, a, b)) return found;
    Device device = array_of(is_array(a) ? a : b).device();
    if (gives_way(a, b, device)) {
      if (!out) Py_RETURN_NOTIMPLEMENTED;
      return operator_call(op, a, plain_items(b).get(), out);
    }
    // Of a matrix, which leaves products to what it does not know.
    if (op == Op::multiply && gives_way(b, a, device))
      return PyNumber_Multiply(a, plain_items(b).get());
    ops::Argument in[2];
    Ref keep[2];
    if (to_argument(a, device, in[0], keep[0]) == Converted::kForeign ||
        to_argument(b, device, in[1], keep[1]) == Converted::kForeign)
      return foreign_operator(info(op).name, a, b, out);
    int64_t work = 0;
    for (const ops::Argument& x : in)
      if (x.array) work = std::max(work, x.array->size());
    if (op == Op::divmod) {
      ndarray results[2];
      {
        Unlocked unlocked(work);
        ops::ufunc(op, in, results);
      }
      return Py_BuildValue("NN", wrap_result(std::move(results[0])),
                           wrap_result(std::move(results[1])));
    }
    ndarray result;
    {
      Unlocked unlocked(work);
      run_operator(op, in, out, &result);
    }
    return out ? Ref::borrow(out).release() : wrap_result(std::move(result));
  });
}

PyObject* operator_call(Op op, PyObject* a, PyObject* out) {
  return guarded([&]() -> PyObject* {
    ops::HostItem item;
    if (Scalar result; !out && ops::read_host_item(array_of(a), &item) &&
                       ops::compute_host_item(op, item, &result))
      return wrap_host_item(result.dtype, result.bytes);
    ops::Argument in;
    in.array = &array_of(a);
    ndarray result;
    {
      Unlocked unlocked(in.array->size());
      run_operator(op, &in, out, &result);
    }
    return out ? Ref::borrow(out).release() : wrap_result(std::move(result));
  });
}

PyObject* array_richcompare(PyObject* a, PyObject* b, int op) {
  static constexpr Op kOps[] = {Op::less,    Op::less_equal,
                                Op::equal,   Op::not_equal,
                                Op::greater, Op::greater_equal};
  if ((b == Py_None || PyUnicode_Check(b)) && (op == Py_EQ || op == Py_NE)) {
    // NumPy compares with them element by element: never equal.
    return guarded([&]() -> PyObject* {
      const ndarray& x = array_of(a);
      ndarray result = ops::empty_like(x, DType::kBool, ops::Order::kC);
      ops::fill(result, make_scalar(op == Py_NE));
      return wrap_result(std::move(result));
    });
  }
  return operator_call(kOps[op], a, b, nullptr);
}

PyNumberMethods g_array_number = {
    .nb_add = binary_slot<Op::add>,
    .nb_subtract = binary_slot<Op::subtract>,
    .nb_multiply = binary_slot<Op::multiply>,
    .nb_remainder = binary_slot<Op::remainder>,
    .nb_divmod = divmod_slot,
    .nb_power = power_slot,
    .nb_negative = unary_slot<Op::negative>,
    .nb_positive = unary_slot<Op::positive>,
    .nb_absolute = unary_slot<Op::absolute>,
    .nb_bool = bool_slot,
    .nb_invert = unary_slot<Op::invert>,
    .nb_lshift = binary_slot<Op::left_shift>,
    .nb_rshift = binary_slot<Op::right_shift>,
    .nb_and = binary_slot<Op::bitwise_and>,
    .nb_xor = binary_slot<Op::bitwise_xor>,
    .nb_or = binary_slot<Op::bitwise_or>,
    .nb_int = int_slot,
    .nb_float = float_slot,
    .nb_inplace_add = inplace_slot<Op::add>,
    .nb_inplace_subtract = inplace_slot<Op::subtract>,
    .nb_inplace_multiply = inplace_slot<Op::multiply>,
    .nb_inplace_remainder = inplace_slot<Op::remainder>,
    .nb_inplace_power = inplace_power_slot,
    .nb_inplace_lshift = inplace_slot<Op::left_shift>,
    .nb_inplace_rshift = inplace_slot<Op::right_shift>,
    .nb_inplace_and = inplace_slot<Op::bitwise_and>,
    .nb_inplace_xor = inplace_slot<Op::bitwise_xor>,
    .nb_inplace_or = inplace_slot<Op::bitwise_or>,
    .nb_floor_divide = binary_slot<Op::floor_divide>,
    .nb_true_divide = binary_slot<Op::divide>,
    .nb_inplace_floor_divide = inplace_slot<Op::floor_divide>,
    .nb_inplace_true_divide = inplace_slot<Op::divide>,
    .nb_index = index_slot,
    .nb_matrix_multiply = matmul_slot,
    .nb_inplace_matrix_multiply = inplace_matmul_slot,
};

}  // namespace tenorite::python
