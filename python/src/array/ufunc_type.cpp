// SPDX-License-Identifier: Apache-2.0
// tenorite.ufunc: the Python object of one row of the op table. All argument
// handling of all ufuncs is written once, here.
#include <algorithm>
#include <cstring>

#include "core/warning.h"
#include "python/src/array/arguments.h"
#include "python/src/array/method_docs.h"
#include "python/src/array/methods.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {
namespace {

struct UfuncObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  Op op;
};
PyTypeObject* g_ufunc_type;

const OpInfo& row_of(PyObject* self) {
  return info(reinterpret_cast<UfuncObject*>(self)->op);
}
Op op_of(PyObject* self) { return reinterpret_cast<UfuncObject*>(self)->op; }

// Arguments as they come in; everything borrowed.
struct Call {
  PyObject* in[kMaxInputs] = {};
  PyObject* out[kMaxOutputs] = {};
  PyObject* out_argument = nullptr;
  PyObject* where = nullptr;
  PyObject* dtype = nullptr;
  PyObject* signature = nullptr;
  PyObject* casting = nullptr;
  PyObject* order = nullptr;
  bool wants_arrays = false;  // `out=...`: no scalars among the results

  // Whether nothing but inputs is given.
  bool is_plain() const {
    return !out[0] && !out[1] && !where && !dtype && !signature && !casting &&
           !order;
  }
};

bool is_foreign(PyObject* o) {
  return o && !is_array(o) && !PyFloat_Check(o) && !PyLong_Check(o) &&
         !PyComplex_Check(o) && !PyList_Check(o) && !PyTuple_Check(o) &&
         o != Py_None && !is_numpy_array(o) && !is_numpy_scalar(o);
}

std::string list_of_types(PyObject* const* args, Py_ssize_t n) {
  std::string text;
  for (Py_ssize_t i = 0; i < n; ++i) {
    text += i ? ", '" : "'";
    const char* name = Py_TYPE(args[i])->tp_name;
    const char* dot = std::strrchr(name, '.');
    text += std::string(dot ? dot + 1 : name) + "'";
  }
  return text;
}

// NumPy's words where every operand with __array_ufunc__ has refused.
[[noreturn]] void refuse_all(PyObject* self, const char* method,
                             PyObject* const* args, Py_ssize_t n) {
  std::string text =
      "operand type(s) all returned NotImplemented from "
      "__array_ufunc__(";
  Ref name = checked(PyObject_Repr(self));
  text += text_of(name.get(), "a name") + ", '" + method + "'";
  for (Py_ssize_t i = 0; i < n; ++i) {
    Ref repr = checked(PyObject_Repr(args[i]));
    text += ", " + text_of(repr.get(), "a text");
  }
  throw TypeError(text + "): " + list_of_types(args, n));
}

Ref keywords_of(PyObject* names, PyObject* const* values) {
  Ref keywords = checked(PyDict_New());
  for (Py_ssize_t k = 0; names && k < PyTuple_GET_SIZE(names); ++k)
    PyDict_SetItem(keywords.get(), PyTuple_GET_ITEM(names, k), values[k]);
  return keywords;
}

// What NumPy's ufunc makes of masked arrays, matrices and the like; null if
// there is none among the operands, or if one is an array of ours.
PyObject* of_subclasses(PyObject* self, const char* method,
                        PyObject* const* args, Py_ssize_t n, PyObject* names,
                        PyObject* const* values) {
  bool any = false;
  for (Py_ssize_t i = 0; i < n; ++i) {
    if (is_array(args[i])) return nullptr;
    any |= is_numpy_array(args[i]) && !is_plain_numpy(args[i]);
  }
  if (!any || row_of(self).home != Home::Top) return nullptr;
  Ref numpy = checked(PyImport_ImportModule("numpy"));
  Ref ufunc = checked(PyObject_GetAttrString(numpy.get(), row_of(self).name));
  Ref theirs = checked(PyObject_GetAttrString(ufunc.get(), method));
  Ref positional = checked(PyTuple_New(n));
  for (Py_ssize_t k = 0; k < n; ++k)
    PyTuple_SET_ITEM(positional.get(), k, Ref::borrow(args[k]).release());
  return checked(PyObject_Call(theirs.get(), positional.get(),
                               keywords_of(names, values).get()))
      .release();
}

// The parameters of a method behind those that hold operands.
std::vector<const char*> parameters_of(std::string_view method) {
  if (method == "reduce")
    return {"axis", "dtype", "out", "keepdims", "initial", "where"};
  if (method == "accumulate" || method == "reduceat")
    return {"axis", "dtype", "out"};
  return {};
}
Py_ssize_t operands_of(PyObject* self, std::string_view method) {
  if (method == "__call__") return row_of(self).nin;
  return method == "reduce" || method == "accumulate" ? 1 : 2;
}

