// SPDX-License-Identifier: Apache-2.0
// Rows of CUDA's provider table: cuSOLVER, and cuBLAS for many small matrices,
// in the precision of the arrays.
#pragma once

#include "linalg/provider.h"

namespace tenorite::linalg::cuda {

void cholesky(const ndarray& a, bool upper, const ndarray& factor);
void solve(const ndarray& a, const ndarray& b, const ndarray& x);
void inverse(const ndarray& a, bool lenient, const ndarray& result);
void determinant(const ndarray& a, const ndarray& sign,
                 const ndarray& logarithm);
void qr(const ndarray& a, const ndarray& h, const ndarray& tau,
        const ndarray& q);
void eigh(const ndarray& a, bool upper, const ndarray& w, const ndarray& v);
void svd(const ndarray& a, const ndarray& u, const ndarray& s,
         const ndarray& vh, LinalgErrorBit failure);

}  // namespace tenorite::linalg::cuda
