// SPDX-License-Identifier: Apache-2.0
// Arrays to and from DLPack's tensors.
#pragma once

#include "ops/record/log.h"
#include "python/src/array/dlpack_abi.h"
#include "python/src/array/foreign_memory.h"

namespace tenorite::python {

dlpack::TensorDevice dlpack_device(Device device);
dlpack::DataType dlpack_dtype(DType dtype);
// BufferError for those that we do not have.
Device device_of_dlpack(dlpack::TensorDevice device);
DType dtype_of_dlpack(dlpack::DataType type);

// The first item; what is recorded and concerns the array is executed.
inline char* data_by_own_work(const ndarray& a) {
  if (!a.storage()->pending()) [[likely]]
    return a.data();
  const OwnWorkAlone alone;
  return a.data();
}

// A tensor on the array's memory, whose values are there for the calling
// thread's current stream. BufferError if it cannot be described.
dlpack::ManagedTensor* lend(const ndarray& a, uint64_t flags = 0);
// x.__dlpack__(stream=None, max_version=None, dl_device=None, copy=None)
PyObject* array_dlpack(PyObject* self, PyObject* const* args, Py_ssize_t n,
                       PyObject* names);
PyObject* array_dlpack_device(PyObject* self, PyObject*);

// An array on a tensor's memory, which takes the tensor: its deleter is called
// when the last view is gone, or here if it is refused (BufferError or
// ValueError, which names the field).
ndarray borrow(dlpack::ManagedTensor* tensor,
               const dlpack::ExchangeApi* api = nullptr);
// A new array like a tensor, of which the data and the strides do not matter.
ndarray empty_as(const dlpack::Tensor& prototype);
// The public function from_dlpack(x, device, copy).
PyObject* from_dlpack(PyObject* x, PyObject* device, PyObject* copy);

// ndarray's own functions, as the attribute of its type.
bool init_dlpack();

}  // namespace tenorite::python
