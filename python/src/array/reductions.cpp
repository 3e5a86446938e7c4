// SPDX-License-Identifier: Apache-2.0
// Reductions and cumulative methods of arrays.
#include <cstring>
#include <string>
#include <vector>

#include "core/error.h"
#include "ops/api/slice_warnings.h"
#include "python/src/array/arguments.h"
#include "python/src/array/method_docs.h"
#include "python/src/array/methods.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {

const ndarray* output_of(PyObject* out, Device device, Ref& keep) {
  if (out && PyTuple_Check(out) && PyTuple_GET_SIZE(out) == 1)
    out = PyTuple_GET_ITEM(out, 0);
  if (!out || out == Py_None) return nullptr;
  return to_output(out, device, keep);
}

PyObject* result_object(PyObject* out, ndarray result) {
  if (out && PyTuple_Check(out)) out = PyTuple_GET_ITEM(out, 0);
  return out && out != Py_None ? Ref::borrow(out).release()
                               : wrap_result(std::move(result));
}

bool passes_without_axes(PyObject* axis) {
  if (!axis || !PyIndex_Check(axis)) return false;
  int i = to_axis(axis);
  return i == 0 || i == -1;
}

bool truth(PyObject* flag) {
  if (!flag) return false;
  int value = PyObject_IsTrue(flag);
  check_python(value >= 0);
  return value != 0;
}

bool keeps_axes(PyObject* flag) {
  if (!flag) return false;
  TENORITE_CHECK(!PyFloat_Check(flag), TypeError,
                 "integer argument expected, got float");
  return truth(checked(PyNumber_Index(flag)).get());
}

namespace {

// What NumPy's own kinds of reductions make of an axis of arrays that have
// none.
void check_without_axes(ReduceOp op, const ReductionCall& call) {
  if (!call.axis || call.axis == Py_None) return;
  if (counts_positions(op)) normalize_axis(to_axis(call.axis), 1);
  if (ops::divides_by_count(op) && (!call.where || call.where == Py_True))
    normalize_axes(*to_axes(call.axis), 0);
}

}  // namespace

PreparedReduction::PreparedReduction(const ndarray& a,
                                     const ReductionCall& call) {
  options.axes = to_axes(call.axis);
  if (a.ndim() == 0 && passes_without_axes(call.axis)) options.axes = Dims{};
  options.dtype = to_optional_dtype(call.dtype);
  options.out = output_of(call.out, a.device(), kept_output_);
  options.keepdims = call.keepdims;
  options.correction = call.correction;
  options.no_identity = call.initial == Py_None;
  if (call.initial && !options.no_identity) read_initial(call.initial);
  if (call.where && call.where != Py_True) {
    where_ = to_mask(call.where, a.device());
    options.where = &where_;
  }
}

namespace {

// Whether NumPy rounds items or their mean to another kind of dtype.
bool rounds_on_the_way(ReduceOp op, const ndarray& a, PyObject* dtype) {
  if (!dtype || dtype == Py_None || !ops::divides_by_count(op)) return false;
  const bool spread = info(op).makes == ReduceResult::kSpread;
  const char from = kind(a.dtype()), to = kind(to_dtype(dtype));
  const bool inexact = to == 'f' || to == 'c';
  return spread ? to != 'f' || from == 'c'
                : !inexact && (from == 'f' || from == 'c');
}

// Such a reduction by the function of its name, which takes NumPy's steps.
PyObject* stepwise(ReduceOp op, const ndarray& a, const ReductionCall& call) {
  auto given = [](PyObject* o, PyObject* otherwise) {
    return o && o != Py_None ? o : otherwise;
  };
  Ref array(wrap(a));
  Ref args = checked(PyTuple_Pack(1, array.get()));
  Ref keywords = checked(
      Py_BuildValue("{sOsOsOsOsi}", "axis", given(call.axis, Py_None), "dtype",
                    call.dtype, "out", given(call.out, Py_None), "where",
                    given(call.where, Py_True), "keepdims", call.keepdims));
  if (call.correction != 0) {
    Ref ddof = checked(PyFloat_FromDouble(call.correction));
    check_python(PyDict_SetItemString(keywords.get(), "ddof", ddof.get()) == 0);
  }
  return PyObject_Call(package_function(info(op).name), args.get(),
                       keywords.get());
}

}  // namespace