// The arguments as __array_ufunc__ gets them: operands by their place, all else
// by its name, and outputs as a tuple.
class Normalised {
 public:
  Normalised(PyObject* self, const char* method, PyObject* const* args,
             Py_ssize_t n, PyObject* names, PyObject* const* values)
      : keywords(keywords_of(names, values)) {
    const bool is_at = std::string_view(method) == "at";
    operands = is_at ? n : std::min(n, operands_of(self, method));
    const std::vector<const char*> parameters = parameters_of(method);
    if (std::string_view(method) == "__call__") {
      if (n > operands) set("out", tuple_of(args + operands, n - operands));
    } else if (!is_at) {
      for (Py_ssize_t k = operands; k < n; ++k) {
        const auto place = static_cast<size_t>(k - operands);
        if (place < parameters.size())
          set(parameters[place], Ref::borrow(args[k]));
      }
    }
    PyObject* out = PyDict_GetItemString(keywords.get(), "out");
    if (!out) return;
    if (!PyTuple_Check(out)) set("out", tuple_of(&out, 1));
    outputs = PyDict_GetItemString(keywords.get(), "out");
    bool any = false;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(outputs); ++k)
      any |= PyTuple_GET_ITEM(outputs, k) != Py_None;
    if (any) return;
    outputs = nullptr;
    PyDict_DelItemString(keywords.get(), "out");
  }

  // Those that may have a say: operands, outputs, and what `where` is.
  std::vector<PyObject*> asked(PyObject* const* args) const {
    std::vector<PyObject*> all(args, args + operands);
    for (Py_ssize_t k = 0; outputs && k < PyTuple_GET_SIZE(outputs); ++k)
      all.push_back(PyTuple_GET_ITEM(outputs, k));
    if (PyObject* where = PyDict_GetItemString(keywords.get(), "where"))
      all.push_back(where);
    return all;
  }

  Ref keywords;
  Py_ssize_t operands = 0;
  PyObject* outputs = nullptr;

 private:
  static Ref tuple_of(PyObject* const* items, Py_ssize_t n) {
    Ref tuple = checked(PyTuple_New(n));
    for (Py_ssize_t k = 0; k < n; ++k)
      PyTuple_SET_ITEM(tuple.get(), k, Ref::borrow(items[k]).release());
    return tuple;
  }
  void set(const char* name, const Ref& value) {
    check_python(PyDict_SetItemString(keywords.get(), name, value.get()) == 0);
  }
};

// Gives the first foreign argument with __array_ufunc__ the call; null if none.
PyObject* overridden(PyObject* self, const char* method, PyObject* const* args,
                     Py_ssize_t n, PyObject* names, PyObject* const* values) {
  if (PyObject* result = of_subclasses(self, method, args, n, names, values))
    return result;
  bool any = false;
  for (Py_ssize_t i = 0; i < n; ++i) any |= is_foreign(args[i]);
  for (Py_ssize_t k = 0; names && k < PyTuple_GET_SIZE(names); ++k)
    any |= is_foreign(values[k]) || PyTuple_Check(values[k]);
  if (!any) return nullptr;
  const Normalised call(self, method, args, n, names, values);
  bool asked = false;
  for (PyObject* one : call.asked(args)) {
    if (!is_foreign(one)) continue;
    Ref protocol(PyObject_GetAttrString(one, "__array_ufunc__"));
    if (!protocol) {
      PyErr_Clear();
      continue;
    }
    if (protocol.get() == Py_None)
      throw TypeError(
          format("operand '%s' does not support ufuncs "
                 "(__array_ufunc__=None)",
                 Py_TYPE(one)->tp_name));
    Ref full = checked(PyTuple_New(2 + call.operands));
    PyTuple_SET_ITEM(full.get(), 0, Ref::borrow(self).release());
    PyTuple_SET_ITEM(full.get(), 1,
                     checked(PyUnicode_FromString(method)).release());
    for (Py_ssize_t k = 0; k < call.operands; ++k)
      PyTuple_SET_ITEM(full.get(), 2 + k, Ref::borrow(args[k]).release());
    Ref result =
        checked(PyObject_Call(protocol.get(), full.get(), call.keywords.get()));
    if (result.get() != Py_NotImplemented) return result.release();
    asked = true;
  }
  if (asked) refuse_all(self, method, args, n);
  return nullptr;
}

// `out=...` asks for arrays where there are scalars otherwise.
void check_not_ellipsis(PyObject* by_place) {
  TENORITE_CHECK(by_place != Py_Ellipsis, TypeError,
                 "out=... is only allowed as a keyword argument.");
}

