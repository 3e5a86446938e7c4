// SPDX-License-Identifier: Apache-2.0
// Products of matrices of few numbers, for which a library's call takes longer
// than their sums do.
#pragma once

#include "linalg/cpu/blas_gemm.h"

namespace tenorite::linalg::cpu {

// c = a @ b, each sum in the order of k.
template <class T>
using SmallGemm = void (*)(const Shape& shape, const T* a, const T* b, T* c);

// For products of these sizes; null where a library does as well.
template <class T>
SmallGemm<T> small_gemm(const Shape& shape);

}  // namespace tenorite::linalg::cpu
