// SPDX-License-Identifier: Apache-2.0
// Why a matrix has no result: bits beside those of ops/device/errors.h in a
// device's error word.
#pragma once

namespace tenorite {

enum LinalgErrorBit : unsigned {
  kSingularMatrix = 1u << 16,
  kNotPositiveDefinite = 1u << 17,
  kEigenvaluesDiverged = 1u << 18,
  kSvdDiverged = 1u << 19,
  kLeastSquaresDiverged = 1u << 20,
};

// NumPy's words for a LinAlgError; empty if none of the bits is set.
constexpr const char* linalg_error_text(unsigned bits) {
  return bits & kSingularMatrix        ? "Singular matrix"
         : bits & kNotPositiveDefinite ? "Matrix is not positive definite"
         : bits & kEigenvaluesDiverged ? "Eigenvalues did not converge"
         : bits & kSvdDiverged         ? "SVD did not converge"
         : bits & kLeastSquaresDiverged
             ? "SVD did not converge in Linear Least Squares"
             : "";
}

}  // namespace tenorite