// The result of a method with an `out` at a place among its n arguments;
// `compute` gets what was given for it.
template <class F>
PyObject* method_result(PyObject* out, Py_ssize_t place, Py_ssize_t n,
                        F&& compute) {
  if (n > place) check_not_ellipsis(out);
  const bool wants_array = out == Py_Ellipsis;
  if (wants_array) out = nullptr;
  ndarray result = compute(out);
  return wants_array ? wrap(std::move(result))
                     : result_object(out, std::move(result));
}

void set_keyword(Call& call, const OpInfo& row, PyObject* key,
                 PyObject* value) {
  const char* name = PyUnicode_AsUTF8(key);
  check_python(name != nullptr);
  auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("out"))
    call.out_argument = value;
  else if (is("where"))
    call.where = value;
  else if (is("dtype"))
    call.dtype = value;
  else if (is("casting"))
    call.casting = value;
  else if (is("order"))
    call.order = value;
  else if (is("signature") || is("sig"))
    call.signature = value;
  else if (is("subok"))
    TENORITE_CHECK(PyBool_Check(value), TypeError, "'subok' must be a boolean");
  else
    throw TypeError(
        format("%s() got an unexpected keyword argument '%s'", row.name, name));
}

void resolve_out(Call& call, const OpInfo& row) {
  PyObject* out = call.out_argument;
  call.wants_arrays = out == Py_Ellipsis;
  if (!out || out == Py_None || call.wants_arrays) return;
  if (PyTuple_Check(out)) {
    TENORITE_CHECK(PyTuple_GET_SIZE(out) == row.nout, ValueError,
                   "The 'out' tuple must have exactly one entry per ufunc "
                   "output");
    for (int k = 0; k < row.nout; ++k) {
      call.out[k] = PyTuple_GET_ITEM(out, k);
      TENORITE_CHECK(call.out[k] != Py_Ellipsis, TypeError,
                     "must use `...` as `out=...` and not per-operand/in a "
                     "tuple");
    }
  } else {
    TENORITE_CHECK(row.nout == 1, TypeError, "'out' must be a tuple of arrays");
    call.out[0] = out;
  }
}

void resolve_signature(const Call& call, const OpInfo& row,
                       ops::UfuncOptions& options) {
  if (call.dtype && call.dtype != Py_None) {
    DType d = to_dtype(call.dtype);
    for (int k = 0; k < row.nout; ++k) options.signature[row.nin + k] = d;
  }
  PyObject* s = call.signature;
  if (!s || s == Py_None) return;
  TENORITE_CHECK(!call.dtype || call.dtype == Py_None, TypeError,
                 "cannot specify both 'signature' and 'dtype'");
  int operands = row.nin + row.nout;
  constexpr const char* kOneItem =
      "Use `dtype` or  fill the tuple with more than one 'None'.";
  if (PyTuple_Check(s)) {
    if (PyTuple_GET_SIZE(s) == 1 && operands > 1) {
      TENORITE_CHECK(PyTuple_GET_ITEM(s, 0) != Py_None, TypeError,
                     "a single item type tuple cannot contain None.");
      throw TypeError(kOneItem);
    }
    TENORITE_CHECK(PyTuple_GET_SIZE(s) == operands, ValueError,
                   "a type-tuple must be specified of length %d for ufunc '%s'",
                   operands, row.name);
    for (int k = 0; k < operands; ++k)
      options.signature[k] = to_optional_dtype(PyTuple_GET_ITEM(s, k));
    return;
  }
  TENORITE_CHECK(PyUnicode_Check(s), TypeError,
                 "the signature object to ufunc must be a string or a tuple.");
  Py_ssize_t n;
  const char* text = PyUnicode_AsUTF8AndSize(s, &n);
  check_python(text != nullptr);
  TENORITE_CHECK(n != 1, TypeError, "%s", kOneItem);
  const bool has_arrow =
      n == operands + 2 && text[row.nin] == '-' && text[row.nin + 1] == '>';
  TENORITE_CHECK(has_arrow, ValueError,
                 "a type-string for %s, %d typecode(s) before and %d after the "
                 "-> sign",
                 row.name, row.nin, row.nout);
  for (int k = 0; k < operands; ++k) {
    char c = text[k < row.nin ? k : k + 2];
    DType d = dtype_of_letter(c == 'q' ? 'l' : c == 'Q' ? 'L' : c);
    TENORITE_CHECK(is_valid(d), TypeError, "data type '%c' not understood", c);
    options.signature[k] = d;
  }
}

Device call_device(const Call& call, const OpInfo& row) {
  for (int k = 0; k < row.nin; ++k)
    if (is_array(call.in[k])) return array_of(call.in[k]).device();
  for (int k = 0; k < row.nout; ++k)
    if (call.out[k] && is_array(call.out[k]))
      return array_of(call.out[k]).device();
  return default_device();
}

