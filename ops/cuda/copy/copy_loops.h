// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/elementwise/loop.h"

namespace tenorite::cuda {

// Moves elements of 1, 2, 4, 8 or 16 bytes.
const CudaLoop& move_loop(size_t itemsize);
// Converts: the contiguous kernel from one dtype to the other, the strided one
// from any dtype to `to`.
CudaLoop cast_loop(DType from, DType to, DType through);

}  // namespace tenorite::cuda
