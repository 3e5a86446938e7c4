// SPDX-License-Identifier: Apache-2.0
#include "python/src/compile.h"

#include <pybind11/stl.h>

#include "core/warning.h"
#include "ops/fusion/compile_error.h"
#include "python/src/init.h"
#include "python/src/object.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// Both live as long as the process.
std::string* g_package_folder;
PyObject* g_locate;

bool show_warning(const std::string& text) {
  py::gil_scoped_acquire gil;
  return PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 2) == 0;
}

// Text that may not be UTF-8, as compilers quote what they were given.
py::object to_text(const std::string& bytes) {
  return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
      bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

std::optional<fusion::Place> locate(const std::string& text,
                                    const fusion::Place& place,
                                    const fusion::Origin& origin) {
  py::gil_scoped_acquire gil;
  try {
    py::object found = py::reinterpret_borrow<py::object>(g_locate)(
        to_text(text), to_text(place.file), place.line, place.column,
        to_text(origin.file), origin.line);
    auto [file, line, column] = found.cast<std::tuple<std::string, int, int>>();
    return fusion::Place{file, line, column};
  } catch (const std::exception&) {  // a better place is not worth an error
    PyErr_Clear();
    return {};
  }
}

void set_up(const std::string& package_folder, const std::string& python,
            const std::string& version, const std::vector<std::string>& nvrtc,
            const py::object& locator) {
  g_package_folder = new std::string(package_folder + "/");
  g_locate = py::object(locator).release().ptr();
  set_warning_sink(show_warning);
  fusion::set_nvrtc_paths(nvrtc);
  fusion::set_python_program(python);
  fusion::set_library_version(version);
  fusion::set_text_locator(locate);
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
  source.origin = caller_origin();
  fusion::Target parsed = fusion::parse_target(target);
  fusion::ArtifactPtr artifact;
  {
    Unlocked unlocked(true);
    artifact = fusion::compile(source, parsed);
  }
  py::dict result;
  result["code"] = py::bytes(artifact->code);
  result["symbols"] = artifact->symbols;
  result["log"] = to_text(artifact->log);
  return result;
}

}  // namespace

fusion::Origin caller_origin() {
  PyFrameObject* frame = PyEval_GetFrame();
  Py_XINCREF(frame);
  fusion::Origin origin;
  while (frame) {
    Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
    const char* file = PyUnicode_AsUTF8(
        reinterpret_cast<PyCodeObject*>(code.get())->co_filename);
    if (!file) PyErr_Clear();
    bool ours = file && g_package_folder &&
                std::string_view(file).starts_with(*g_package_folder);
    if (!ours) {
      origin.file = file ? file : "";
      origin.line = PyFrame_GetLineNumber(frame);
      Py_DECREF(frame);
      break;
    }
    PyFrameObject* back = PyFrame_GetBack(frame);
    Py_DECREF(frame);
    frame = back;
  }
  return origin;
}

void init_compile(py::module_& m) {
  m.def("set_up_compilers", set_up, py::kw_only(), py::arg("package_folder"),
        py::arg("python"), py::arg("version"), py::arg("nvrtc"),
        py::arg("locate"));
  m.def("compile", compile);
}

}  // namespace tenorite::python
