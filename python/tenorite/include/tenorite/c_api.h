// SPDX-License-Identifier: Apache-2.0
// What extensions need of tenorite, in plain C: one struct of functions in the
// capsule TENORITE_C_API_CAPSULE. <tenorite/array.h> is the same for C++.
//
// Every function but `release` needs the GIL. Those that can fail return -1 or
// null and leave a Python exception.
#pragma once

#include <Python.h>
#include <stddef.h>
#include <stdint.h>

#define TENORITE_C_API_CAPSULE "tenorite._core._c_api"
// Another major number: what is here has changed, and extensions have to be
// compiled again. Another minor one: functions were added at the end.
#define TENORITE_C_API_MAJOR 1
#define TENORITE_C_API_MINOR 0

#define TENORITE_MAX_NDIM 64

#ifdef __cplusplus
extern "C" {
#endif

// DLPack's numbers.
enum { TENORITE_CPU = 1, TENORITE_CUDA = 2 };

typedef struct tenorite_device {
  int32_t type;
  int32_t index;
} tenorite_device;

enum {
  TENORITE_C_ORDER = 1,
  TENORITE_F_ORDER = 2,
  TENORITE_ALIGNED = 4,  // each item lies at a multiple of its size
  TENORITE_WRITEABLE = 8,
};

typedef struct tenorite_layout {
  tenorite_device device;
  int32_t dtype;     // NumPy's letter: one of "?bBhHiIlLefdFD"
  int32_t itemsize;  // bytes
  int32_t flags;
  int32_t ndim;
  int64_t size;  // items
  // Of the axes; what follows is not set.
  int64_t shape[TENORITE_MAX_NDIM];
  int64_t strides[TENORITE_MAX_NDIM];  // bytes
} tenorite_layout;

// What is done with memory.
enum { TENORITE_READ = 1, TENORITE_WRITE = 2 };

typedef struct tenorite_c_api {
  int32_t major, minor;
  size_t size;  // of this struct

  // 1, or 0 without an exception if the object is no array. Neither executes
  // anything nor waits.
  int (*layout)(PyObject* object, tenorite_layout* layout);

  // The first item. What was recorded and reads or writes the array is
  // executed, that is on a GPU queued; nobody waits for the device. What is
  // queued on the current stream of the array's device comes after it, and what
  // tenorite does with the array later comes after that. So a pointer is good
  // until tenorite is asked for the next operation on the array.
  // ValueError for TENORITE_WRITE of a read-only array; RuntimeError if its
  // shape is not that of `checked` any more, which may be null.
  int (*data)(PyObject* array, const tenorite_layout* checked, int access,
              void** data);

  // From now on the memory may be read and written at any time through a
  // pointer that was kept: no operation on it is recorded any more. Streams
  // stay the caller's affair.
  int (*expose)(PyObject* array);

  // The calling thread's current stream, a cudaStream_t: never null on a GPU
  // (the default stream is cudaStreamLegacy), null on the CPU device.
  int (*stream)(tenorite_device device, void** stream);

  // A new array whose items are not set. `order` is 'C' or 'F'.
  PyObject* (*empty)(int32_t dtype, int32_t ndim, const int64_t* shape,
                     char order, tenorite_device device);
  // One of the shape and on the device of an array. `dtype` 0 is the array's;
  // `order` 'K' keeps the order of its axes in memory.
  PyObject* (*empty_like)(PyObject* array, int32_t dtype, char order);

  // Memory of the device's pool for work on the current stream, and its giving
  // back, from which on work queued later may get it: no need to wait.
  int (*allocate)(tenorite_device device, size_t bytes, void** data,
                  void** block);
  void (*release)(void* block);
} tenorite_c_api;

#ifdef __cplusplus
}
#endif