void PreparedReduction::read_initial(PyObject* o) {
  if (is_array(o)) {
    TENORITE_CHECK(array_of(o).ndim() == 0, ValueError,
                   "setting an array element with a sequence.");
    if (is_scalar(o))
      initial_.argument.scalar = read_item(array_of(o));
    else
      other_initial_ = o;  // is cast as arrays are
  } else if (PyList_Check(o) || PyTuple_Check(o) || is_numpy_array(o) ||
             to_argument(o, {}, initial_) == Converted::kForeign) {
    if (o == package_function("_NoValue")) return;  // as if it were not given
    other_initial_ = o;
  }
  if (!other_initial_) options.initial = &initial_.argument;
}

void PreparedReduction::cast_initial(DType dtype) {
  if (is_array(other_initial_)) {
    initial_.argument.scalar =
        cast_scalar(read_item(array_of(other_initial_)), dtype);
  } else {
    Ref cast = Ref::borrow(package_function("_initial_item"));
    Ref item = checked(PyObject_CallFunctionObjArgs(
        cast.get(), other_initial_, dtype_object(dtype), nullptr));
    to_argument(item.get(), {}, initial_);
  }
  options.initial = &initial_.argument;
}

PyObject* run_reduction(ReduceOp op, const ndarray& a,
                        const ReductionCall& call) {
  return guarded([&]() -> PyObject* {
    if (rounds_on_the_way(op, a, call.dtype)) [[unlikely]]
      return stepwise(op, a, call);
    bool one_axis = counts_positions(op);
    if (one_axis && call.axis && call.axis != Py_None) to_axis(call.axis);
    if (a.ndim() == 0) check_without_axes(op, call);
    PreparedReduction prepared(a, call);
    if (prepared.has_other_initial())
      prepared.cast_initial(ops::fold_dtype(op, a, prepared.options));
    ndarray result;
    {
      Unlocked unlocked(a.size());
      result = (call.warns ? ops::reduce : ops::reduce_quietly)(
          op, a, prepared.options);
    }
    return result_object(call.out, std::move(result));
  });
}

namespace {

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
                     call = {v[0], v[1], v[2], v[4], v[5], keeps_axes(v[3])};
                   });
}

template <ReduceOp kOp>
PyObject* without_dtype(PyObject* self, PyObject* const* args, Py_ssize_t n,
                        PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name, {"axis", "out", "keepdims", "initial", "where"});
  return reduction(kOp, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0], nullptr, v[1], v[3], v[4], keeps_axes(v[2])};
                   });
}

template <ReduceOp kOp>
PyObject* logical(PyObject* self, PyObject* const* args, Py_ssize_t n,
                  PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name, {"axis", "out", "keepdims", "where"}, 0, 3);
  return reduction(kOp, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0],    nullptr, v[1],
                             nullptr, v[3],    keeps_axes(v[2])};
                   });
}

bool is_named(PyObject* names, const char* name) {
  const Py_ssize_t n = names ? PyTuple_GET_SIZE(names) : 0;
  for (Py_ssize_t i = 0; i < n; ++i)
    if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, i), name) == 0)
      return true;
  return false;
}

template <ReduceOp kOp>
PyObject* spread(PyObject* self, PyObject* const* args, Py_ssize_t n,
                 PyObject* names) {
  if (is_named(names, "mean")) [[unlikely]]  // several operations
    return guarded([&] {
      std::vector<PyObject*> all{self};
      all.insert(all.end(), args, args + n + PyTuple_GET_SIZE(names));
      return PyObject_Vectorcall(package_function(info(kOp).name), all.data(),
                                 static_cast<size_t>(n) + 1, names);
    });
  static const Parameters kParameters(
      info(kOp).name,
      {"axis", "dtype", "out", "ddof", "keepdims", "where", "correction"}, 0,
      5);
  return reduction(
      kOp, kParameters, self, args, n, names,
      [](PyObject** v, ReductionCall& call) {
        call = {v[0], v[1], v[2], nullptr, v[5], keeps_axes(v[4])};
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

template <ReduceOp kOp>
PyObject* mean(PyObject* self, PyObject* const* args, Py_ssize_t n,
               PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name, {"axis", "dtype", "out", "keepdims", "where"}, 0, 4);
  return reduction(kOp, kParameters, self, args, n, names,
                   [](PyObject** v, ReductionCall& call) {
                     call = {v[0], v[1], v[2], nullptr, v[4], keeps_axes(v[3])};
                   });
}

template <ReduceOp kOp>
PyObject* position(PyObject* self, PyObject* const* args, Py_ssize_t n,
                   PyObject* names) {
  static const Parameters kParameters(
      info(kOp).name, {"axis", "out", "keepdims", "dtype"}, 0, 2);
  PyObject* dtype = nullptr;  // CuPy's: that of the result
  Ref result(reduction(kOp, kParameters, self, args, n, names,
                       [&](PyObject** v, ReductionCall& call) {
                         call = {v[0],    nullptr, v[1],
                                 nullptr, nullptr, truth(v[2])};
                         dtype = v[1] && v[1] != Py_None ? nullptr : v[3];
                       }));
  if (!result || !dtype || dtype == Py_None) return result.release();
  return PyObject_CallMethod(result.get(), "astype", "O", dtype);
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
      along = to_axis(axis);
    if (a.ndim() == 0) {
      normalize_axis(along, 1);
      along = 0;
      a = ops::reshape(a, Dims{1}, ops::Order::kC);
    }
    Ref kept;
    const ndarray* target = output_of(out, a.device(), kept);
    auto d = to_optional_dtype(dtype);
    ndarray result;
    {
      Unlocked unlocked(a.size());
      result = ops::accumulate(kOp, a, along, d, target);
    }
    return result_object(out, std::move(result));
  });
}

