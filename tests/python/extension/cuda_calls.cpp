// SPDX-License-Identifier: Apache-2.0
// Calls of CUDA from a C++ compiler, for the tests here.
#include <tenorite/cuda.h>

namespace {

PyObject* fail(PyObject*, PyObject* code) {
  return tenorite::guarded([&] {
    tenorite::check_cuda(cudaSuccess);
    tenorite::check_cuda(static_cast<cudaError_t>(PyLong_AsLong(code)));
    return tenorite::to_object(nullptr);
  });
}

// CUDA's current device under the scope of an array's.
PyObject* device_of(PyObject*, PyObject* argument) {
  return tenorite::guarded([&] {
    const tenorite::array<> x(argument, "x");
    const tenorite::on_device scope(x);
    if (x.is_cpu()) return tenorite::to_object(-1);
    int device;
    tenorite::check_cuda(cudaGetDevice(&device));
    return tenorite::to_object(device);
  });
}

PyMethodDef methods[] = {{"fail", fail, METH_O, nullptr},
                         {"device_of", device_of, METH_O, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "cuda_calls",
                          nullptr,
                          -1,
                          methods,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_cuda_calls() {
  return tenorite::guarded([] {
    tenorite::import_tenorite();
    return tenorite::checked(PyModule_Create(&definition));
  });
}
