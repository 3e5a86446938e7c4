// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linalg/cuda/batch.h"

namespace tenorite::linalg::cuda {

// By cuBLAS: floating and complex dtypes.
void library_gemm(const GemmPlan& plan, const BatchRun& run);

// Own tiled kernels: integers, which wrap, and bool, which is any(a and b).
void tiled_gemm(const GemmPlan& plan, const BatchRun& run);

// Whether every result is the product of two vectors one of which is
// contiguous or the only one: a dot product (any dtype), or a vector times a
// matrix whose lines run along k.
bool is_dots(const GemmPlan& plan);
// Such a plan, every dtype. Sums in a tree that depends on k alone.
void dots(const GemmPlan& plan, const BatchRun& run);

}  // namespace tenorite::linalg::cuda
