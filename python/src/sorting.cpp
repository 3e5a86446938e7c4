// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <vector>

#include "ops/sort.h"
#include "python/src/caster.h"
#include "python/src/init.h"

namespace py = pybind11;

namespace tenorite::python {

void init_sorting(py::module_& m) {
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
  m.def("merge_runs",
        [](const ndarray& line, const std::vector<int64_t>& ends) {
          Unlocked unlocked(line.size());
          ops::merge_runs(line, ends);
        });
  m.def("searchsorted",
        [](const ndarray& sorted, const ndarray& values, bool right) {
          Unlocked unlocked(sorted.size() + values.size());
          return ops::searchsorted(sorted, values, right);
        });
}

}  // namespace tenorite::python
