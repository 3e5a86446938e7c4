// SPDX-License-Identifier: Apache-2.0
// A module without pybind11 and nanobind, for the tests here.
#include <tenorite/for_each.h>

namespace {

struct Twice {
  const float* x;
  float* y;
  void operator()(int64_t i) const { y[i] = 2 * x[i]; }
};

PyObject* doublify(PyObject*, PyObject* argument) {
  return tenorite::guarded([&] {
    const tenorite::array<const float, tenorite::contiguous> x(argument, "x");
    const auto y = tenorite::empty_like(x);
    tenorite::for_each(x, x.size(), Twice{x.data(), y.data()});
    return y;
  });
}

// What a call of tenorite raised, as C++ sees it.
PyObject* caught(PyObject*, PyObject* argument) {
  return tenorite::guarded([&] {
    try {
      tenorite::call("sqrt", tenorite::object::borrow(argument),
                     tenorite::keyword("out", 1));
    } catch (const tenorite::error& e) {
      return tenorite::to_object(e.what());
    }
    return tenorite::to_object(nullptr);
  });
}

PyObject* fails(PyObject*, PyObject*) {
  return tenorite::guarded(
      []() -> tenorite::object { throw std::runtime_error("of C++"); });
}

// Calls of the C API that are wrong, by number; `x` is read-only.
PyObject* misuse(PyObject*, PyObject* args) {
  int which;
  PyObject* x;
  if (!PyArg_ParseTuple(args, "iO", &which, &x)) return nullptr;
  const tenorite_c_api& api = tenorite::api();
  const tenorite_device cpu{TENORITE_CPU, 0};
  const int64_t shape[TENORITE_MAX_NDIM + 1] = {};
  void *found, *block;
  auto empty = [&](int dtype, int ndim, char order, tenorite_device device) {
    return api.empty(dtype, ndim, shape, order, device) != nullptr;
  };
  const bool done[] = {
      which == 0 && api.data(Py_None, nullptr, TENORITE_READ, &found) == 0,
      which == 1 && api.expose(Py_None) == 0,
      which == 2 && api.empty_like(Py_None, 0, 'C') != nullptr,
      which == 3 && api.data(x, nullptr, TENORITE_WRITE, &found) == 0,
      which == 4 && api.empty_like(x, 0, 'Z') != nullptr,
      which == 5 && api.empty_like(x, 'O', 'C') != nullptr,
      which == 6 && empty(1000, 1, 'C', cpu),
      which == 7 && empty('f', 1, 'K', cpu),
      which == 8 && empty('f', -1, 'C', cpu),
      which == 9 && empty('f', TENORITE_MAX_NDIM + 1, 'C', cpu),
      which == 10 && empty('f', 1, 'C', {7, 0}),
      which == 11 && empty('f', 1, 'C', {TENORITE_CPU, 1 << 16}),
      which == 12 && api.stream({TENORITE_CPU, 1}, &found) == 0,
      which == 13 && api.allocate({0, 0}, 1, &found, &block) == 0,
  };
  if (PyErr_Occurred()) return nullptr;
  for (bool one : done)
    if (one) return PyBool_FromLong(1);
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {{"doublify", doublify, METH_O, nullptr},
                         {"caught", caught, METH_O, nullptr},
                         {"fails", fails, METH_NOARGS, nullptr},
                         {"misuse", misuse, METH_VARARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "plain",
                          nullptr,
                          -1,
                          methods,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_plain() {
  return tenorite::guarded([] {
    tenorite::import_tenorite();
    return tenorite::checked(PyModule_Create(&definition));
  });
}
