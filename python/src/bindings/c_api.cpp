// SPDX-License-Identifier: Apache-2.0
//
// The functions for extensions that are compiled apart: tenorite._core._c_api.
#include "python/tenorite/include/tenorite/c_api.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <utility>

#include "core/cuda_runtime.h"
#include "core/error.h"
#include "core/stream.h"
#include "ops/record/log.h"
#include "python/src/array/init.h"
#include "python/src/array/object.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

static_assert(TENORITE_MAX_NDIM == kMaxDims);

Device to_device(tenorite_device device) {
  const bool is_cpu = device.type == TENORITE_CPU;
  const Device found{is_cpu ? DeviceType::kCpu : DeviceType::kCuda,
                     static_cast<int16_t>(device.index)};
  TENORITE_CHECK(
      is_cpu ? device.index == 0
             : device.type == TENORITE_CUDA && found.index == device.index,
      ValueError, "there is no device of type %d with the number %d",
      static_cast<int>(device.type), static_cast<int>(device.index));
  check_device(found);
  return found;
}

DType to_dtype(int32_t letter) {
  const bool is_letter = letter > 0 && letter < 128;
  const DType dtype = dtype_of_letter(static_cast<char>(letter));
  TENORITE_CHECK(is_letter && is_valid(dtype), TypeError,
                 "no dtype has the letter with the number %d",
                 static_cast<int>(letter));
  return dtype;
}

int32_t flags_of(const ndarray& a) {
  return (a.is_c_contiguous() ? TENORITE_C_ORDER : 0) |
         (a.is_f_contiguous() ? TENORITE_F_ORDER : 0) |
         (a.is_aligned() ? TENORITE_ALIGNED : 0) |
         (a.writeable() ? TENORITE_WRITEABLE : 0);
}

int layout(PyObject* object, tenorite_layout* to) {
  if (!object || !is_array(object)) return 0;
  const ndarray& a = array_of(object);
  to->device = {a.device().is_cpu() ? TENORITE_CPU : TENORITE_CUDA,
                a.device().index};
  to->dtype = letter(a.dtype());
  to->itemsize = static_cast<int32_t>(a.itemsize());
  to->flags = flags_of(a);
  to->ndim = a.ndim();
  to->size = a.size();
  std::copy(a.shape().begin(), a.shape().end(), to->shape);
  std::copy(a.strides().begin(), a.strides().end(), to->strides);
  return 1;
}

bool has_layout(const ndarray& a, const tenorite_layout& layout) {
  return a.ndim() == layout.ndim &&
         std::equal(a.shape().begin(), a.shape().end(), layout.shape) &&
         std::equal(a.strides().begin(), a.strides().end(), layout.strides);
}

const ndarray& checked_array(PyObject* object) {
  TENORITE_CHECK(object && is_array(object), TypeError,
                 "a tenorite.ndarray is needed, not %s",
                 object ? Py_TYPE(object)->tp_name : "nothing");
  return array_of(object);
}

int data(PyObject* object, const tenorite_layout* checked, int access,
         void** to) {
  return guarded_int([&] {
    const ndarray& a = checked_array(object);
    TENORITE_CHECK(!checked || has_layout(a, *checked), RuntimeError,
                   "the array has got another shape since it was checked");
    TENORITE_CHECK(!(access & TENORITE_WRITE) || a.writeable(), ValueError,
                   "the array is read-only");
    // Without the lock, others may give the object other memory.
    const StoragePtr storage = a.storage();
    const int64_t offset = a.offset();
    if (storage->pending()) [[unlikely]] {
      const FlushReason reason("extension");
      Unlocked unlocked(true);
      storage->data();
    }
    *to = storage->data() + offset;
    storage->use(current_stream(storage->device()));
    return 0;
  });
}

int expose(PyObject* object) {
  return guarded_int([&] {
    const ndarray& a = checked_array(object);
    a.storage()->expose();
    a.storage()->data();
    return 0;
  });
}

int stream(tenorite_device device, void** to) {
  return guarded_int([&] {
    const Device on = to_device(device);
    *to = nullptr;
    if (on.is_cpu()) return 0;
    // cudaStreamLegacy, which is the same stream in code that was compiled for
    // default streams of threads too.
    static constexpr uintptr_t kLegacy = 1;
    const uintptr_t handle =
        cuda_runtime().stream_handle(on, current_stream(on));
    *to = reinterpret_cast<void*>(handle ? handle : kLegacy);
    return 0;
  });
}

PyObject* empty(int32_t dtype, int32_t ndim, const int64_t* shape, char order,
                tenorite_device device) {
  return guarded([&] {
    TENORITE_CHECK(order == 'C' || order == 'F', ValueError,
                   "order must be 'C' or 'F'");
    TENORITE_CHECK(ndim >= 0, ValueError, "an array cannot have %d axes",
                   static_cast<int>(ndim));
    const Dims dims(shape, ndim);
    const DType type = to_dtype(dtype);
    const Device on = to_device(device);
    return wrap(order == 'C' ? ndarray::empty(dims, type, on)
                             : ndarray::empty_f(dims, type, on));
  });
}

PyObject* empty_like(PyObject* object, int32_t dtype, char order) {
  return guarded([&] {
    const ndarray& a = checked_array(object);
    const Ref name = checked(PyUnicode_FromStringAndSize(&order, 1));
    return wrap(ops::empty_like(a, dtype ? to_dtype(dtype) : a.dtype(),
                                to_order(name.get(), ops::Order::kK)));
  });
}

// The block is a storage, which tells the pool of the stream that used it.
int allocate(tenorite_device device, size_t bytes, void** to, void** block) {
  return guarded_int([&] {
    const Device on = to_device(device);
    StoragePtr storage = Storage::allocate(on, bytes, current_stream(on));
    *to = storage->data();
    *block = new StoragePtr(std::move(storage));
    return 0;
  });
}

void release(void* block) { delete static_cast<StoragePtr*>(block); }

constexpr tenorite_c_api kApi = {
    TENORITE_C_API_MAJOR,
    TENORITE_C_API_MINOR,
    sizeof(tenorite_c_api),
    layout,
    data,
    expose,
    stream,
    empty,
    empty_like,
    allocate,
    release,
};

}  // namespace

TENORITE_BINDINGS(c_api, m) {
  PyObject* capsule = PyCapsule_New(const_cast<tenorite_c_api*>(&kApi),
                                    TENORITE_C_API_CAPSULE, nullptr);
  if (!capsule) throw py::error_already_set();
  m.attr("_c_api") = py::reinterpret_steal<py::object>(capsule);
}

}  // namespace tenorite::python
