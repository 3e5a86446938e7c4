// SPDX-License-Identifier: Apache-2.0
// The code of a RawModule, which python/tenorite/_kernels/raw_kernels.py wraps.
#include <pybind11/stl.h>

#include "core/stream.h"
#include "python/src/array/init.h"
#include "python/src/kernels/raw_kernels.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using jit::RawModule;
using Code = std::shared_ptr<RawModule>;

Code make_code(const std::string& label, const py::object& code, bool binary,
               const py::object& options, const std::string& backend,
               std::vector<std::string> names, bool extern_c, bool debug,
               bool translate_cucomplex) {
  jit::RawSource source =
      raw_source(label, py::cast<std::string>(code), options.ptr(), backend);
  source.binary = binary;
  source.names = std::move(names);
  source.extern_c = extern_c;
  source.checked = debug;
  source.translate_cucomplex = translate_cucomplex;
  return std::make_shared<RawModule>(std::move(source));
}

// The compiler's warnings for a device that is thereby ready.
py::str compile_code(RawModule& code, const py::object& device) {
  const Device where =
      device.is_none() ? default_device() : to_device(device.ptr());
  jit::ModulePtr module;
  {
    Unlocked unlocked(true);
    module = code.load_on(where);
  }
  const std::string& log = module->artifact()->log;
  return py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
      log.data(), static_cast<Py_ssize_t>(log.size()), "replace"));
}

py::tuple global_of(RawModule& code, const std::string& name) {
  const Device where = default_device();
  std::pair<void*, size_t> found;
  {
    Unlocked unlocked(true);
    found = code.global(name, where);
  }
  return py::make_tuple(reinterpret_cast<uintptr_t>(found.first), found.second,
                        to_string(where));
}

// What the code for an architecture tells of its kernels, without a GPU.
py::dict signatures_of(const RawModule& code, const std::string& target) {
  std::map<std::string, std::string> found;
  {
    Unlocked unlocked(true);
    found = code.signatures(jit::parse_target(target));
  }
  return py::cast(found);
}

}  // namespace

TENORITE_BINDINGS(raw_code, m) {
  py::class_<RawModule, Code>(m, "RawCode")
      .def(py::init(&make_code), py::arg("label"), py::arg("code"),
           py::arg("binary"), py::arg("options"), py::arg("backend"),
           py::arg("names"), py::arg("extern_c"), py::arg("debug") = false,
           py::arg("translate_cucomplex") = false)
      .def("compile", compile_code, py::arg("device") = py::none())
      .def("signatures", signatures_of)
      .def("get_global", global_of)
      .def("kernel", [](const Code& code, const std::string& name,
                        bool cooperative, const py::object& module) {
        return py::reinterpret_steal<py::object>(
            make_kernel(code, name, cooperative, module.ptr()));
      });
}

}  // namespace tenorite::python
