// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "linalg/cuda/decompositions.h"
#include "linalg/cuda/jacobi.h"
#include "linalg/cuda/solver_call.h"
#include "ops/api/ops.h"

namespace tenorite::linalg::cuda {
namespace {

// The routine for many matrices at once wins up to this order.
constexpr int64_t kBatchedOrder = 512;

bool is_wide(const ndarray& a) {
  return a.shape(a.ndim() - 2) < a.shape(a.ndim() - 1);
}

ndarray matrix_transpose(const ndarray& a) {
  Dims shape = a.shape(), strides = a.strides();
  int n = a.ndim();
  std::swap(shape[n - 1], shape[n - 2]);
  std::swap(strides[n - 1], strides[n - 2]);
  return a.view(0, std::move(shape), std::move(strides));
}

// QR iteration, for column-major matrices that are not wide; u and vt are
// column-major too and may be undefined.
void svd_by_iteration(SolverCall& call, const ndarray& x, const ndarray& u,
                      const ndarray& s, const ndarray& vt) {
  int64_t m = x.shape(x.ndim() - 2), n = x.shape(x.ndim() - 1);
  bool all = u.defined() && u.shape(u.ndim() - 1) == m;
  signed char job = !u.defined() ? 'N' : all ? 'A' : 'S';
  char* left = u.defined() ? u.data() : nullptr;
  char* right = u.defined() ? vt.data() : nullptr;
  int64_t left_step = u.defined() ? matrix_bytes(u) : 0;
  int64_t right_step = u.defined() ? matrix_bytes(vt) : 0;
  int64_t s_step = n * static_cast<int64_t>(s.itemsize());
  size_t on_device = 0, on_host = 0;
  TENORITE_CUSOLVER_TRY(call.library.gesvd_size(
      call.handle, call.params, job, job, m, n, call.type, x.data(), m,
      call.real_type, s.data(), call.type, left, m, call.type, right, n,
      call.type, &on_device, &on_host));
  void* work = call.allocate_bytes(on_device);
  std::vector<char> host(on_host);
  for (int64_t i = 0; i < call.batch; ++i)
    TENORITE_CUSOLVER_TRY(call.library.gesvd(
        call.handle, call.params, job, job, m, n, call.type,
        x.data() + i * matrix_bytes(x), m, call.real_type,
        s.data() + i * s_step, call.type, left + i * left_step, m, call.type,
        right + i * right_step, n, call.type, work, on_device, host.data(),
        on_host, call.info() + i));
}

}  // namespace

void eigh(const ndarray& a, bool upper, const ndarray& w, const ndarray& v) {
  SolverCall call(a);
  const Cusolver& library = call.library;
  ndarray x = to_columns(a);
  int64_t n = a.shape(a.ndim() - 1);
  int vectors = v.defined() ? kVectors : kNoVectors;
  Half half = upper ? Half::kUpper : Half::kLower;
  size_t on_device = 0, on_host = 0;
  if (call.batch > 1 && n <= kBatchedOrder && library.syev_batched) {
    TENORITE_CUSOLVER_TRY(library.syev_batched_size(
        call.handle, call.params, vectors, half, n, call.type, x.data(), n,
        call.real_type, w.data(), call.type, &on_device, &on_host, call.batch));
    void* work = call.allocate_bytes(on_device);
    std::vector<char> host(on_host);
    TENORITE_CUSOLVER_TRY(library.syev_batched(
        call.handle, call.params, vectors, half, n, call.type, x.data(), n,
        call.real_type, w.data(), call.type, work, on_device, host.data(),
        on_host, call.info(), call.batch));
  } else {
    int64_t w_step = n * static_cast<int64_t>(w.itemsize());
    TENORITE_CUSOLVER_TRY(library.syevd_size(
        call.handle, call.params, vectors, half, n, call.type, x.data(), n,
        call.real_type, w.data(), call.type, &on_device, &on_host));
    void* work = call.allocate_bytes(on_device);
    std::vector<char> host(on_host);
    for (int64_t i = 0; i < call.batch; ++i)
      TENORITE_CUSOLVER_TRY(
          library.syevd(call.handle, call.params, vectors, half, n, call.type,
                        x.data() + i * matrix_bytes(x), n, call.real_type,
                        w.data() + i * w_step, call.type, work, on_device,
                        host.data(), on_host, call.info() + i));
  }
  if (v.defined()) ops::copy_into(v, x);
  call.raise_failures(kEigenvaluesDiverged);
}

void svd(const ndarray& a, const ndarray& u, const ndarray& s,
         const ndarray& vh, LinalgErrorBit failure) {
  SolverCall call(a);
  ndarray items = ops::copy(a);
  // NumPy finds no result then, the library finds NaN.
  note_nans(items, failure, call.stream);
  bool full = u.defined() && (u.shape(u.ndim() - 1) > s.shape(s.ndim() - 1) ||
                              vh.shape(vh.ndim() - 2) > s.shape(s.ndim() - 1));
  if (fits_jacobi(a, u.defined(), full)) {
    jacobi_svd(items, u, s, vh, call.info(), call.stream);
  } else if (is_wide(a)) {
    // In C order everything is its own transpose in column order, and
    // A^T = U' S V' means A = V'^T S U'^T.
    ndarray right = u.defined() ? matrix_transpose(vh) : u;
    ndarray left = u.defined() ? matrix_transpose(u) : u;
    svd_by_iteration(call, matrix_transpose(items), right, s, left);
  } else if (!u.defined()) {
    svd_by_iteration(call, to_columns(a), u, s, vh);
  } else {
    ndarray left = empty_columns(u.shape(), u.dtype(), call.device);
    ndarray right = empty_columns(vh.shape(), vh.dtype(), call.device);
    svd_by_iteration(call, to_columns(a), left, s, right);
    ops::copy_into(u, left);
    ops::copy_into(vh, right);
  }
  call.raise_failures(failure);
}

}  // namespace tenorite::linalg::cuda
