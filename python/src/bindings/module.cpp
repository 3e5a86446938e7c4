// SPDX-License-Identifier: Apache-2.0
// The extension module tenorite._core.
#include <pybind11/stl.h>

#include "core/library.h"
#include "ops/plan/registry.h"
#include "ops/table/casting.h"
#include "python/src/array/caster.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/functions.h"
#include "python/src/array/init.h"
#include "python/src/array/methods.h"
#include "python/src/kernels/kernel_objects.h"
#include "python/src/kernels/kernels.h"
#include "python/src/kernels/raw_kernels.h"

namespace py = pybind11;
using namespace tenorite;
using namespace tenorite::python;

namespace {

// Calls a function that may throw core's exceptions from pybind11 code.
void translate(std::exception_ptr p) {
  if (!p) return;
  try {
    std::rethrow_exception(p);
  } catch (const py::error_already_set&) {
    throw;
  } catch (const py::builtin_exception&) {
    throw;
  } catch (const Error&) {
    set_python_error();
  } catch (const PythonError&) {
  }
}

void init_creation(py::module_& m) {
  m.def(
      "empty",
      [](const py::object& shape, const py::object& dtype,
         const py::object& device, const py::object& order) {
        Dims dims = to_dims(shape.ptr(), "shape");
        auto d = to_optional_dtype(dtype.ptr());
        auto where = to_optional_device(device.ptr());
        DType type = d ? *d : DType::kFloat64;
        Device target = where ? *where : default_device();
        bool f = is_f_order(order.ptr());
        return f ? ndarray::empty_f(dims, type, target)
                 : ndarray::empty(dims, type, target);
      },
      py::arg("shape"), py::arg("dtype") = py::none(),
      py::arg("device") = py::none(), py::arg("order") = "C");
  m.def(
      "from_host",
      [](const py::object& array, const py::object& device) {
        return from_buffer(array.ptr(), to_optional_device(device.ptr()));
      },
      py::arg("array"), py::arg("device") = py::none());
  m.def("numpy_operand", [](const py::object& array, const py::object& device) {
    ndarray found = numpy_operand(array.ptr(), to_device(device.ptr()));
    return found.defined() ? py::cast(found) : py::object(py::none());
  });
  m.def("array_on_numpy",
        [](const py::object& array, bool writable) -> py::object {
          // An array that owns its memory has no other users here; one without
          // items has no memory.
          const bool owns = array.attr("base").is_none();
          if (owns && array.attr("size").cast<int64_t>() == 0)
            return py::cast(from_buffer(array.ptr(), kCpu));
          py::object made = py::cast(array_on_numpy(array.ptr(), writable));
          reinterpret_cast<ArrayObject*>(made.ptr())->adopted = owns;
          return made;
        });
  m.def("output", [](const py::object& out, const py::object& device) {
    Ref keep;
    return *to_output(out.ptr(), to_device(device.ptr()), keep);
  });
  m.def("check_plain",
        [](const py::object& array) { check_plain_numpy(array.ptr()); });
  // By their numbers, whose names are in tenorite.config.
  m.def("set_mixed", [](int mixed) { set_mixed(static_cast<Mixed>(mixed)); });
  m.def("mixed", [] { return static_cast<int>(mixed()); });
  m.def(
      "empty_like",
      [](const ndarray& a, const py::object& dtype, const py::object& order) {
        auto d = to_optional_dtype(dtype.ptr());
        return ops::empty_like(a, d ? *d : a.dtype(),
                               to_order(order.ptr(), ops::Order::kK));
      },
      py::arg("a"), py::arg("dtype") = py::none(), py::arg("order") = "K");
  m.def("arange_fill",
        [](int64_t n, const py::object& start, const py::object& delta,
           const py::object& dtype, const py::object& device) {
          DType d = to_dtype(dtype.ptr());
          auto where = to_optional_device(device.ptr());
          ArgumentHolder first, step;
          for (auto [o, into] : {std::pair(start, &first), {delta, &step}})
            TENORITE_CHECK(to_argument(o.ptr(), kCpu, *into) == Converted::kYes,
                           TypeError, "arange() takes numbers, not '%s'",
                           Py_TYPE(o.ptr())->tp_name);
          const DType exact = compute_of(d);
          auto scalar = [&](const ops::Argument& a) {
            return a.is_weak ? to_scalar(a.weak, exact)
                             : cast_scalar(a.scalar, exact);
          };
          return ops::arange(n, scalar(first.argument), scalar(step.argument),
                             d, where ? *where : default_device());
        });
}

void init_views(py::module_& m) {
  auto dims = [](const py::object& o) { return to_dims(o.ptr(), "shape"); };
  m.def(
      "as_strided",
      [dims](const py::object& a, const py::object& shape,
             const py::object& strides, int64_t byte_offset) {
        ndarray view = ops::as_strided(py::cast<ndarray>(a), dims(shape),
                                       dims(strides), byte_offset);
        return py::reinterpret_steal<py::object>(wrap(view, a.ptr()));
      },
      py::arg("a"), py::arg("shape"), py::arg("strides"),
      py::arg("byte_offset") = 0);
  m.def("broadcast_to", [dims](const py::object& a, const py::object& shape) {
    ndarray view = ops::broadcast_to(py::cast<ndarray>(a), dims(shape));
    return py::reinterpret_steal<py::object>(wrap(view, a.ptr()));
  });
  // A 0-d array as a scalar; arrays with axes as they are.
  m.def("as_scalar", [](const py::object& a) {
    TENORITE_CHECK(is_array(a.ptr()), TypeError, "not an array");
    const ndarray& array = array_of(a.ptr());
    return array.ndim() > 0
               ? a
               : py::reinterpret_steal<py::object>(wrap_result(array));
  });
  m.def("may_share_memory", [](const ndarray& a, const ndarray& b) {
    return may_share_memory(a, b);
  });
}

void init_copies(py::module_& m) {
  m.def("roll", [](const ndarray& a, const std::vector<int64_t>& shifts) {
    return ops::roll(a, Dims(shifts.data(), static_cast<int>(shifts.size())));
  });
  // Of each axis: (start, step, count) of its segments.
  m.attr("FILLED") = ops::kFilled;
  using Triples = std::vector<std::tuple<int64_t, int64_t, int64_t>>;
  m.def(
      "rearrange",
      [](const ndarray& a, const std::vector<Triples>& axes,
         const std::optional<ndarray>& filling) {
        std::vector<std::vector<ops::Segment>> segments;
        for (const Triples& axis : axes) {
          auto& of_axis = segments.emplace_back();
          for (const auto& [start, step, count] : axis)
            of_axis.push_back({start, step, count});
        }
        const std::vector<ops::Segments> all(segments.begin(), segments.end());
        return ops::rearrange(a, all, false, filling ? &*filling : nullptr);
      },
      py::arg("a"), py::arg("axes"), py::arg("filling") = py::none());
  m.def(
      "copyto",
      [](const py::object& target, const py::object& src,
         const py::object& casting, const py::object& where) {
        ArgumentHolder holder;
        Ref keep;
        const ndarray& dst = *to_output(
            target.ptr(),
            is_array(src.ptr()) ? array_of(src.ptr()).device() : kCpu, keep);
        Casting rule = to_casting(casting.ptr());
        ndarray mask;
        bool masked = where.ptr() != Py_True;
        if (masked) {
          mask = to_mask(where.ptr(), dst.device());
          ops::check_cast(mask, DType::kBool, Casting::kSafe);
        }
        bool foreign =
            is_numpy_array(src.ptr()) ||
            to_argument(src.ptr(), dst.device(), holder) == Converted::kForeign;
        ndarray from;
        if (foreign) {
          bool as_items =
              rule == Casting::kUnsafe && !is_numpy_array(src.ptr());
          from = to_array(src.ptr(), dst.device(),
                          as_items ? std::optional(dst.dtype()) : std::nullopt);
        } else if (holder.argument.array) {
          from = *holder.argument.array;
        } else {
          const ops::Argument& a = holder.argument;
          Promotable p = a.promotable();
          if (a.is_weak && kind(dst.dtype()) == 'b')
            to_scalar(a.weak, DType::kInt64);  // NumPy makes one on the way
          TENORITE_CHECK(
              a.is_weak
                  ? can_cast_safely(p, dst.dtype()) || rule == Casting::kUnsafe
                  : can_cast(p.dtype, dst.dtype(), rule),
              TypeError,
              "Cannot cast scalar from dtype('%s') to dtype('%s') according to "
              "the rule '%s'",
              name(a.is_weak ? result_type(&p, 1) : p.dtype), name(dst.dtype()),
              name(rule));
          ops::check_discarded(
              p.weak == Weak::kComplex ? DType::kComplex128 : p.dtype,
              dst.dtype());
          take_float_state();
          Scalar s = a.is_weak ? to_scalar(a.weak, dst.dtype())
                               : cast_scalar(a.scalar, dst.dtype());
          if (!masked) {
            Unlocked unlocked(dst.size());
            return ops::fill(dst, s);
          }
          from = ndarray::empty({}, dst.dtype(), dst.device());
          ops::fill(from, s);
        }
        Unlocked unlocked(dst.size());
        ops::copy_into(dst, from, rule, masked ? &mask : nullptr);
      },
      py::arg("dst"), py::arg("src"), py::arg("casting") = "same_kind",
      py::arg("where") = true);
}

void init_joining(py::module_& m) {
  m.def("concatenate", [](const std::vector<ndarray>& arrays, int axis,
                          const py::object& dtype, const py::object& casting,
                          const py::object& out) {
    std::vector<const ndarray*> pointers;
    for (const ndarray& a : arrays) pointers.push_back(&a);
    Ref kept;
    const ndarray* target =
        output_of(out.ptr(), arrays.empty() ? kCpu : arrays[0].device(), kept);
    ndarray result = ops::concatenate(pointers.data(), pointers.size(), axis,
                                      to_optional_dtype(dtype.ptr()),
                                      to_casting(casting.ptr()), target);
    return py::reinterpret_steal<py::object>(result_object(out.ptr(), result));
  });
}

void init_reductions(py::module_& m) {
  // Stands for no initial value; None is NumPy's word for no identity.
  const py::object absent = py::module_::import("builtins").attr("object")();
  m.def(
      "reduce",
      [absent](const std::string& name, const ndarray& a,
               const py::object& axis, const py::object& dtype,
               const py::object& out, const py::object& keepdims,
               const py::object& initial, const py::object& where,
               double correction, bool warns) -> py::object {
        ReduceOp op = ReduceOp::kCount;
        for (int i = 0; i < kNumReduceOps; ++i)
          if (name == info(static_cast<ReduceOp>(i)).name)
            op = static_cast<ReduceOp>(i);
        TENORITE_CHECK(op != ReduceOp::kCount, ValueError,
                       "there is no reduction '%s'", name.c_str());
        ReductionCall call{axis.ptr(), dtype.ptr(), out.ptr(), nullptr,
                           where.ptr()};
        if (!initial.is(absent)) call.initial = initial.ptr();
        const bool one_axis = counts_positions(op);
        call.keepdims =
            one_axis ? truth(keepdims.ptr()) : keeps_axes(keepdims.ptr());
        call.correction = correction;
        call.warns = warns;
        PyObject* result = run_reduction(op, a, call);
        if (!result) throw py::error_already_set();
        return py::reinterpret_steal<py::object>(result);
      },
      py::arg("name"), py::arg("a"), py::arg("axis") = py::none(),
      py::arg("dtype") = py::none(), py::arg("out") = py::none(),
      py::arg("keepdims") = false, py::arg("initial") = absent,
      py::arg("where") = true, py::arg("correction") = 0.0,
      py::arg("warns") = true);
}

IndexMode to_index_mode(const std::string& mode) {
  TENORITE_CHECK(
      mode == "raise" || mode == "wrap" || mode == "clip", ValueError,
      "clipmode must be one of 'clip', 'raise', or 'wrap' (got '%s')",
      mode.c_str());
  return mode == "raise"  ? IndexMode::kRaise
         : mode == "wrap" ? IndexMode::kWrap
                          : IndexMode::kClip;
}

// Stores items at flat positions of an array in C order.
void put_flat(const ndarray& a, const ndarray& indices, const ndarray& values,
              const std::string& mode) {
  const ndarray* index[1] = {&indices};
  ops::index_put(ops::reshape(a, Dims{a.size()}, ops::Order::kC), index, values,
                 to_index_mode(mode));
}

void init_indexing(py::module_& m) {
  m.def("true_positions", [](const ndarray& mask) {
    ndarray flags = ops::astype(mask, DType::kBool, ops::Order::kC, false);
    return ops::true_positions(flags);
  });
  m.def(
      "take",
      [](const ndarray& a, const ndarray& indices, const std::string& mode,
         int axis) {
        return Value{ops::take(a, indices, to_index_mode(mode), axis)};
      },
      py::arg("a"), py::arg("indices"), py::arg("mode"), py::arg("axis") = -1);
  m.def("put_flat", put_flat);
}

void init_types(py::module_& m) {
  // The axis of an array of ndim axes; TypeError for bools.
  m.def("axis_index", [](const py::object& axis, int ndim) {
    return normalize_axis(to_axis(axis.ptr()), ndim);
  });
  m.def(
      "can_cast",
      [](const py::object& from, const py::object& to,
         const py::object& casting) {
        Casting rule =
            casting.is_none() ? Casting::kSafe : to_casting(casting.ptr());
        return can_cast(to_dtype(from.ptr()), to_dtype(to.ptr()), rule);
      },
      py::arg("from_"), py::arg("to"), py::arg("casting") = py::none());
  // Whether the device of an array has an entry of ops/plan/device_ops.def.
  m.def("has_operation", [](const ndarray& a, const char* name) {
    return has_operation(a.device(), name);
  });
  m.def("promote_types", [](const py::object& a, const py::object& b) {
    return py::reinterpret_borrow<py::object>(
        dtype_object(promote_types(to_dtype(a.ptr()), to_dtype(b.ptr()))));
  });
  m.def("result_type", [](const py::args& items) {
    std::vector<Promotable> all;
    for (const auto& item : items) {
      PyObject* o = item.ptr();
      ArgumentHolder holder;
      bool is_value = is_array(o) || PyBool_Check(o) || PyLong_Check(o) ||
                      PyFloat_Check(o) || PyComplex_Check(o) ||
                      is_numpy_scalar(o);
      if (is_value && to_argument(o, kCpu, holder) == Converted::kYes)
        all.push_back(holder.argument.promotable());
      else
        all.push_back({to_dtype(o), Weak::kNone});
    }
    TENORITE_CHECK(!all.empty(), ValueError,
                   "at least one array or dtype is required");
    return py::reinterpret_borrow<py::object>(
        dtype_object(result_type(all.data(), all.size())));
  });
}

}  // namespace