// The library whose ufunc of this name has the same loops, or more.
const char* host_library(const OpInfo& row) {
  return row.home == Home::Top ? "numpy" : "scipy.special";
}

// What the host's library makes of operands of dtypes that no device has, or of
// a dtype that was asked for and `refused`: then NotImplemented where the user
// wants no fallback.
PyObject* run_on_host(const OpInfo& row, const Call& call, Device device,
                      bool refused) {
  Ref inputs = checked(PyTuple_New(row.nin)), out(PyTuple_New(row.nout));
  for (int k = 0; k < row.nin; ++k)
    PyTuple_SET_ITEM(inputs.get(), k, Ref::borrow(call.in[k]).release());
  for (int k = 0; k < row.nout; ++k)
    PyTuple_SET_ITEM(
        out.get(), k,
        Ref::borrow(call.out[k] ? call.out[k] : Py_None).release());
  Ref keywords = checked(PyDict_New());
  const std::pair<const char*, PyObject*> given[] = {
      {"where", call.where},
      {"dtype", call.dtype},
      {"casting", call.casting},
      {"order", call.order},
      {"signature", call.signature}};
  for (auto [name, value] : given)
    if (value) PyDict_SetItemString(keywords.get(), name, value);
  return PyObject_CallFunction(package_function("_host_ufunc"), "ssOsOOO",
                               host_library(row), row.name, inputs.get(),
                               to_string(device).c_str(), out.get(),
                               keywords.get(), refused ? Py_True : Py_False);
}

// Whether there are Python numbers alone, one of which no dtype holds: NumPy
// computes with those as objects.
bool are_huge_numbers(const OpInfo& row, const ops::Argument* in) {
  bool any_huge = false;
  for (int k = 0; k < row.nin; ++k) {
    if (!in[k].is_weak) return false;
    any_huge |= in[k].weak.huge;
  }
  return any_huge;
}

// Whether no array of ours is among the operands: then NumPy's are brought to
// the default device.
bool is_of_hosts(const Call& call, const OpInfo& row) {
  for (int k = 0; k < row.nin; ++k)
    if (is_array(call.in[k])) return false;
  return true;
}

// The results as objects; `given(k)` is what was given for one, or null.
template <class F>
PyObject* result_objects(const OpInfo& row, const Call& call, ndarray* results,
                         F&& given) {
  auto object = [&](int k) {
    PyObject* out = given(k);
    if (out) return Ref::borrow(out).release();
    return call.wants_arrays ? wrap(std::move(results[k]))
                             : wrap_result(std::move(results[k]));
  };
  if (row.nout == 1) return object(0);
  Ref tuple = checked(PyTuple_New(row.nout));
  for (int k = 0; k < row.nout; ++k)
    PyTuple_SET_ITEM(tuple.get(), k, object(k));
  return tuple.release();
}

PyObject* execute(Op op, const Call& call) {
  const OpInfo& row = info(op);
  Device device = call_device(call, row);
  const bool of_hosts = device.is_cuda() && is_of_hosts(call, row);
  ops::Argument in[kMaxInputs];
  Ref keep[kMaxInputs], keep_out[kMaxOutputs];
  int64_t work = 0;
  for (int k = 0; k < row.nin; ++k) {
    const bool moved = of_hosts && is_numpy_array(call.in[k]);
    if (moved || to_argument(call.in[k], device, in[k], keep[k]) ==
                     Converted::kForeign) {
      // Anything array-like is converted as NumPy would.
      keep[k] = checked(
          PyObject_CallFunction(package_function("_foreign_operand"), "Os",
                                call.in[k], to_string(device).c_str()));
      if (keep[k].get() == Py_None && row.home != Home::Top)
        to_array(call.in[k], device);  // throws
      if (keep[k].get() == Py_None)
        return run_on_host(row, call, device, false);
      in[k].array = &array_of(keep[k].get());
    }
    if (in[k].array) work = std::max(work, in[k].array->size());
  }
  if (row.home == Home::Top && are_huge_numbers(row, in))
    return run_on_host(row, call, device, false);
  ndarray results[kMaxOutputs];
  if (call.is_plain()) {
    {
      Unlocked unlocked(work);
      ops::ufunc(op, in, results);
    }
    return result_objects(row, call, results,
                          [](int) -> PyObject* { return nullptr; });
  }
  ops::UfuncOptions options;
  options.device = device;
  options.casting = to_casting(call.casting);
  options.order = to_order(call.order, ops::Order::kK);
  resolve_signature(call, row, options);
  for (int k = 0; k < row.nout; ++k) {
    if (!call.out[k] || call.out[k] == Py_None) continue;
    options.out[k] = to_output(call.out[k], device, keep_out[k]);
    work = std::max(work, options.out[k]->size());
  }
  ndarray where;
  if (call.where && call.where != Py_True) {
    where = to_mask(call.where, device);
    options.where = &where;
    // In NumPy's spelling. With out=None it is meant.
    if (!call.out_argument &&
        !std::any_of(call.out, call.out + row.nout,
                     [](PyObject* x) { return x && x != Py_None; }))
      check_python(
          PyErr_WarnEx(PyExc_UserWarning,
                       "'where' used without 'out', expect unitialized memory "
                       "in output. If this is intentional, use out=None.",
                       1) == 0);
  }
  {
    Unlocked unlocked(work);
    ops::ufunc(op, in, options, results);
  }
  return result_objects(row, call, results, [&](int k) {
    return options.out[k] ? call.out[k] : nullptr;
  });
}

