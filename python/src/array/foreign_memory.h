// SPDX-License-Identifier: Apache-2.0
// Arrays on memory that another library lends.
#pragma once

#include "python/src/array/object.h"

namespace tenorite::python {

struct ForeignMemory {
  Device device;
  void* data;  // the first item
  DType dtype;
  Dims shape, strides;  // in bytes
  bool readonly;
};

// ValueError, which names the field, for what cannot be: a negative length,
// strides beyond all memory; a null pointer with items, memory that is not of
// the device. Nothing of the memory is read.
void check_lengths(const Dims& shape, DType dtype);
void check_reach(const ForeignMemory& memory);
void check_device_memory(const ForeignMemory& memory);  // of a GPU

// An array on the memory, last used on `stream`; `release` as in Storage::wrap.
// The memory has been checked.
ndarray array_on_foreign(const ForeignMemory& memory, void* owner,
                         Storage::Release release, StreamId stream);

// The same on memory that a Python object keeps alive.
ndarray array_on_foreign(const ForeignMemory& memory, PyObject* owner,
                         StreamId stream);

// The driver's handle of the calling thread's current stream, as protocols
// have it: 1 for the default one.
uintptr_t current_stream_handle(Device device);

}  // namespace tenorite::python
