// SPDX-License-Identifier: Apache-2.0
// What the Python layer needs to write kernels: the loops of the op table as
// text, and the memory order of results.
#include "jit/codegen/loop_text.h"

#include <pybind11/stl.h>

#include "ops/device/types.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"
#include "python/src/array/methods.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// A dtype, or Python's int, float or complex for a number that is weak.
Promotable to_promotable(PyObject* o) {
  if (o == reinterpret_cast<PyObject*>(&PyLong_Type))
    return {DType::kBool, Weak::kInt};
  if (o == reinterpret_cast<PyObject*>(&PyFloat_Type))
    return {DType::kBool, Weak::kFloat};
  if (o == reinterpret_cast<PyObject*>(&PyComplex_Type))
    return {DType::kBool, Weak::kComplex};
  return {to_dtype(o), Weak::kNone};
}

py::tuple dtypes(const DType* types, int n) {
  py::tuple result(n);
  for (int k = 0; k < n; ++k)
    result[k] = py::reinterpret_borrow<py::object>(dtype_object(types[k]));
  return result;
}

py::dict describe_loop(const py::object& ufunc, const py::sequence& operands,
                       bool on_cpu) {
  Op op = op_of_ufunc(ufunc.ptr());
  const OpInfo& row = info(op);
  TENORITE_CHECK(static_cast<int>(operands.size()) == row.nin, TypeError,
                 "%s() takes %d operands", row.name, row.nin);
  Promotable in[kMaxInputs];
  for (int k = 0; k < row.nin; ++k)
    in[k] = to_promotable(py::object(operands[k]).ptr());
  int loop = ops::resolve_loop(op, in, {});
  jit::LoopText text =
      jit::loop_text(op, loop, on_cpu ? DeviceType::kCpu : DeviceType::kCuda);
  py::dict result;
  result["inputs"] = dtypes(row.loops[loop].in, row.nin);
  result["outputs"] = dtypes(row.loops[loop].out, row.nout);
  result["functor"] = text.functor;
  result["header"] = text.header;
  result["checked"] = text.checked;
  result["heavy"] = row.ulp > 0;
  result["vector_symbol"] = text.vector_symbol;
  result["vector_letter"] =
      std::string(text.vector_symbol.empty() ? 0 : 1, letter(text.vector_type));
  return result;
}

// The name of a dtype's type inside namespace tenorite.
std::string type_text(const py::object& dtype) {
  static constexpr std::string_view kNamespace = "::tenorite::";
  char wanted = letter(to_dtype(dtype.ptr()));
  std::string text;
#define TENORITE_TYPE_ROW(letter, T) \
  if (wanted == letter) text = #T;
  TENORITE_FOR_EACH_TYPE(TENORITE_TYPE_ROW)
#undef TENORITE_TYPE_ROW
  return text.starts_with(kNamespace) ? text.substr(kNamespace.size()) : text;
}

// What an operation on the arrays writes to: their broadcast shape, in K order.
ndarray empty_result(const py::sequence& arrays, const py::object& dtype,
                     const py::object& device) {
  DType d = to_dtype(dtype.ptr());
  Dims shape;
  std::vector<ops::OperandLayout> operands;
  operands.reserve(arrays.size());
  bool fits = true;
  std::string shapes;
  for (py::handle item : arrays) {
    TENORITE_CHECK(is_array(item.ptr()), TypeError, "an array is needed");
    const ndarray& a = array_of(item.ptr());
    operands.push_back({&a.shape(), &a.strides(), a.itemsize(), {}});
    fits = fits && broadcast_into(shape, a.shape());
    shapes += to_compact_string(a.shape()) + " ";
  }
  if (!fits)
    throw ValueError("operands could not be broadcast together with shapes " +
                     shapes);
  return ndarray::empty(shape, d, to_device(device.ptr()),
                        ops::result_strides(shape, itemsize(d), operands.data(),
                                            static_cast<int>(operands.size())));
}

}  // namespace

TENORITE_BINDINGS(loop_text, m) {
  m.def("describe_loop", describe_loop, py::arg("ufunc"), py::arg("operands"),
        py::arg("on_cpu"));
  m.def("type_text", type_text);
  m.def("empty_result", empty_result, py::arg("arrays"), py::arg("dtype"),
        py::arg("device"));
}

}  // namespace tenorite::python
