// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/compile.h"

#include <pybind11/stl.h>

#include "core/warning.h"
#include "ops/fusion/backends.h"
#include "python/src/init.h"
#include "python/src/object.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

bool show_warning(const std::string& text) {
  py::gil_scoped_acquire gil;
  return PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 2) == 0;
}

py::dict compile(const std::string& name, const std::string& text,
                 const std::string& target,
                 const std::vector<std::string>& options,
                 const std::vector<std::string>& names) {
  fusion::KernelSource source;
  source.name = name;
  source.text = text;
  source.options = options;
  source.names = names;
  fusion::Target parsed = fusion::parse_target(target);
  fusion::ArtifactPtr artifact;
  {
    Unlocked unlocked(true);
    artifact = fusion::compile(source, parsed);
  }
  py::dict result;
  result["code"] = py::bytes(artifact->code);
  result["symbols"] = artifact->symbols;
  result["log"] = artifact->log;
  return result;
}

}  // namespace

void init_compile(py::module_& m) {
  set_warning_sink(show_warning);
  m.def("compile", compile);
  m.def("set_nvrtc_paths", fusion::set_nvrtc_paths);
  m.def("set_python_program", fusion::set_python_program);
}

}  // namespace tenorite::python
