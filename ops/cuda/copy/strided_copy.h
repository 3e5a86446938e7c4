// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/device.h"
#include "core/dtype.h"

namespace tenorite::cuda {

// One side of a strided copy; strides in bytes.
struct StridedArray {
  char* data;
  DType dtype;
  const int64_t* strides;
};

// to[...] = from[...] over `shape`, converting; enqueued on the stream.
void strided_copy(const StridedArray& to, const StridedArray& from, int ndim,
                  const int64_t* shape, Device device, StreamId stream);

// Whether all elements of an array lie where the device can load them.
bool is_aligned(const void* data, const int64_t* strides, int ndim,
                DType dtype);

}  // namespace tenorite::cuda