PyObject* execute_or_on_host(Op op, const Call& call) try {
  return execute(op, call);
} catch (const TypeError& error) {
  const OpInfo& row = info(op);
  // NumPy has no loops that are not here, SciPy has many of complex numbers.
  const bool is_of_dtype = dynamic_cast<const UnsupportedDtype*>(&error);
  if (row.home == Home::Internal || (row.home == Home::Top && !is_of_dtype))
    throw;
  Ref result(run_on_host(row, call, call_device(call, row), true));
  if (result.get() == Py_NotImplemented) throw;
  return result.release();
}

PyObject* ufunc_vectorcall(PyObject* self, PyObject* const* args, size_t nargsf,
                           PyObject* names) {
  return guarded([&]() -> PyObject* {
    const OpInfo& row = row_of(self);
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    TENORITE_CHECK(n >= row.nin && n <= row.nin + row.nout, TypeError,
                   "%s() takes from %d to %d positional arguments but %zd %s "
                   "given",
                   row.name, row.nin, row.nin + row.nout, n,
                   n == 1 ? "was" : "were");
    if (PyObject* result =
            overridden(self, "__call__", args, n, names, args + n))
      return result;
    if (n > row.nin &&
        (op_of(self) == Op::maximum || op_of(self) == Op::minimum))
      warn(
          "Passing more than 2 positional arguments to np.maximum and "
          "np.minimum is deprecated. If you meant to use the third argument "
          "as an output, use the `out` keyword argument instead. If you hoped "
          "to work with more than 2 inputs, combine them into a single array "
          "and get the extrema for the relevant axis.",
          Warning::kDeprecation);
    Call call;
    for (int k = 0; k < row.nin; ++k) call.in[k] = args[k];
    for (Py_ssize_t k = row.nin; k < n; ++k) {
      check_not_ellipsis(args[k]);
      call.out[k - row.nin] = args[k];
    }
    if (names) {
      for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(names); ++k)
        set_keyword(call, row, PyTuple_GET_ITEM(names, k), args[n + k]);
      TENORITE_CHECK(!call.out_argument || n == row.nin, TypeError,
                     "cannot specify 'out' as both a positional and keyword "
                     "argument");
      resolve_out(call, row);
    }
    return execute_or_on_host(op_of(self), call);
  });
}

// ---- methods ----

// The axis of accumulate and reduceat: an integer or a tuple of one.
int64_t single_axis(const char* method, PyObject* axis, int ndim) {
  if (!axis) return 0;
  if (axis == Py_None) {
    TENORITE_CHECK(ndim <= 1, ValueError, "%s does not allow multiple axes",
                   method);
    return 0;
  }
  Dims axes = *to_axes(axis);
  TENORITE_CHECK(axes.size() == 1, ValueError,
                 "%s does not allow multiple axes", method);
  return axes[0];
}

ndarray input_of(PyObject* o) {
  if (is_array(o)) return array_of(o);
  return to_array(o, {});
}

PyObject* method_override(PyObject* self, const char* method, PyObject* args) {
  return overridden(self, method,
                    reinterpret_cast<PyTupleObject*>(args)->ob_item,
                    PyTuple_GET_SIZE(args), nullptr, nullptr);
}

PyObject* ufunc_reduce(PyObject* self, PyObject* const* args, Py_ssize_t n,
                       PyObject* names) {
  static const Parameters kParameters(
      "reduce",
      {"array", "axis", "dtype", "out", "keepdims", "initial", "where"}, 1);
  return guarded([&]() -> PyObject* {
    if (PyObject* result = overridden(self, "reduce", args, n, names, args + n))
      return result;
    PyObject* values[7];
    kParameters.parse(args, n, names, values);
    PyObject *axis = values[1], *dtype = values[2], *initial = values[5],
             *where = values[6];
    ndarray a = input_of(values[0]);
    return method_result(values[3], 3, n, [&](PyObject* out) {
      ReductionCall call{axis,    dtype, out,
                         initial, where, keeps_axes(values[4])};
      PreparedReduction prepared(a, call);
      ops::ReduceOptions& options = prepared.options;
      if (!axis) options.axes = a.ndim() == 0 ? Dims{} : Dims{0};
      if (prepared.has_other_initial())
        prepared.cast_initial(ops::fold_dtype(op_of(self), a, options));
      Unlocked unlocked(a.size());
      return ops::ufunc_reduce(op_of(self), a, options);
    });
  });
}

