// SPDX-License-Identifier: Apache-2.0
#include "linalg/decompositions.h"

#include <pybind11/stl.h>

#include <optional>

#include "python/src/array/caster.h"
#include "python/src/array/init.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// body() while other threads run, unless the matrices are tiny.
template <class F>
auto unlocked(const ndarray& a, F&& body) {
  Unlocked scope(a.size() >= 1024);
  return body();
}

py::object optional(const ndarray& a) {
  return a.defined() ? py::cast(a) : py::none();
}

py::tuple eigen(const linalg::Eigen& found) {
  return py::make_tuple(found.w, optional(found.v));
}

}  // namespace

TENORITE_BINDINGS(decompositions, module) {
  py::module_ m = module.def_submodule("linalg");
  m.def("cholesky", [](const ndarray& a, bool upper) {
    return unlocked(a, [&] { return linalg::cholesky(a, upper); });
  });
  m.def("solve", [](const ndarray& a, const ndarray& b) {
    return unlocked(a, [&] { return linalg::solve(a, b); });
  });
  m.def("inv", [](const ndarray& a, bool lenient) {
    return unlocked(a, [&] { return linalg::inverse(a, lenient); });
  });
  m.def("slogdet", [](const ndarray& a) {
    auto found = unlocked(a, [&] { return linalg::determinant(a); });
    return py::make_tuple(Value{found.sign}, Value{found.logarithm});
  });
  // (h, tau, q or None)
  m.def("qr", [](const ndarray& a, int64_t columns) {
    auto found = unlocked(a, [&] { return linalg::qr(a, columns); });
    return py::make_tuple(found.h, found.tau, optional(found.q));
  });
  // (w, v or None)
  m.def("eigh", [](const ndarray& a, bool upper, bool vectors) {
    return eigen(unlocked(a, [&] { return linalg::eigh(a, upper, vectors); }));
  });
  m.def("eig", [](const ndarray& a, bool vectors) {
    return eigen(unlocked(a, [&] { return linalg::eig(a, vectors); }));
  });
  // The singular values.
  m.def("svdvals", [](const ndarray& a) {
    return unlocked(a,
                    [&] { return linalg::svd(a, linalg::SvdForm::kValues).s; });
  });
  // (u, s, vh)
  m.def("svd", [](const ndarray& a, bool full) {
    auto form = full ? linalg::SvdForm::kFull : linalg::SvdForm::kReduced;
    auto found = unlocked(a, [&] { return linalg::svd(a, form); });
    return py::make_tuple(found.u, found.s, found.vh);
  });
  m.def("resolution", [](const ndarray& a) {
    return linalg::resolution(a.dtype(), a.device());
  });
  // (x, sums, rank, s)
  m.def("lstsq", [](const ndarray& a, const ndarray& b,
                    std::optional<double> rcond) {
    auto found = unlocked(a, [&] { return linalg::lstsq(a, b, rcond); });
    return py::make_tuple(found.x, found.sums, Value{found.rank}, found.s);
  });
}

}  // namespace tenorite::python
