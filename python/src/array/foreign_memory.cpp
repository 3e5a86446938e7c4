// SPDX-License-Identifier: Apache-2.0
// Arrays on memory that somebody else owns.
#include "python/src/array/foreign_memory.h"

#include <algorithm>

#include "core/cuda_runtime.h"
#include "core/stream.h"

namespace tenorite::python {
namespace {

// An array may die on any thread, and after the interpreter.
void release_owner(void* owner, Device device, StreamId last) {
  if (!Py_IsInitialized()) return;
  PyGILState_STATE state = PyGILState_Ensure();
  // Whoever gives the memory out again most likely does so on this stream.
  if (device.is_cuda()) try {
      cuda_runtime().order_before(device, last, 0);
    } catch (...) {
      // No device any more, or none to order work on.
    }
  Py_DECREF(static_cast<PyObject*>(owner));
  PyGILState_Release(state);
}

uint64_t address_of(PyObject* o) {
  Ref value = checked(PyObject_GetAttrString(o, "ptr"));
  const uint64_t address = PyLong_AsUnsignedLongLong(value.get());
  check_python(!PyErr_Occurred());
  return address;
}

// The bytes from an array's first element, down and up, that it can touch.
std::pair<int64_t, int64_t> reach(const Dims& shape, const Dims& strides,
                                  DType dtype) {
  int64_t low = 0, high = static_cast<int64_t>(itemsize(dtype));
  for (int axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 0) return {0, 0};
    int64_t span = 0;
    TENORITE_CHECK(
        !__builtin_mul_overflow(shape[axis] - 1, strides[axis], &span) &&
            !__builtin_add_overflow(span < 0 ? low : high, span,
                                    span < 0 ? &low : &high),
        ValueError, "the strides reach beyond all memory");
  }
  return {low, high};
}

// Those of an argument, else dense ones.
Dims strides_of(PyObject* strides, const Dims& shape, DType dtype,
                bool fortran_order) {
  Dims steps = fortran_order ? f_strides(shape, itemsize(dtype))
                             : c_strides(shape, itemsize(dtype));
  if (!strides || strides == Py_None) return steps;
  Ref items = checked(PySequence_Tuple(strides));
  TENORITE_CHECK(PyTuple_GET_SIZE(items.get()) == shape.size(), ValueError,
                 "strides, if given, must be the same length as shape");
  for (int axis = 0; axis < shape.size(); ++axis)
    steps[axis] = to_int64(PyTuple_GET_ITEM(items.get(), axis));
  return steps;
}
// The address of the memory's lowest byte, and how many it has.
std::pair<char*, int64_t> extent(const ForeignMemory& memory) {
  const auto [low, high] = reach(memory.shape, memory.strides, memory.dtype);
  return {static_cast<char*>(memory.data) + low, high - low};
}

}  // namespace

void check_lengths(const Dims& shape, DType dtype) {
  for (int axis = 0; axis < shape.size(); ++axis)
    TENORITE_CHECK(shape[axis] >= 0, ValueError, "shape[%d] is %lld", axis,
                   static_cast<long long>(shape[axis]));
  checked_extent(shape, itemsize(dtype));
}

void check_reach(const ForeignMemory& memory) {
  const int64_t size = size_of(memory.shape);
  if (size == 0) return;
  const auto [low, high] = reach(memory.shape, memory.strides, memory.dtype);
  const auto address = reinterpret_cast<intptr_t>(memory.data);
  TENORITE_CHECK(address != 0, ValueError,
                 "data is a null pointer to %lld items",
                 static_cast<long long>(size));
  intptr_t end = 0;
  TENORITE_CHECK(!__builtin_add_overflow(address, low, &end) &&
                     (end > 0) == (address > 0) &&
                     !__builtin_add_overflow(address, high, &end) &&
                     (end > 0) == (address > 0),
                 ValueError, "the strides reach beyond all memory");
}

