// SPDX-License-Identifier: Apache-2.0
// DLPack's C functions for our arrays, which other libraries find on their
// type and call without Python.
#include "core/cuda_runtime.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {

using dlpack::ManagedTensor;
using dlpack::Tensor;

namespace {

// A new array as a prototype describes it: by dtype, ndim, shape and device.
// Needs no GIL.
int allocate(Tensor* prototype, ManagedTensor** out, void* error_context,
             void (*set_error)(void*, const char* kind,
                               const char* message)) noexcept {
  try {
    *out = lend(empty_as(*prototype));
    return 0;
  } catch (const OutOfMemoryError& e) {
    set_error(error_context, "MemoryError", e.what());
  } catch (const std::bad_alloc& e) {
    set_error(error_context, "MemoryError", e.what());
  } catch (const std::exception& e) {
    set_error(error_context, "BufferError", e.what());
  }
  *out = nullptr;
  return -1;
}

int from_object(void* object, ManagedTensor** out) noexcept {
  return guarded_int([&] {
    auto* o = static_cast<PyObject*>(object);
    TENORITE_CHECK(is_array(o), TypeError, "expected an array, got %s",
                   Py_TYPE(o)->tp_name);
    *out = lend(array_of(o));
    return 0;
  });
}

int to_object(ManagedTensor* tensor, void** out) noexcept {
  return guarded_int([&] {
    *out = wrap(borrow(tensor));
    return 0;
  });
}

int current_work_stream(int32_t type, int32_t id, void** out) noexcept {
  return guarded_int([&] {
    *out = nullptr;
    if (type == dlpack::kHost) return 0;
    const Device device = device_of_dlpack({type, id});
    const StreamId stream = current_stream(device);
    if (stream != kDefaultStream)
      *out =
          reinterpret_cast<void*>(cuda_runtime().stream_handle(device, stream));
    return 0;
  });
}

// The items' strides of a borrowed view have no place in our arrays: consumers
// then ask for a tensor of its own.
constexpr dlpack::ExchangeApi kApi{dlpack::kApiVersion, nullptr,   allocate,
                                   from_object,         to_object, nullptr,
                                   current_work_stream};

}  // namespace

bool init_dlpack() {
  Ref capsule(PyCapsule_New(const_cast<dlpack::ExchangeApi*>(&kApi),
                            dlpack::kApiName, nullptr));
  return capsule &&
         PyObject_SetAttrString(reinterpret_cast<PyObject*>(g_array_type),
                                dlpack::kApiAttribute, capsule.get()) == 0;
}

}  // namespace tenorite::python