PyObject* ufunc_accumulate(PyObject* self, PyObject* const* args, Py_ssize_t n,
                           PyObject* names) {
  static const Parameters kParameters("accumulate",
                                      {"array", "axis", "dtype", "out"}, 1);
  return guarded([&]() -> PyObject* {
    if (PyObject* result =
            overridden(self, "accumulate", args, n, names, args + n))
      return result;
    PyObject* values[4];
    kParameters.parse(args, n, names, values);
    ndarray a = input_of(values[0]);
    int64_t along = single_axis("accumulate", values[1], a.ndim());
    auto d = to_optional_dtype(values[2]);
    return method_result(values[3], 3, n, [&](PyObject* out) {
      Ref kept;
      const ndarray* target = output_of(out, a.device(), kept);
      Unlocked unlocked(a.size());
      return ops::accumulate(op_of(self), a, along, d, target);
    });
  });
}

PyObject* ufunc_reduceat(PyObject* self, PyObject* const* args, Py_ssize_t n,
                         PyObject* names) {
  static const Parameters kParameters(
      "reduceat", {"array", "indices", "axis", "dtype", "out"}, 2);
  return guarded([&]() -> PyObject* {
    if (PyObject* result =
            overridden(self, "reduceat", args, n, names, args + n))
      return result;
    PyObject* values[5];
    kParameters.parse(args, n, names, values);
    ndarray a = input_of(values[0]);
    ndarray segments =
        is_array(values[1]) ? array_of(values[1]) : to_array(values[1], kCpu);
    int64_t along = single_axis("reduceat", values[2], a.ndim());
    const std::optional<DType> d = to_optional_dtype(values[3]);
    return method_result(values[4], 4, n, [&](PyObject* out) {
      Ref kept;
      const ndarray* target = output_of(out, a.device(), kept);
      Unlocked unlocked(a.size());
      return ops::reduceat(op_of(self), a, segments, along, d, target);
    });
  });
}

PyObject* ufunc_outer(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* done = guarded([&]() -> PyObject* {
    if (PyObject* result = method_override(self, "outer", args)) return result;
    const OpInfo& row = row_of(self);
    TENORITE_CHECK(row.nin == 2, ValueError,
                   "outer product only supported for binary functions");
    TENORITE_CHECK(PyTuple_GET_SIZE(args) == 2, TypeError,
                   "outer() takes exactly 2 positional arguments (%zd given)",
                   PyTuple_GET_SIZE(args));
    // a[..., 1, 1] against b: the axes of b follow those of a.
    Device device = default_device();
    for (int k = 0; k < 2; ++k)
      if (is_array(PyTuple_GET_ITEM(args, k)))
        device = array_of(PyTuple_GET_ITEM(args, k)).device();
    auto convert = [&](PyObject* o) {
      if (is_array(o)) return array_of(o);
      if (is_numpy_array(o)) check_plain_numpy(o);  // whose mask would be lost
      return to_array(o, device);
    };
    ndarray a = convert(PyTuple_GET_ITEM(args, 0));
    ndarray b = convert(PyTuple_GET_ITEM(args, 1));
    TENORITE_CHECK(a.ndim() + b.ndim() <= kMaxDims, ValueError,
                   "maximum supported dimension for an ndarray is %d, but "
                   "`%s.outer()` result would have %d.",
                   kMaxDims, row.name, a.ndim() + b.ndim());
    Dims shape = a.shape();
    for (int i = 0; i < b.ndim(); ++i) shape.push_back(1);
    Ref spread(wrap(ops::reshape(a, shape, ops::Order::kC)));
    Ref right(wrap(b));
    Call call;
    call.in[0] = spread.get();
    call.in[1] = right.get();
    if (keywords) {
      PyObject *key, *value;
      Py_ssize_t at = 0;
      while (PyDict_Next(keywords, &at, &key, &value))
        set_keyword(call, row, key, value);
      resolve_out(call, row);
    }
    return execute(op_of(self), call);
  });
  return done ? done : method_on_host("outer", self, args, keywords);
}

