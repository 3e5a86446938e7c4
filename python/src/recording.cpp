// SPDX-License-Identifier: Apache-2.0
// Settings of recorded execution.
#include "core/outer_lock.h"
#include "ops/log.h"
#include "python/src/init.h"
#include "python/src/kernel_objects.h"
#include "python/src/object.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

constexpr const char* kModes[] = {"off", "tier0", "wait", "auto", "check"};

}  // namespace

void init_recording(py::module_& module) {
  set_outer_unlock(compile_without_gil);
  py::module_ m = module.def_submodule("recording");
  m.def("mode", [] { return kModes[static_cast<int>(fusion_mode())]; });
  m.def("set_mode", [](const std::string& mode) {
    for (int i = 0; i < 5; ++i)
      if (mode == kModes[i]) return set_fusion_mode(static_cast<FusionMode>(i));
    throw ValueError(format(
        "fusion is one of 'off', 'tier0', 'wait', 'auto' and 'check', not '%s'",
        mode.c_str()));
  });
  m.def(
      "flush", [] { flush_all("flush"); },
      py::call_guard<py::gil_scoped_release>());
}

}  // namespace tenorite::python
