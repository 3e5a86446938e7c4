// SPDX-License-Identifier: Apache-2.0
// Rows of the CPU's provider table: LAPACK in double precision, which single
// precision is rounded from, as in NumPy.
#pragma once

#include "linalg/provider.h"

namespace tenorite::linalg::cpu {

void cholesky(const ndarray& a, bool upper, const ndarray& factor);
void solve(const ndarray& a, const ndarray& b, const ndarray& x);
void inverse(const ndarray& a, bool lenient, const ndarray& result);
void determinant(const ndarray& a, const ndarray& sign,
                 const ndarray& logarithm);
void qr(const ndarray& a, const ndarray& h, const ndarray& tau,
        const ndarray& q);
void eigh(const ndarray& a, bool upper, const ndarray& w, const ndarray& v);
void eig(const ndarray& a, const ndarray& w, const ndarray& v);
void svd(const ndarray& a, const ndarray& u, const ndarray& s,
         const ndarray& vh, LinalgErrorBit failure);
void lstsq(const ndarray& a, const ndarray& b, double rcond, const ndarray& x,
           const ndarray& sums, const ndarray& rank, const ndarray& s);

}  // namespace tenorite::linalg::cpu
