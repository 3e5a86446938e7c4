// SPDX-License-Identifier: Apache-2.0
// What linear algebra asks of a device. A device registers its table; nothing
// above knows which library or kernel does the work.
#pragma once

#include <string>
#include <type_traits>

#include "core/device.h"
#include "core/dims.h"
#include "core/dtype.h"
#include "core/export.h"
#include "core/ndarray.h"
#include "core/warning.h"
#include "linalg/precision.h"
#include "ops/api/linalg_errors.h"

namespace tenorite::linalg {

enum class Transpose : uint8_t { kNo, kYes, kConjugate };

// A matrix as BLAS sees it: rows of `ld` elements in C order, or the
// (conjugate) transpose of what is stored that way.
struct GemmOperand {
  const char* data;
  int64_t ld;
  Transpose transpose;
};

// c[m, n] = a[m, k] @ b[k, n] for each index of the batch. Every extent is at
// least 1, all data is of `dtype` and aligned to its itemsize, ld is at least
// the stored row length, c overlaps neither input. Strides are in elements;
// those of the batch may be 0 (broadcast, not in c) or negative. Only `a` may
// be conjugated, and then m is 1.
struct GemmPlan {
  DType dtype;
  int64_t m, n, k;
  GemmOperand a, b;
  char* c;
  int64_t ldc;
  // Batch axes, outermost first, none of length one, neighbours merged.
  int batch_ndim;
  int64_t batch;
  int64_t batch_shape[kMaxDims];
  int64_t batch_a[kMaxDims];
  int64_t batch_b[kMaxDims];
  int64_t batch_c[kMaxDims];
  Device device;
  StreamId stream;
  MatmulPrecision precision = MatmulPrecision::kHighest;
  // Floating-point errors to be looked for, and where they are added; a device
  // may have none.
  FloatErrors wanted = 0;
  FloatErrors* found = nullptr;
};

// A null entry means that the device does not have the operation.
//
// Decompositions take stacks of matrices: arrays whose last two axes are those
// of the matrices and whose other axes agree. Inputs have any strides (0 where
// they are broadcast), are not changed and overlap no output; outputs are new
// and in C order. All are of one dtype (float32, float64, complex64 or
// complex128), or of that of its real part where it says so. No extent is 0.
// LinAlgError where a matrix has no result: at the call if the device finds
// out then, else when its errors are looked for (ops::raise_pending).
struct Provider {
  void (*gemm)(const GemmPlan&);
  // One line on the library in use, for show_config().
  std::string (*description)();
  // Whether decompositions of float32 and complex64 are computed in double
  // precision, as NumPy's are, and only their results rounded.
  bool in_double = false;

  // a[n, n] = L L^H, of which only the lower half is read (upper: U^H U and the
  // upper half). The other half of the factor is 0.
  void (*cholesky)(const ndarray& a, bool upper, const ndarray& factor);
  // a[n, n] @ x[n, k] = b[n, k].
  void (*solve)(const ndarray& a, const ndarray& b, const ndarray& x);
  // `lenient`: inverses of singular matrices hold infinities or NaN instead.
  void (*inverse)(const ndarray& a, bool lenient, const ndarray& result);
  // det a = sign * exp(logarithm); one item per matrix, the logarithm is real.
  void (*determinant)(const ndarray& a, const ndarray& sign,
                      const ndarray& logarithm);
  // Householder's form of a[m, n] as geqrf leaves it: R and, below it, the
  // reflectors in h[m, n]; their factors in tau[min(m, n)]. If q is defined, it
  // gets the first columns of Q, as many as it has (at least min(m, n)).
  void (*qr)(const ndarray& a, const ndarray& h, const ndarray& tau,
             const ndarray& q);
  // Eigenvalues w[n], real and ascending, of a[n, n], of which one half is
  // read; v[n, n] gets the eigenvectors as columns if it is defined.
  void (*eigh)(const ndarray& a, bool upper, const ndarray& w,
               const ndarray& v);
  // Eigenvalues w[n] and eigenvectors v[n, n] of any a[n, n], both complex; v
  // may be undefined. Without the entry it is done on the CPU device.
  void (*eig)(const ndarray& a, const ndarray& w, const ndarray& v);
  // a[m, n] = u @ diag(s) @ vh, s real and descending. u and vh are undefined,
  // or have min(m, n) columns and rows, or all of them. `failure` is the
  // error to raise.
  void (*svd)(const ndarray& a, const ndarray& u, const ndarray& s,
              const ndarray& vh, LinalgErrorBit failure);
  // x[n, k] with the least norm of a[m, n] @ x - b[m, k], and of x; singular
  // values s up to rcond times the largest count as 0. Real: sums[k] of the
  // squares of what is left, NaN unless m > n and the rank is n. int32:
  // rank[]. Without the entry it is done by svd.
  void (*lstsq)(const ndarray& a, const ndarray& b, double rcond,
                const ndarray& x, const ndarray& sums, const ndarray& rank,
                const ndarray& s);
};

// What an entry of the table points to: devices declare their functions by it.
template <class Entry>
using EntryFunction = std::remove_pointer_t<Entry>;

TENORITE_EXPORT void register_provider(DeviceType type,
                                       const Provider* provider);
const Provider& provider(Device device);

// Opens the library; "none" for a device type that this build lacks.
std::string blas_description(DeviceType type);

}  // namespace tenorite::linalg
