// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ndarray.h"

namespace tenorite::linalg::cuda {

// Whether the matrices of `a` are small enough for jacobi_svd.
bool fits_jacobi(const ndarray& a, bool vectors, bool full);

// The provider's svd, of a dense `a`; info[i] is not 0 where it did not
// converge. Results of infinities and NaN are NaN.
void jacobi_svd(const ndarray& a, const ndarray& u, const ndarray& s,
                const ndarray& vh, int* info, StreamId stream);

}  // namespace tenorite::linalg::cuda