void check_device_memory(const ForeignMemory& memory) {
  if (size_of(memory.shape) == 0) return;
  const CudaPointerInfo info = cuda_runtime().pointer_info(memory.data);
  constexpr int kUnregistered = 0, kOfHost = 1, kManaged = 3;
  TENORITE_CHECK(info.type != kUnregistered &&
                     (info.type == kOfHost || info.type == kManaged ||
                      info.device == memory.device.index),
                 ValueError, "data (%p) is no memory of %s", memory.data,
                 to_string(memory.device).c_str());
}

ndarray array_on_foreign(const ForeignMemory& memory, void* owner,
                         Storage::Release release, StreamId stream) {
  const auto [start, bytes] = extent(memory);
  StoragePtr storage =
      Storage::wrap(memory.device, start, static_cast<size_t>(bytes), owner,
                    release, memory.readonly, stream);
  return ndarray(std::move(storage), static_cast<char*>(memory.data) - start,
                 memory.dtype, memory.shape, memory.strides);
}

ndarray array_on_foreign(const ForeignMemory& memory, PyObject* owner,
                         StreamId stream) {
  return array_on_foreign(memory, Ref::borrow(owner).release(), release_owner,
                          stream);
}

uintptr_t current_stream_handle(Device device) {
  const StreamId stream = current_stream(device);
  return stream == kDefaultStream
             ? 1
             : cuda_runtime().stream_handle(device, stream);
}

ndarray array_on_buffer(PyObject* buffer, int64_t offset, const Dims& shape,
                        DType dtype, PyObject* strides, bool fortran_order) {
  Ref memory = checked(PyMemoryView_FromObject(buffer));
  const Py_buffer* bytes = PyMemoryView_GET_BUFFER(memory.get());
  TENORITE_CHECK(PyBuffer_IsContiguous(bytes, 'C'), ValueError,
                 "ndarray is not contiguous");
  TENORITE_CHECK(offset >= 0, ValueError, "offset must be non-negative");
  checked_extent(shape, itemsize(dtype));
  const Dims steps = strides_of(strides, shape, dtype, fortran_order);
  const auto [low, high] = reach(shape, steps, dtype);
  const bool given = strides && strides != Py_None;
  if (offset + low < 0 || high > bytes->len - offset) {
    if (given)
      throw ValueError(
          "strides is incompatible with shape of requested array and size of "
          "buffer");
    throw TypeError("buffer is too small for requested array");
  }
  StoragePtr storage = Storage::wrap(
      kCpu, bytes->buf, static_cast<size_t>(bytes->len),
      Ref::borrow(memory.get()).release(), release_owner, bytes->readonly != 0);
  return ndarray(std::move(storage), offset, dtype, shape, steps);
}

ndarray array_on_memory(PyObject* pointer, const Dims& shape, DType dtype,
                        PyObject* strides, bool fortran_order) {
  const uint64_t address = address_of(pointer);
  Ref memory = checked(PyObject_GetAttrString(pointer, "mem"));
  Ref size_object = checked(PyObject_GetAttrString(memory.get(), "size"));
  const int64_t size = to_int64(size_object.get());
  const int64_t offset =
      static_cast<int64_t>(address - address_of(memory.get()));
  Ref where = checked(PyObject_GetAttrString(pointer, "device"));
  const Device device = to_device(where.get());
  check_device(device);
  checked_extent(shape, itemsize(dtype));
  const Dims steps = strides_of(strides, shape, dtype, fortran_order);
  const auto [low, high] = reach(shape, steps, dtype);
  TENORITE_CHECK(offset + low >= 0 && high <= size - offset, ValueError,
                 "the array needs the bytes %lld to %lld of memory that has "
                 "%lld",
                 static_cast<long long>(offset + low),
                 static_cast<long long>(offset + high),
                 static_cast<long long>(size));
  StoragePtr storage =
      Storage::wrap(device, reinterpret_cast<char*>(address - offset),
                    static_cast<size_t>(size), Ref::borrow(pointer).release(),
                    release_owner, false);
  return ndarray(std::move(storage), offset, dtype, shape, steps);
}

ndarray array_on_numpy(PyObject* numpy, bool writable) {
  const NumpyBuffer host(numpy, writable);
  return array_on_foreign(
      {kCpu, host.data(), host.dtype, host.shape, host.strides, !writable},
      numpy, kDefaultStream);
}

}  // namespace tenorite::python
