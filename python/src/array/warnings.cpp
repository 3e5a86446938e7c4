// SPDX-License-Identifier: Apache-2.0
// Warnings and floating-point errors as the program sees them: at its own line.
#include <pybind11/pybind11.h>

#include <string_view>

#include "core/float_state.h"
#include "core/warning.h"
#include "python/src/array/init.h"
#include "python/src/array/object.h"
#include "python/src/array/user_frame.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// Where this package's own files are.
std::string& package_folder() {
  static std::string& folder = *new std::string;
  return folder;
}

bool give(PyObject* category, const char* text) {
  return PyErr_WarnEx(category, text, user_frame().level) == 0;
}

PyObject* category_of(Warning kind) {
  static PyObject* const complex = [] {
    Ref module = checked(PyImport_ImportModule("numpy.exceptions"));
    return checked(PyObject_GetAttrString(module.get(), "ComplexWarning"))
        .release();
  }();
  return kind == Warning::kComplex       ? complex
         : kind == Warning::kDeprecation ? PyExc_DeprecationWarning
                                         : PyExc_RuntimeWarning;
}

bool show_warning(Warning kind, const std::string& text) {
  py::gil_scoped_acquire gil;
  return give(category_of(kind), text.c_str());
}

// tenorite._runtime.float_errors.report knows NumPy's errstate.
bool show_float_errors(const char* name, FloatErrors errors, bool recorded) {
  py::gil_scoped_acquire gil;
  return guarded_int([&] {
           Ref module =
               checked(PyImport_ImportModule("tenorite._runtime.float_errors"));
           checked(PyObject_CallMethod(module.get(), "report", "sIO", name,
                                       errors, recorded ? Py_True : Py_False));
           return 0;
         }) == 0;
}

// What numpy.errstate's object in NumPy's context variable says.
struct DecodedState {
  PyObject* object = nullptr;  // kept, so that its address stays its own
  FloatState state;
  uint8_t warned = 0;  // those of the reported errors that are warnings
};

DecodedState decode_state() {
  Ref numpy = checked(PyImport_ImportModule("numpy"));
  Ref kinds = checked(PyObject_CallMethod(numpy.get(), "geterr", nullptr));
  DecodedState decoded;
  constexpr const char* kNames[] = {"divide", "over", "under", "invalid"};
  for (int i = 0; i < 4; ++i) {
    PyObject* how = PyDict_GetItemString(kinds.get(), kNames[i]);
    const char* text = how ? PyUnicode_AsUTF8(how) : nullptr;
    check_python(text != nullptr);
    const std::string_view method = text;
    if (method == "ignore") continue;
    const auto bit = static_cast<uint8_t>(1 << i);
    decoded.state.reported |= bit;
    if (method == "warn")
      decoded.warned |= bit;
    else
      decoded.state.at_once = true;
  }
  return decoded;
}

constinit PyObject* g_state_variable = nullptr;
constinit DecodedState g_known[2];  // of late, the last one first

[[gnu::noinline]] void learn(PyObject* object) {
  std::swap(g_known[0], g_known[1]);
  if (object == g_known[0].object) return;
  DecodedState decoded = decode_state();
  decoded.object = Ref::borrow(object).release();
  Py_XDECREF(std::exchange(g_known[0], decoded).object);
}

// What Python's filters of warnings make of errors that are warnings.
struct FilterState {
  // What it was found from: the list, of which warnings.catch_warnings() makes
  // another one, and its first item, which warnings.simplefilter() puts there.
  PyObject *filters = nullptr, *first = nullptr;
  Py_ssize_t count = -1;
  uint8_t ignored = 0;
  bool at_once = false;  // exceptions, or collected: they belong to the call
};

constinit bool g_heeds_filters = true;
constinit PyObject* g_warnings = nullptr;  // the module's dict
constinit PyObject* g_filters_name = nullptr;
constinit FilterState g_filters;

[[gnu::noinline]] void learn_filters(const FilterState& found) {
  Py_XINCREF(found.filters);
  Py_XINCREF(found.first);
  Py_XDECREF(std::exchange(g_filters.filters, found.filters));
  Py_XDECREF(std::exchange(g_filters.first, found.first));
  g_filters.count = found.count;
  Ref module = checked(PyImport_ImportModule("tenorite._runtime.float_errors"));
  Ref state = checked(PyObject_CallMethod(module.get(), "filtered", nullptr));
  int at_once;
  check_python(
      PyArg_ParseTuple(state.get(), "bp", &g_filters.ignored, &at_once));
  g_filters.at_once = at_once;
}

void apply_filters(FloatState& state, uint8_t warned) {
  if (!g_heeds_filters || state.reported == 0) return;
  FilterState now;
  now.filters = PyDict_GetItemWithError(g_warnings, g_filters_name);
  if (!now.filters || !PyList_CheckExact(now.filters)) return;
  now.count = PyList_GET_SIZE(now.filters);
  if (now.count > 0) now.first = PyList_GET_ITEM(now.filters, 0);
  if (now.filters != g_filters.filters || now.first != g_filters.first ||
      now.count != g_filters.count) [[unlikely]]
    learn_filters(now);
  state.reported &= static_cast<uint8_t>(~(g_filters.ignored & warned));
  state.at_once |= g_filters.at_once;
}

}  // namespace

void take_float_state() {
  PyObject* object = nullptr;
  if (PyContextVar_Get(g_state_variable, nullptr, &object) < 0 || !object)
      [[unlikely]] {
    PyErr_Clear();
    return;
  }
  if (object == g_known[0].object) [[likely]] {
    Py_DECREF(object);
  } else {
    Ref kept(object);
    learn(object);
  }
  FloatState& mine = float_state();
  if (mine.deferred) return;
  mine = g_known[0].state;
  apply_filters(mine, g_known[0].warned);
}

UserFrame user_frame() {
  UserFrame user;
  user.frame = Ref::borrow(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  for (; user.frame; ++user.level) {
    auto* f = reinterpret_cast<PyFrameObject*>(user.frame.get());
    Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(f)));
    const char* file = PyUnicode_AsUTF8(
        reinterpret_cast<PyCodeObject*>(code.get())->co_filename);
    if (file && !std::string_view(file).starts_with(package_folder())) {
      user.file = file;
      user.line = PyFrame_GetLineNumber(f);
      return user;
    }
    user.frame = Ref(reinterpret_cast<PyObject*>(PyFrame_GetBack(f)));
  }
  user.level = 1;
  return user;
}

TENORITE_BINDINGS(warnings, m) {
  set_warning_sink(show_warning);
  set_float_error_sink(show_float_errors);
  g_state_variable =
      checked(PyObject_GetAttrString(
                  checked(PyImport_ImportModule("numpy._core.umath")).get(),
                  "_extobj_contextvar"))
          .release();
  g_warnings =
      Ref::borrow(
          PyModule_GetDict(checked(PyImport_ImportModule("warnings")).get()))
          .release();
  g_filters_name = checked(PyUnicode_InternFromString("filters")).release();
  m.def(
      "heed_filters", [](bool yes) { g_heeds_filters = yes; }, py::arg("yes"),
      "Whether operations are run at once where filters make exceptions of "
      "their warnings, or where somebody collects these.");
  m.def("set_package_folder",
        [](const std::string& folder) { package_folder() = folder + "/"; });
  m.def(
      "warn",
      [](const std::string& text, const py::object& category) {
        if (!give(category.ptr(), text.c_str())) throw py::error_already_set();
      },
      py::arg("text"), py::arg("category"));
}

}  // namespace tenorite::python
