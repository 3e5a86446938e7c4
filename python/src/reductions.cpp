// SPDX-License-Identifier: Apache-2.0
// Reductions and cumulative methods of arrays.
#include "python/src/arguments.h"
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

PyObject* result_object(PyObject* out, ndarray result) {
  if (out && PyTuple_Check(out)) out = PyTuple_GET_ITEM(out, 0);
  return out && out != Py_None ? Ref::borrow(out).release()
                               : wrap(std::move(result));
}

namespace {

// NumPy lets an axis of 0 or -1, but no tuple of it, pass for arrays that have
// none.
bool passes_without_axes(PyObject* axis) {
  if (!axis || !PyIndex_Check(axis)) return false;
  int64_t i = to_int64(axis);
  return i == 0 || i == -1;
}

// What NumPy's own kinds of reductions make of an axis of arrays that have
// none.
void check_without_axes(ReduceOp op, const ReductionCall& call) {
  if (!call.axis || call.axis == Py_None) return;
  if (op == ReduceOp::argmax || op == ReduceOp::argmin)
    normalize_axis(to_int64(call.axis), 1);
  bool counts =
      op == ReduceOp::mean || op == ReduceOp::var || op == ReduceOp::std;
  if (counts && (!call.where || call.where == Py_None || call.where == Py_True))
    normalize_axes(*to_axes(call.axis), 0);
}

}  // namespace

PreparedReduction::PreparedReduction(const ndarray& a,
                                     const ReductionCall& call) {
  options.axes = to_axes(call.axis);
  if (a.ndim() == 0 && passes_without_axes(call.axis)) options.axes = Dims{};
  options.dtype = to_optional_dtype(call.dtype);
  options.out = output_of(call.out);
  options.keepdims = call.keepdims;
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
    bool one_axis = op == ReduceOp::argmax || op == ReduceOp::argmin;
    if (one_axis && call.axis && call.axis != Py_None)
      TENORITE_CHECK(PyIndex_Check(call.axis), TypeError,
                     "'%s' object cannot be interpreted as an integer",
                     Py_TYPE(call.axis)->tp_name);
    if (a.ndim() == 0) check_without_axes(op, call);
    PreparedReduction prepared(a, call);
    ndarray result;
    {
      Unlocked unlocked(a.size());
      result = ops::reduce(op, a, prepared.options);
    }
    return result_object(call.out, std::move(result));
  });
}

namespace {

bool truth(PyObject* flag) {
  if (!flag) return false;
  int value = PyObject_IsTrue(flag);
  check_python(value >= 0);
  return value != 0;
}

// Runs a reduction method; fill(values, call) says which argument is which.
template <class Fill>
PyObject* reduction(ReduceOp op, const Parameters& parameters, PyObject* self,
                    PyObject* const* args, Py_ssize_t n, PyObject* names,
                    Fill&& fill) {
  return guarded([&]() -> PyObject* {
    PyObject* values[Parameters::kMax];
    parameters.parse(args, n, names, values);
    ReductionCall call;
    fill(values, call);
    return run_reduction(op, array_of(self), call);
  });
}

template <ReduceOp kOp>
PyObject* with_dtype(PyObject* self, PyObject* const* args, Py_ssize_t n,
                     PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name, {"axis", "dtype", "out", "keepdims", "initial", "where"});
  return reduction(kOp, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0], v[1], v[2], v[4], v[5], truth(v[3])};
                   });
}

template <ReduceOp kOp>
PyObject* without_dtype(PyObject* self, PyObject* const* args, Py_ssize_t n,
                        PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name, {"axis", "out", "keepdims", "initial", "where"});
  return reduction(kOp, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0], nullptr, v[1], v[3], v[4], truth(v[2])};
                   });
}

template <ReduceOp kOp>
PyObject* logical(PyObject* self, PyObject* const* args, Py_ssize_t n,
                  PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name, {"axis", "out", "keepdims", "where"}, 0, 3);
  return reduction(kOp, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0], nullptr, v[1], nullptr, v[3], truth(v[2])};
                   });
}

template <ReduceOp kOp>
PyObject* spread(PyObject* self, PyObject* const* args, Py_ssize_t n,
                 PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name,
      {"axis", "dtype", "out", "ddof", "keepdims", "where", "correction"}, 0,
      5);
  return reduction(
      kOp, kParameters, self, args, n, names,
      [](PyObject** v, ReductionCall& call) {
        call = {v[0], v[1], v[2], nullptr, v[5], truth(v[4])};
        auto number = [](PyObject* o) {
          double value = o && o != Py_None ? PyFloat_AsDouble(o) : 0;
          check_python(value != -1 || !PyErr_Occurred());
          return value;
        };
        call.correction = number(v[3]);
        if (!v[6] || v[6] == Py_None) return;
        TENORITE_CHECK(call.correction == 0, ValueError,
                       "ddof and correction can't be provided simultaneously.");
        call.correction = number(v[6]);
      });
}

PyObject* mean(PyObject* self, PyObject* const* args, Py_ssize_t n,
               PyObject* names) {
  static const Parameters kParameters(
      "mean", {"axis", "dtype", "out", "keepdims", "where"}, 0, 4);
  return reduction(ReduceOp::mean, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0], v[1], v[2], nullptr, v[4], truth(v[3])};
                   });
}

template <ReduceOp kOp>
PyObject* position(PyObject* self, PyObject* const* args, Py_ssize_t n,
                   PyObject* names) {
  static const Parameters kParameters(info(kOp).name,
                                      {"axis", "out", "keepdims"}, 0, 2);
  return reduction(kOp, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0],    nullptr, v[1],
                             nullptr, nullptr, truth(v[2])};
                   });
}

template <Op kOp>
PyObject* cumulative(PyObject* self, PyObject* const* args, Py_ssize_t n,
                     PyObject* names) {
  static const Parameters kParameters(kOp == Op::add ? "cumsum" : "cumprod",
                                      {"axis", "dtype", "out"});
  return guarded([&]() -> PyObject* {
    PyObject* values[3];
    kParameters.parse(args, n, names, values);
    auto [axis, dtype, out] = values;
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
    return result_object(out, std::move(result));
  });
}

}  // namespace

PyMethodDef g_array_reductions[] = {
    fast_method("sum", with_dtype<ReduceOp::sum>, "See numpy.ndarray.sum."),
    fast_method("prod", with_dtype<ReduceOp::prod>, "See numpy.ndarray.prod."),
    fast_method("max", without_dtype<ReduceOp::max>, "See numpy.ndarray.max."),
    fast_method("min", without_dtype<ReduceOp::min>, "See numpy.ndarray.min."),
    fast_method("any", logical<ReduceOp::any>, "See numpy.ndarray.any."),
    fast_method("all", logical<ReduceOp::all>, "See numpy.ndarray.all."),
    fast_method("mean", mean, "See numpy.ndarray.mean."),
    fast_method("var", spread<ReduceOp::var>, "See numpy.ndarray.var."),
    fast_method("std", spread<ReduceOp::std>, "See numpy.ndarray.std."),
    fast_method("argmax", position<ReduceOp::argmax>,
                "See numpy.ndarray.argmax."),
    fast_method("argmin", position<ReduceOp::argmin>,
                "See numpy.ndarray.argmin."),
    fast_method("cumsum", cumulative<Op::add>, "See numpy.ndarray.cumsum."),
    fast_method("cumprod", cumulative<Op::multiply>,
                "See numpy.ndarray.cumprod."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace tenorite::python