// How the methods of rows are called, and their parameters behind the axis.
template <ReduceMethod kMethod>
struct Method;
template <>
struct Method<ReduceMethod::kTotal> {
  template <ReduceOp kOp>
  static constexpr FastMethod kCall = with_dtype<kOp>;
  static constexpr char kParameters[] = "dtype=None, out=None, **kwargs";
};
template <>
struct Method<ReduceMethod::kExtreme> {
  template <ReduceOp kOp>
  static constexpr FastMethod kCall = without_dtype<kOp>;
  static constexpr char kParameters[] = "out=None, **kwargs";
};
template <>
struct Method<ReduceMethod::kTruth> {
  template <ReduceOp kOp>
  static constexpr FastMethod kCall = logical<kOp>;
  static constexpr char kParameters[] =
      "out=None, keepdims=False, *, where=True";
};
template <>
struct Method<ReduceMethod::kMean> {
  template <ReduceOp kOp>
  static constexpr FastMethod kCall = mean<kOp>;
  static constexpr char kParameters[] = "dtype=None, out=None, **kwargs";
};
template <>
struct Method<ReduceMethod::kSpread> {
  template <ReduceOp kOp>
  static constexpr FastMethod kCall = spread<kOp>;
  static constexpr char kParameters[] =
      "dtype=None, out=None, ddof=0, **kwargs";
};
template <>
struct Method<ReduceMethod::kPosition> {
  template <ReduceOp kOp>
  static constexpr FastMethod kCall = position<kOp>;
  static constexpr char kParameters[] = "out=None, *, keepdims=False";
};

// Only the row's own text where tools/make_method_docs.py knows no longer one.
const char* docstring(ReduceOp op, const char* parameters) {
  static std::string texts[kNumReduceOps];
  const char* help = info(op).doc;
  for (const auto& [name, text] : kReductionDocs)
    if (std::strcmp(name, info(op).name) == 0) help = text;
  std::string& text = texts[static_cast<int>(op)];
  text = format("%s($self, /, axis=None, %s)\n--\n\n%s", info(op).name,
                parameters, help);
  return text.c_str();
}

template <ReduceOp kOp, ReduceMethod kMethod>
void add_method(std::vector<PyMethodDef>& methods) {
  if constexpr (kMethod != ReduceMethod::kNone) {
    using M = Method<kMethod>;
    methods.push_back(method_or_host<M::template kCall<kOp>>(
        info(kOp).name, docstring(kOp, M::kParameters)));
  }
}

}  // namespace

std::span<PyMethodDef> array_reductions() {
  static std::vector<PyMethodDef> methods{
      method_or_host<cumulative<Op::add>>(
          "cumsum",
          "cumsum($self, /, axis=None, dtype=None, "
          "out=None)\n--\n\n" TENORITE_DOC_cumsum),
      method_or_host<cumulative<Op::multiply>>(
          "cumprod",
          "cumprod($self, /, axis=None, dtype=None, "
          "out=None)\n--\n\n" TENORITE_DOC_cumprod),
  };
#define TENORITE_REDUCTION(name, family, finish, computes, empty, makes, \
                           method, ufunc, loops, doc)                    \
  add_method<ReduceOp::name, ReduceMethod::method>(methods);
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
  return methods;
}

}  // namespace tenorite::python
