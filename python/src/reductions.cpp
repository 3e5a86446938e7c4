// SPDX-License-Identifier: Apache-2.0
// Reductions and cumulative methods of arrays.
#include "python/src/methods.h"

namespace tenorite::python {

const ndarray* output_of(PyObject* out) {
  if (out && PyTuple_Check(out) && PyTuple_GET_SIZE(out) == 1)
    out = PyTuple_GET_ITEM(out, 0);
  if (!out || out == Py_None) return nullptr;
  TENORITE_CHECK(is_array(out), TypeError,
                 "return arrays must be of ArrayType");
  return &array_of(out);
}

PyObject* result_object(PyObject* out, const ndarray& result) {
  if (out && PyTuple_Check(out)) out = PyTuple_GET_ITEM(out, 0);
  return out && out != Py_None ? Ref::borrow(out).release() : wrap(result);
}

PreparedReduction::PreparedReduction(const ndarray& a,
                                     const ReductionCall& call) {
  options.axes = to_axes(call.axis);
  options.dtype = to_optional_dtype(call.dtype);
  options.out = output_of(call.out);
  options.keepdims = call.keepdims != 0;
  options.correction = call.correction;
  if (call.initial && call.initial != Py_None) {
    to_argument(call.initial, a.device(), initial_);
    ops::Argument& initial = initial_.argument;
    if (initial.array) {
      initial.scalar = read_item(*initial.array);
      initial.array = nullptr;
    }
    options.initial = &initial;
  }
  if (call.where && call.where != Py_None && call.where != Py_True) {
    where_ = to_array(call.where, a.device());
    options.where = &where_;
  }
}

PyObject* run_reduction(ReduceOp op, const ndarray& a,
                        const ReductionCall& call) {
  return guarded([&]() -> PyObject* {
    PreparedReduction prepared(a, call);
    ndarray result;
    {
      Unlocked unlocked(a.size());
      result = ops::reduce(op, a, prepared.options);
    }
    return result_object(call.out, result);
  });
}

namespace {

template <ReduceOp kOp>
PyObject* with_dtype(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"axis",    "dtype", "out",  "keepdims",
                                 "initial", "where", nullptr};
  ReductionCall c;
  if (!parse(args, keywords, "|OOOpOO", kNames, &c.axis, &c.dtype, &c.out,
             &c.keepdims, &c.initial, &c.where))
    return nullptr;
  return run_reduction(kOp, array_of(self), c);
}

template <ReduceOp kOp>
PyObject* without_dtype(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"axis",    "out",   "keepdims",
                                 "initial", "where", nullptr};
  ReductionCall c;
  if (!parse(args, keywords, "|OOpOO", kNames, &c.axis, &c.out, &c.keepdims,
             &c.initial, &c.where))
    return nullptr;
  return run_reduction(kOp, array_of(self), c);
}

template <ReduceOp kOp>
PyObject* logical(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"axis", "out", "keepdims", "where", nullptr};
  ReductionCall c;
  if (!parse(args, keywords, "|OOp$O", kNames, &c.axis, &c.out, &c.keepdims,
             &c.where))
    return nullptr;
  return run_reduction(kOp, array_of(self), c);
}

template <ReduceOp kOp>
PyObject* spread(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"axis",     "dtype", "out",        "ddof",
                                 "keepdims", "where", "correction", nullptr};
  ReductionCall c;
  double ddof = 0;
  PyObject* correction = nullptr;
  if (!parse(args, keywords, "|OOOdp$OO", kNames, &c.axis, &c.dtype, &c.out,
             &ddof, &c.keepdims, &c.where, &correction))
    return nullptr;
  c.correction = ddof;
  if (correction && correction != Py_None) {
    if (ddof != 0) {
      PyErr_SetString(PyExc_ValueError,
                      "ddof and correction can't be provided simultaneously.");
      return nullptr;
    }
    c.correction = PyFloat_AsDouble(correction);
    if (PyErr_Occurred()) return nullptr;
  }
  return run_reduction(kOp, array_of(self), c);
}

PyObject* mean(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"axis",     "dtype", "out",
                                 "keepdims", "where", nullptr};
  ReductionCall c;
  if (!parse(args, keywords, "|OOOp$O", kNames, &c.axis, &c.dtype, &c.out,
             &c.keepdims, &c.where))
    return nullptr;
  return run_reduction(ReduceOp::mean, array_of(self), c);
}

template <ReduceOp kOp>
PyObject* position(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"axis", "out", "keepdims", nullptr};
  ReductionCall c;
  if (!parse(args, keywords, "|OO$p", kNames, &c.axis, &c.out, &c.keepdims))
    return nullptr;
  if (c.axis && c.axis != Py_None && !PyIndex_Check(c.axis)) {
    PyErr_Format(PyExc_TypeError,
                 "'%s' object cannot be interpreted as an integer",
                 Py_TYPE(c.axis)->tp_name);
    return nullptr;
  }
  return run_reduction(kOp, array_of(self), c);
}

template <Op kOp>
PyObject* cumulative(PyObject* self, PyObject* args, PyObject* keywords) {
  static const char* kNames[] = {"axis", "dtype", "out", nullptr};
  PyObject *axis = nullptr, *dtype = nullptr, *out = nullptr;
  if (!parse(args, keywords, "|OOO", kNames, &axis, &dtype, &out))
    return nullptr;
  return guarded([&]() -> PyObject* {
    ndarray a = array_of(self);
    int64_t along = 0;
    if (!axis || axis == Py_None)
      a = ops::ravel(a, ops::Order::kC);
    else
      along = to_int64(axis);
    if (a.ndim() == 0) {
      normalize_axis(along, 1);
      along = 0;
      a = ops::reshape(a, Dims{1}, ops::Order::kC);
    }
    const ndarray* target = output_of(out);
    auto d = to_optional_dtype(dtype);
    ndarray result;
    {
      Unlocked unlocked(a.size());
      result = ops::accumulate(kOp, a, along, d, target);
    }
    return result_object(out, result);
  });
}

}  // namespace

PyMethodDef g_array_reductions[] = {
    TENORITE_METHOD("sum", with_dtype<ReduceOp::sum>, "See numpy.ndarray.sum."),
    TENORITE_METHOD("prod", with_dtype<ReduceOp::prod>,
                    "See numpy.ndarray.prod."),
    TENORITE_METHOD("max", without_dtype<ReduceOp::max>,
                    "See numpy.ndarray.max."),
    TENORITE_METHOD("min", without_dtype<ReduceOp::min>,
                    "See numpy.ndarray.min."),
    TENORITE_METHOD("any", logical<ReduceOp::any>, "See numpy.ndarray.any."),
    TENORITE_METHOD("all", logical<ReduceOp::all>, "See numpy.ndarray.all."),
    TENORITE_METHOD("mean", mean, "See numpy.ndarray.mean."),
    TENORITE_METHOD("var", spread<ReduceOp::var>, "See numpy.ndarray.var."),
    TENORITE_METHOD("std", spread<ReduceOp::std>, "See numpy.ndarray.std."),
    TENORITE_METHOD("argmax", position<ReduceOp::argmax>,
                    "See numpy.ndarray.argmax."),
    TENORITE_METHOD("argmin", position<ReduceOp::argmin>,
                    "See numpy.ndarray.argmin."),
    TENORITE_METHOD("cumsum", cumulative<Op::add>, "See numpy.ndarray.cumsum."),
    TENORITE_METHOD("cumprod", cumulative<Op::multiply>,
                    "See numpy.ndarray.cumprod."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace tenorite::python
