// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ops/api/histogram.h"
#include "ops/api/sets.h"
#include "ops/api/sort.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

std::optional<ops::EvenEdges> to_even_edges(const py::object& o) {
  if (o.is_none()) return {};
  auto fields = py::cast<py::tuple>(o);
  auto letter = py::cast<std::string>(fields[2]);
  return ops::EvenEdges{py::cast<double>(fields[0]),
                        py::cast<double>(fields[1]), letter.at(0)};
}

}  // namespace

TENORITE_BINDINGS(sorting, m) {
  m.def("sort", [](const ndarray& a, int axis, bool stable, bool descending) {
    Unlocked unlocked(a.size());
    return ops::sort(a, {axis, stable, descending});
  });
  m.def("sort_in_place",
        [](const ndarray& a, int axis, bool stable, bool descending) {
          Unlocked unlocked(a.size());
          ops::sort_in_place(a, {axis, stable, descending});
        });
  m.def("argsort", [](const ndarray& a, int axis, bool descending) {
    Unlocked unlocked(a.size());
    return ops::argsort(a, {axis, true, descending});
  });
  m.def("partition",
        [](const ndarray& a, std::vector<int64_t> ranks, int axis) {
          Unlocked unlocked(a.size());
          return ops::partition(a, std::move(ranks), axis);
        });
  m.def("partition_in_place",
        [](const ndarray& a, std::vector<int64_t> ranks, int axis) {
          Unlocked unlocked(a.size());
          ops::partition_in_place(a, std::move(ranks), axis);
        });
  m.def("argpartition",
        [](const ndarray& a, std::vector<int64_t> ranks, int axis) {
          Unlocked unlocked(a.size());
          return ops::argpartition(a, std::move(ranks), axis);
        });
  m.def("first_positions",
        [](const ndarray& a, int64_t k, int axis, bool descending) {
          Unlocked unlocked(a.size());
          return ops::first_positions(a, k, axis, descending);
        });
  m.def("items_at_ranks", [](const ndarray& a, std::vector<int64_t> ranks) {
    Unlocked unlocked(a.size());
    return ops::items_at_ranks(a, std::move(ranks));
  });
  m.def("order_words", [](const ndarray& words, int bits, int64_t count) {
    Unlocked unlocked(words.size());
    return ops::order_words(words, bits, count);
  });
  m.def("isin", [](const ndarray& values, const ndarray& tests, bool sorts) {
    Unlocked unlocked(values.size() + tests.size());
    return ops::isin(values, tests, sorts);
  });
  m.def("searchsorted",
        [](const ndarray& sorted, const ndarray& values, bool right) {
          Unlocked unlocked(sorted.size() + values.size());
          return Value{ops::searchsorted(sorted, values, right)};
        });
  m.def("first_of_equals", [](const ndarray& sorted) {
    Unlocked unlocked(sorted.size());
    return ops::first_of_equals(sorted);
  });
  m.def("least_and_largest", [](const ndarray& a) {
    Unlocked unlocked(a.size());
    return ops::least_and_largest(a);
  });
  m.def("count_numbers", [](const ndarray& a, int64_t bins) {
    Unlocked unlocked(a.size());
    return ops::count_numbers(a, bins);
  });
  // even: the outer edges and the precision where they are evenly spaced.
  m.def("count_in_bins",
        [](const ndarray& a, const ndarray& edges, const py::object& ends) {
          auto even = to_even_edges(ends);
          Unlocked unlocked(a.size());
          return ops::count_in_bins(a, edges, even ? &*even : nullptr);
        });
  m.def("bin_numbers",
        [](const ndarray& a, const ndarray& edges, const py::object& ends) {
          auto even = to_even_edges(ends);
          Unlocked unlocked(a.size());
          return ops::bin_numbers(a, edges, even ? &*even : nullptr);
        });
  m.def("sum_by_number",
        [](const ndarray& numbers, const ndarray& weights, int64_t bins) {
          Unlocked unlocked(numbers.size());
          return ops::sum_by_number(numbers, weights, bins);
        });
}

}  // namespace tenorite::python
