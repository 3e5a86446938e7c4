// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linalg/cpu/blas.h"
#include "linalg/provider.h"

namespace tenorite::linalg::cpu {

// Sizes and layout of one product of a batch.
struct Shape {
  int64_t m, n, k;
  Transpose trans_a, trans_b;
  int64_t lda, ldb, ldc;
};

// c = a @ b, or c += a @ b. False if a leading dimension is beyond what the
// library's 32-bit integers hold; extents may be anything.
template <class T>
bool blas_gemm(const Routines<T>& blas, const Shape& shape, const T* a,
               const T* b, T* c, bool accumulate = false);

// The same for float16 through float32 panels, so that sums are kept in
// float32 and rounded once.
void half_gemm(const Routines<float>& blas, const Shape& shape, const half* a,
               const half* b, half* c);

}  // namespace tenorite::linalg::cpu
