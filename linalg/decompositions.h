// SPDX-License-Identifier: Apache-2.0
// Decompositions and what is solved with them, over stacks of matrices: the
// last two axes of an array. Integers are computed as float64; float16 is a
// TypeError. Shapes are the caller's to check. LinAlgError where a matrix has
// no result, on a GPU when its errors are looked for.
#pragma once

#include <optional>

#include "core/ndarray.h"
#include "ops/api/linalg_errors.h"

namespace tenorite::linalg {

// L with a = L L^H, or U with a = U^H U; one half of `a` is read.
ndarray cholesky(const ndarray& a, bool upper);
// x with a @ x = b; the axes before the last two broadcast.
ndarray solve(const ndarray& a, const ndarray& b);
// `lenient`: inverses of singular matrices hold infinities or NaN.
ndarray inverse(const ndarray& a, bool lenient = false);

// det a = sign * exp(logarithm).
struct Determinant {
  ndarray sign, logarithm;
};
Determinant determinant(const ndarray& a);

// What geqrf gives of a[m, n], and the first `columns` columns of Q, if any
// are asked for: at least min(m, n).
struct Qr {
  ndarray h, tau, q;
};
Qr qr(const ndarray& a, int64_t columns);

// Eigenvalues, and eigenvectors as columns where they are asked for.
struct Eigen {
  ndarray w, v;
};
Eigen eigh(const ndarray& a, bool upper, bool vectors);
Eigen eig(const ndarray& a, bool vectors);

enum class SvdForm : uint8_t { kValues, kReduced, kFull };
struct Svd {
  ndarray u, s, vh;
};
Svd svd(const ndarray& a, SvdForm form, LinalgErrorBit failure = kSvdDiverged);

// The relative rounding error of singular values of matrices of that dtype on a
// device: that of the precision in which they are computed.
double resolution(DType dtype, Device device);

// numpy.linalg.lstsq for matrices with items. Singular values up to rcond times
// the largest count as 0; by default that is max(m, n) times the rounding
// error, and if negative the error itself. `sums` is undefined where NumPy's is
// empty.
struct LeastSquares {
  ndarray x, sums, rank, s;
};
LeastSquares lstsq(const ndarray& a, const ndarray& b,
                   std::optional<double> rcond = {});

}  // namespace tenorite::linalg
