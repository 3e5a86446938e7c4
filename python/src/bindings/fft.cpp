// SPDX-License-Identifier: Apache-2.0
#include "ops/api/fft.h"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "ops/api/fft_cache.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

FftStep to_step(const py::handle& item) {
  auto fields = py::cast<py::tuple>(item);
  auto kind = py::cast<std::string>(fields[0]);
  FftStep step;
  step.inverse = kind == "ifft" || kind == "irfft";
  step.kind = kind == "rfft"    ? FftKind::kFromReal
              : kind == "irfft" ? FftKind::kToReal
                                : FftKind::kComplex;
  step.n = to_int64(py::object(fields[1]).ptr());
  step.axis = py::cast<int>(fields[2]);
  step.factor = py::cast<double>(fields[3]);
  return step;
}

// One side of a plan as (embed, stride, distance).
py::tuple layout(const FftLayout& side, int rank) {
  return py::make_tuple(
      py::cast(std::vector<int64_t>(side.embed, side.embed + rank)),
      side.stride, side.distance);
}

// A plan as its points, batch, transform, and both layouts.
py::tuple describe(const FftPlan& plan) {
  const char* real = plan.is_double ? "float64" : "float32";
  const char* pair = plan.is_double ? "complex128" : "complex64";
  return py::make_tuple(
      py::tuple(py::cast(std::vector<int64_t>(plan.n, plan.n + plan.rank))),
      plan.batch, plan.kind == FftKind::kFromReal ? real : pair,
      plan.kind == FftKind::kToReal ? real : pair, layout(plan.in, plan.rank),
      layout(plan.out, plan.rank));
}

FftPlanCache& cache_of(const std::string& device) {
  return fft_plan_cache(parse_device(device));
}

py::dict cache_info(const std::string& device) {
  FftPlanCache::Info info = cache_of(device).info();
  py::list plans;
  for (const auto& [plan, bytes] : info.plans)
    plans.append(py::make_tuple(describe(plan), bytes));
  py::dict d;
  d["size"] = info.size;
  d["memsize"] = info.memsize;
  d["current_size"] = info.current_size;
  d["current_memsize"] = info.current_memsize;
  d["hits"] = info.hits;
  d["misses"] = info.misses;
  d["plans"] = plans;
  return d;
}

void set_route(const std::string& name) {
  constexpr std::pair<const char*, FftRoute> kRoutes[] = {
      {"auto", FftRoute::kAuto},
      {"direct", FftRoute::kDirect},
      {"copy", FftRoute::kCopy},
      {"own", FftRoute::kColumns}};
  for (auto [known, route] : kRoutes)
    if (name == known) return set_fft_route(route);
  throw ValueError(
      format("a route is auto, direct, copy or own, not %s", name.c_str()));
}

}  // namespace

TENORITE_BINDINGS(fft, m) {
  // steps: (kind, points, axis, factor) each.
  m.def("fft", [](const ndarray& a, const py::iterable& items,
                  const py::object& out, bool consume) {
    std::vector<FftStep> steps;
    for (const auto& item : items) steps.push_back(to_step(item));
    const ndarray* target = out.is_none() ? nullptr : &array_of(out.ptr());
    ndarray result;
    {
      // Making a plan takes milliseconds.
      Unlocked unlocked(true);
      result = ops::fft(a, steps, target, consume);
    }
    return out.is_none() ? py::cast(result) : out;
  });
  m.def("set_fft_route", set_route);
  m.def("fft_cache_info", cache_info);
  m.def("fft_cache_clear", [](const std::string& device) {
    py::gil_scoped_release release;
    cache_of(device).clear();
  });
  m.def("fft_cache_set_size", [](const std::string& device, int64_t size) {
    py::gil_scoped_release release;
    cache_of(device).set_size(size);
  });
  m.def("fft_cache_set_memsize", [](const std::string& device, int64_t bytes) {
    py::gil_scoped_release release;
    cache_of(device).set_memsize(bytes);
  });
}

}  // namespace tenorite::python
