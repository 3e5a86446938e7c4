// SPDX-License-Identifier: Apache-2.0
// For code that calls CUDA: errors, and the device of an array.
#pragma once

#include <cuda_runtime_api.h>
#include <tenorite/array.h>

namespace TENORITE_NAMESPACE {

// tenorite.CudaError, a RuntimeError, where a call of CUDA failed.
inline void check_cuda(cudaError_t status) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  const object type = checked(PyObject_GetAttrString(
      checked(PyImport_ImportModule("tenorite")).ptr(), "CudaError"));
  const object text = to_object(std::string(cudaGetErrorName(status)) + ": " +
                                cudaGetErrorString(status));
  const object code = to_object(static_cast<int>(status));
  const object made =
      checked(PyObject_CallFunctionObjArgs(type.ptr(), text.ptr(), nullptr));
  for (const char* name : {"code", "status"})
    if (PyObject_SetAttrString(made.ptr(), name, code.ptr()) < 0) raise();
  PyErr_SetObject(type.ptr(), made.ptr());
  raise();
}

// Makes an array's device CUDA's current one until the end of the scope. On the
// CPU device it does nothing.
class on_device {
 public:
  explicit on_device(tenorite_device device) {
    if (device.type != TENORITE_CUDA) return;
    int current;
    check_cuda(cudaGetDevice(&current));
    if (current == device.index) return;
    check_cuda(cudaSetDevice(device.index));
    former_ = current;
  }
  explicit on_device(const any_array& a) : on_device(a.device()) {}
  ~on_device() {
    if (former_ >= 0) cudaSetDevice(former_);
  }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;

 private:
  int former_ = -1;
};

}  // namespace TENORITE_NAMESPACE
