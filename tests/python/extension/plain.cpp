// SPDX-License-Identifier: Apache-2.0
// A module without pybind11 and nanobind, for test_extension.py.
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

PyMethodDef methods[] = {{"doublify", doublify, METH_O, nullptr},
                         {"caught", caught, METH_O, nullptr},
                         {"fails", fails, METH_NOARGS, nullptr},
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
