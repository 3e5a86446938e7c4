// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linalg/cpu/blas_gemm.h"

namespace tenorite::linalg::cpu {

// c = a @ b for any dtype, without a library: integers wrap, bool is
// any(a and b), float16 sums in float32. Signed integers go as unsigned ones,
// whose bits are the same.
template <class T>
void own_gemm(const Shape& shape, const T* a, const T* b, T* c);

}  // namespace tenorite::linalg::cpu