std::vector<Bindings>& tenorite::python::all_bindings() {
  static std::vector<Bindings> all;
  return all;
}

// What follows PyInit__core, whose name the import system asks for.
PYBIND11_MODULE(_core_of_main, m) {
  m.doc() = "Tenorite's arrays and operations, in C++.";
  py::register_exception_translator(translate);
  try {
    init_errors(m.ptr());
    if (!init_array_type(m.ptr()) || !init_scalar_type(m.ptr()) ||
        !init_ufunc_type(m.ptr()) || !init_flags_type() || !init_dlpack() ||
        !init_function_type(m.ptr()) || !init_raw_kernel_type(m.ptr()) ||
        !init_parameter_type() || !init_elementwise_kernel_type(m.ptr()) ||
        !init_reduction_kernel_type(m.ptr()))
      throw py::error_already_set();
  } catch (const PythonError&) {
    throw py::error_already_set();
  }
  m.def("set_library_paths", set_library_paths);
  init_types(m);
  init_creation(m);
  init_views(m);
  init_copies(m);
  init_joining(m);
  init_reductions(m);
  init_indexing(m);
  for (Bindings bind : all_bindings()) bind(m);
}

// Types, devices and threads are those of the process. A sub-interpreter is
// refused before pybind11 would wait for the lock that it holds.
extern "C" PYBIND11_EXPORT PyObject* PyInit__core() {
  if (PyInterpreterState_Get() == PyInterpreterState_Main())
    return PyInit__core_of_main();
  PyErr_SetString(PyExc_ImportError,
                  "tenorite cannot be imported in a sub-interpreter, only in "
                  "the main interpreter of a process");
  return nullptr;
}
