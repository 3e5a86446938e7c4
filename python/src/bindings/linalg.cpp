// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>

#include "linalg/matmul.h"
#include "linalg/provider.h"
#include "ops/api/correlate.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// An `out` argument: None, or what to_output() takes.
const ndarray* output(const py::object& out, Device device, Ref& keep) {
  return out.is_none() ? nullptr : to_output(out.ptr(), device, keep);
}

py::object product(linalg::Product kind, const ndarray& a, const ndarray& b,
                   const py::object& out, const py::object& dtype,
                   const py::object& casting, const py::object& order) {
  linalg::ProductOptions options;
  Ref keep;
  options.out = output(out, a.device(), keep);
  options.dtype = to_optional_dtype(dtype.ptr());
  options.casting = to_casting(casting.ptr());
  options.order = to_order(order.ptr(), ops::Order::kK);
  ndarray result;
  {
    Unlocked unlocked(a.size() + b.size());
    result = linalg::product(kind, a, b, options);
  }
  return out.is_none() ? py::cast(Value{std::move(result)}) : out;
}

constexpr const char* kPrecisions[] = {"highest", "tf32"};

linalg::MatmulPrecision to_precision(const std::string& name) {
  for (int i = 0; i < 2; ++i)
    if (name == kPrecisions[i]) return static_cast<linalg::MatmulPrecision>(i);
  throw ValueError(
      format("the precision of matrix products is 'highest' or "
             "'tf32', not '%s'",
             name.c_str()));
}

DeviceType device_type(const std::string& name) {
  return parse_device(name).type;
}

}  // namespace

TENORITE_BINDINGS(linalg, m) {
  const std::pair<const char*, linalg::Product> products[] = {
      {"matmul", linalg::Product::kMatmul},
      {"vecdot", linalg::Product::kVecdot},
      {"matvec", linalg::Product::kMatvec},
      {"vecmat", linalg::Product::kVecmat}};
  for (const auto& [name, kind] : products)
    m.def(
        name,
        [kind = kind](const ndarray& a, const ndarray& b, const py::object& out,
                      const py::object& dtype, const py::object& casting,
                      const py::object& order) {
          return product(kind, a, b, out, dtype, casting, order);
        },
        py::arg("a"), py::arg("b"), py::arg("out") = py::none(),
        py::arg("dtype") = py::none(), py::arg("casting") = "same_kind",
        py::arg("order") = "K");
  m.def(
      "dot",
      [](const ndarray& a, const ndarray& b, const py::object& out) {
        Ref keep;
        const ndarray* target = output(out, a.device(), keep);
        ndarray result;
        {
          Unlocked unlocked(a.size() + b.size());
          result = linalg::dot(a, b, target);
        }
        return out.is_none() ? py::cast(Value{std::move(result)}) : out;
      },
      py::arg("a"), py::arg("b"), py::arg("out") = py::none());
  m.def("inner", [](const ndarray& a, const ndarray& b) {
    Unlocked unlocked(a.size() + b.size());
    return Value{linalg::inner(a, b)};
  });
  m.def("vdot", [](const ndarray& a, const ndarray& b) {
    Unlocked unlocked(a.size() + b.size());
    return Value{linalg::vdot(a, b)};
  });
  m.def("correlate",
        [](const ndarray& a, const ndarray& v, int64_t before, int64_t length) {
          Unlocked unlocked(a.size());
          return ops::correlate(a, v, before, length);
        });
  m.def("matmul_precision", [] {
    return kPrecisions[static_cast<int>(linalg::g_matmul_precision.load())];
  });
  m.def("set_matmul_precision", [](const std::string& name) {
    linalg::g_matmul_precision = to_precision(name);
  });
  // Of this thread, or with None the process's again; returns the former one.
  m.def("set_matmul_precision_here",
        [](const std::optional<std::string>& name) {
          std::optional<linalg::MatmulPrecision> own;
          if (name) own = to_precision(*name);
          const auto former = std::exchange(linalg::t_matmul_precision, own);
          return former ? py::cast(kPrecisions[static_cast<int>(*former)])
                        : py::object(py::none());
        });
  m.def("blas_description", [](const std::string& device) {
    return linalg::blas_description(device_type(device));
  });
}

}  // namespace tenorite::python