// at(a, indices, b=None)
PyObject* ufunc_at(PyObject* self, PyObject* args) {
  PyObject* done = guarded([&]() -> PyObject* {
    if (PyObject* result = method_override(self, "at", args)) return result;
    PyObject *target, *indices, *value = nullptr;
    check_python(PyArg_ParseTuple(args, "OO|O:at", &target, &indices, &value));
    const OpInfo& row = row_of(self);
    Ref shared;
    if (is_numpy_array(target)) {
      shared = Ref(wrap(array_on_numpy(target, true)));
      target = shared.get();
    }
    TENORITE_CHECK(is_array(target), TypeError, "first operand must be array");
    TENORITE_CHECK((row.nin == 2) == (value != nullptr), ValueError,
                   row.nin == 2
                       ? "second operand needed for ufunc"
                       : "second operand provided when ufunc is unary");
    const ndarray& a = array_of(target);
    ndarray where = positions_on_host(a, indices);
    const int64_t scale = where.defined() ? a.stride(0) : 1;
    if (!where.defined()) where = ops::contiguous(selected_offsets(a, indices));
    ArgumentHolder holder;
    if (value) {
      if (to_argument(value, a.device(), holder) == Converted::kForeign ||
          is_numpy_array(value)) {
        holder.keep = Ref(wrap(to_array(value, a.device())));
        holder.argument = {};
        holder.argument.array = &array_of(holder.keep.get());
      }
    }
    {
      Unlocked unlocked(where.size());
      ops::at(op_of(self), a, where, value ? &holder.argument : nullptr, scale);
    }
    Py_RETURN_NONE;
  });
  return done ? done : method_on_host("at", self, args, nullptr);
}

// ---- attributes ----

PyObject* get_name(PyObject* self, void*) {
  return PyUnicode_FromString(row_of(self).name);
}
PyObject* get_python_signature(PyObject* self, void*) {
  const OpInfo& row = row_of(self);
  return guarded([&] {
    return PyObject_CallFunction(package_function("_ufunc_signature"), "ii",
                                 row.nin, row.nout);
  });
}
PyObject* get_doc(PyObject* self, void*) {
  const OpInfo& row = row_of(self);
  return guarded([&] {
    return PyObject_CallFunction(
        package_function("_ufunc_doc"), "siiss", row.name, row.nin, row.nout,
        row.doc, row.home == Home::Special ? "scipy.special" : "numpy");
  });
}
PyObject* get_nin(PyObject* self, void*) {
  return PyLong_FromLong(row_of(self).nin);
}
PyObject* get_nout(PyObject* self, void*) {
  return PyLong_FromLong(row_of(self).nout);
}
PyObject* get_nargs(PyObject* self, void*) {
  return PyLong_FromLong(row_of(self).nin + row_of(self).nout);
}
PyObject* get_ntypes(PyObject* self, void*) {
  return PyLong_FromSize_t(row_of(self).loops.size());
}
PyObject* get_identity(PyObject* self, void*) {
  switch (row_of(self).identity) {
    case Identity::Zero:
      return op_of(self) == Op::logical_or ? PyBool_FromLong(0)
                                           : PyLong_FromLong(0);
    case Identity::One:
      return op_of(self) == Op::logical_and ? PyBool_FromLong(1)
                                            : PyLong_FromLong(1);
    case Identity::MinusOne:
      return PyLong_FromLong(-1);
    case Identity::NegInf:
      return PyFloat_FromDouble(-__builtin_huge_val());
    case Identity::None:
    case Identity::Reorderable:
      break;
  }
  Py_RETURN_NONE;
}
PyObject* get_types(PyObject* self, void*) {
  const OpInfo& row = row_of(self);
  PyObject* list = PyList_New(0);
  for (const LoopTypes& types : row.loops) {
    std::string text;
    for (int k = 0; k < row.nin; ++k) text += letter(types.in[k]);
    text += "->";
    for (int k = 0; k < row.nout; ++k) text += letter(types.out[k]);
    Ref item(PyUnicode_FromString(text.c_str()));
    if (!list || !item || PyList_Append(list, item.get()) < 0) return nullptr;
  }
  return list;
}
PyObject* get_signature(PyObject*, void*) { Py_RETURN_NONE; }

PyObject* ufunc_repr(PyObject* self) {
  return PyUnicode_FromFormat("<ufunc '%s'>", row_of(self).name);
}

PyObject* resolve_dtypes(PyObject* self, PyObject* args, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    const OpInfo& row = row_of(self);
    Ref library = checked(PyImport_ImportModule(host_library(row)));
    Ref theirs = checked(PyObject_GetAttrString(library.get(), row.name));
    // With SCIPY_ARRAY_API SciPy has a function around its ufunc.
    if (Ref inner{PyObject_GetAttrString(theirs.get(), "__wrapped__")})
      theirs = std::move(inner);
    else
      PyErr_Clear();
    Ref method =
        checked(PyObject_GetAttrString(theirs.get(), "resolve_dtypes"));
    return PyObject_Call(method.get(), args, keywords);
  });
}

PyObject* ufunc_reduce_ex(PyObject* self, PyObject*) {
  // Pickled by name, as NumPy's ufuncs are.
  const OpInfo& row = row_of(self);
  return PyUnicode_FromFormat(row.home == Home::Special ? "special.%s" : "%s",
                              row.name);
}

PyGetSetDef kGetSet[] = {
    {"__name__", get_name, nullptr, nullptr, nullptr},
    {"__qualname__", get_name, nullptr, nullptr, nullptr},
    {"__doc__", get_doc, nullptr, nullptr, nullptr},
    {"__signature__", get_python_signature, nullptr, nullptr, nullptr},
    {"nin", get_nin, nullptr, "Number of inputs.", nullptr},
    {"nout", get_nout, nullptr, "Number of outputs.", nullptr},
    {"nargs", get_nargs, nullptr, "Number of operands.", nullptr},
    {"ntypes", get_ntypes, nullptr, "Number of loops.", nullptr},
    {"types", get_types, nullptr, "The loops as 'dd->d'.", nullptr},
    {"identity", get_identity, nullptr, "The neutral element, or None.",
     nullptr},
    {"signature", get_signature, nullptr, "None: an elementwise function.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

template <class F>
constexpr PyCFunction as_method(F* f) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

PyMethodDef kMethods[] = {
    method_or_host<ufunc_reduce>(
        "reduce",
        "reduce($self, array, /, axis=0, dtype=None, out=None, "
        "**kwargs)\n--\n\n" TENORITE_DOC_ufunc_reduce),
    method_or_host<ufunc_accumulate>(
        "accumulate",
        "accumulate($self, array, /, axis=0, dtype=None, "
        "out=None)\n--\n\n" TENORITE_DOC_ufunc_accumulate),
    method_or_host<ufunc_reduceat>(
        "reduceat",
        "reduceat($self, array, /, indices, axis=0, dtype=None, "
        "out=None)\n--\n\n" TENORITE_DOC_ufunc_reduceat),
    {"outer", as_method(ufunc_outer), METH_VARARGS | METH_KEYWORDS,
     "outer($self, A, B, /, **kwargs)\n--\n\n" TENORITE_DOC_ufunc_outer},
    {"at", ufunc_at, METH_VARARGS,
     "at($self, a, indices, b=None, /)\n--\n\n" TENORITE_DOC_ufunc_at},
    {"resolve_dtypes", as_method(resolve_dtypes), METH_VARARGS | METH_KEYWORDS,
     "resolve_dtypes($self, dtypes, *, signature=None, casting=None, "
     "reduction=False)\n--\n\n" TENORITE_DOC_ufunc_resolve_dtypes},
    {"__reduce__", ufunc_reduce_ex, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef kMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(UfuncObject, vectorcall),
     READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot kSlots[] = {
    {Py_tp_members, kMembers},
    {Py_tp_methods, kMethods},
    {Py_tp_getset, kGetSet},
    {Py_tp_repr, reinterpret_cast<void*>(ufunc_repr)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {0, nullptr},
};

}  // namespace

Op op_of_ufunc(PyObject* ufunc) {
  TENORITE_CHECK(Py_TYPE(ufunc) == g_ufunc_type, TypeError,
                 "a tenorite.ufunc is needed");
  return op_of(ufunc);
}

bool init_ufunc_type(PyObject* module) {
  static PyType_Spec spec = {
      .name = "tenorite.ufunc",
      .basicsize = sizeof(UfuncObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL |
               Py_TPFLAGS_DISALLOW_INSTANTIATION,
      .slots = kSlots,
  };
  g_ufunc_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (!g_ufunc_type) return false;
  if (PyModule_AddObjectRef(module, "ufunc",
                            reinterpret_cast<PyObject*>(g_ufunc_type)) < 0)
    return false;
  Ref table(PyDict_New()), special(PyDict_New());
  for (int i = 0; i < kNumOps; ++i) {
    auto* u = PyObject_New(UfuncObject, g_ufunc_type);
    if (!u) return false;
    u->vectorcall = ufunc_vectorcall;
    u->op = static_cast<Op>(i);
    Ref object(reinterpret_cast<PyObject*>(u));
    const OpInfo& row = info(u->op);
    int status = row.home == Home::Internal
                     ? PyModule_AddObjectRef(module, row.name, object.get())
                     : PyDict_SetItemString(
                           (row.home == Home::Top ? table : special).get(),
                           row.name, object.get());
    if (status < 0) return false;
  }
  if (PyModule_AddObjectRef(module, "special_ufuncs", special.get()) < 0)
    return false;
  return PyModule_AddObjectRef(module, "ufuncs", table.get()) == 0;
}

}  // namespace tenorite::python
