// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "linalg/cuda/batch_kernels.h"
#include "linalg/cuda/decompositions.h"
#include "linalg/cuda/solver_call.h"
#include "ops/api/ops.h"

namespace tenorite::linalg::cuda {
namespace {

// Device and host memory that one of the 64-bit routines asks for.
struct Work {
  size_t on_device = 0, on_host = 0;
  void* device = nullptr;
  std::vector<char> host;

  void allocate(SolverCall& call) {
    device = call.allocate_bytes(on_device);
    host.resize(on_host);
  }
};

// Beyond this order a matrix fills the device alone.
constexpr int64_t kBatchedOrder = 512;

// The LU factors of column-major matrices in their place.
struct LuFactors {
  SolverCall& call;
  const ndarray& lu;
  int64_t n;
  bool batched;
  void* pivots = nullptr;

  LuFactors(SolverCall& call, const ndarray& matrices)
      : call(call), lu(matrices), n(lu.shape(lu.ndim() - 1)) {
    // A few larger ones are faster one by one.
    batched = call.batch > 1 && n < kBatchedOrder && (call.batch > 8 || n < 16);
    if (batched)
      factor_batched();
    else
      factor_each();
  }

  int pivot_bytes() const { return batched ? sizeof(int) : sizeof(int64_t); }

  void factor_batched() {
    int order = static_cast<int>(n);
    pivots = call.allocate<int>(call.batch * n);
    TENORITE_CUBLAS_TRY(call.typed.getrf_batched(
        call.blas, order, call.pointers(lu), order, static_cast<int*>(pivots),
        call.info(), static_cast<int>(call.batch)));
  }

  void factor_each() {
    pivots = call.allocate<int64_t>(call.batch * n);
    Work work;
    TENORITE_CUSOLVER_TRY(call.library.getrf_size(
        call.handle, call.params, n, n, call.type, lu.data(), n, call.type,
        &work.on_device, &work.on_host));
    work.allocate(call);
    for (int64_t i = 0; i < call.batch; ++i)
      TENORITE_CUSOLVER_TRY(call.library.getrf(
          call.handle, call.params, n, n, call.type, matrix(i), n, pivot(i),
          call.type, work.device, work.on_device, work.host.data(),
          work.on_host, call.info() + i));
  }

  // Column-major right-hand sides become the solutions.
  void solve(const ndarray& b) {
    int64_t k = b.shape(b.ndim() - 1);
    if (batched) {
      int order = static_cast<int>(n), host_info = 0;
      TENORITE_CUBLAS_TRY(call.typed.getrs_batched(
          call.blas, CublasOperation::kN, order, static_cast<int>(k),
          call.pointers(lu), order, static_cast<const int*>(pivots),
          call.pointers(b), order, &host_info, static_cast<int>(call.batch)));
      return;
    }
    int* info = call.allocate<int>(1);  // of the arguments
    for (int64_t i = 0; i < call.batch; ++i)
      TENORITE_CUSOLVER_TRY(
          call.library.getrs(call.handle, call.params, CublasOperation::kN, n,
                             k, call.type, matrix(i), n, pivot(i), call.type,
                             b.data() + i * matrix_bytes(b), n, info));
  }

  char* matrix(int64_t i) const { return lu.data() + i * matrix_bytes(lu); }
  int64_t* pivot(int64_t i) const {
    return static_cast<int64_t*>(pivots) + i * n;
  }
};

// The identity in every matrix.
void fill_identity(const ndarray& a) {
  ops::fill(a, Scalar{a.dtype()});
  int n = a.ndim() - 1;
  Dims shape(a.shape().data(), n), strides(a.strides().data(), n);
  strides[n - 1] = a.stride(n - 1) + a.stride(n);
  ops::fill(a.view(0, std::move(shape), std::move(strides)),
            cast_scalar(make_scalar(int64_t{1}), a.dtype()));
}

// Whether the QR factors of matrices are found side by side.
bool many_small(const SolverCall& call, const ndarray& x) {
  int64_t m = x.shape(x.ndim() - 2), n = x.shape(x.ndim() - 1);
  return call.batch > 1 && std::max(m, n) <= kReflectorRows &&
         call.batch >= m / 16;
}

void factor_columns(SolverCall& call, const ndarray& x, const ndarray& tau) {
  int64_t m = x.shape(x.ndim() - 2), n = x.shape(x.ndim() - 1);
  int64_t k = std::min(m, n), item = static_cast<int64_t>(x.itemsize());
  if (many_small(call, x)) {
    void** factors = call.allocate<void*>(call.batch);
    fill_pointers(factors, tau.data(), k * item, call.batch, call.device,
                  call.stream);
    int host_info = 0;
    TENORITE_CUBLAS_TRY(call.typed.geqrf_batched(
        call.blas, static_cast<int>(m), static_cast<int>(n), call.pointers(x),
        static_cast<int>(m), factors, &host_info,
        static_cast<int>(call.batch)));
    return;
  }
  Work work;
  TENORITE_CUSOLVER_TRY(call.library.geqrf_size(
      call.handle, call.params, m, n, call.type, x.data(), m, call.type,
      tau.data(), call.type, &work.on_device, &work.on_host));
  work.allocate(call);
  for (int64_t i = 0; i < call.batch; ++i)
    TENORITE_CUSOLVER_TRY(call.library.geqrf(
        call.handle, call.params, m, n, call.type,
        x.data() + i * matrix_bytes(x), m, call.type, tau.data() + i * k * item,
        call.type, work.device, work.on_device, work.host.data(), work.on_host,
        call.info() + i));
}

// Column-major matrices whose first columns are the reflectors become Q.
void form_q(SolverCall& call, const ndarray& q, const ndarray& tau) {
  int m = static_cast<int>(q.shape(q.ndim() - 2));
  int columns = static_cast<int>(q.shape(q.ndim() - 1));
  int k = static_cast<int>(tau.shape(tau.ndim() - 1)), items = 0;
  auto item = static_cast<int64_t>(q.itemsize());
  TENORITE_CUSOLVER_TRY(call.typed.orgqr_size(call.handle, m, columns, k,
                                              q.data(), m, tau.data(), &items));
  void* work = call.allocate_bytes(static_cast<size_t>(items * item));
  for (int64_t i = 0; i < call.batch; ++i)
    TENORITE_CUSOLVER_TRY(call.typed.orgqr(
        call.handle, m, columns, k, q.data() + i * matrix_bytes(q), m,
        tau.data() + i * k * item, work, items, call.info() + i));
}

// The first columns of every matrix.
ndarray first_columns(const ndarray& a, int64_t n) {
  Dims shape = a.shape();
  shape[a.ndim() - 1] = n;
  return a.view(0, std::move(shape), a.strides());
}

}  // namespace

// The library takes up to three times as long for upper halves as for lower
// ones. In C order the upper half is the lower one of column order, and so is
// its factor; for the lower half itself, matrices are turned.
void cholesky(const ndarray& a, bool upper, const ndarray& factor) {
  SolverCall call(a);
  const int64_t n = a.shape(a.ndim() - 1);
  const ndarray x =
      upper ? factor : empty_columns(a.shape(), a.dtype(), a.device());
  ops::copy_into(x, a);
  if (call.batch > 1 && n <= kBatchedOrder) {
    int order = static_cast<int>(n);
    TENORITE_CUSOLVER_TRY(call.typed.potrf_batched(
        call.handle, Half::kLower, order, call.pointers(x), order, call.info(),
        static_cast<int>(call.batch)));
  } else {
    Work work;
    TENORITE_CUSOLVER_TRY(call.library.potrf_size(
        call.handle, call.params, Half::kLower, n, call.type, x.data(), n,
        call.type, &work.on_device, &work.on_host));
    work.allocate(call);
    for (int64_t i = 0; i < call.batch; ++i)
      TENORITE_CUSOLVER_TRY(call.library.potrf(
          call.handle, call.params, Half::kLower, n, call.type,
          x.data() + i * matrix_bytes(x), n, call.type, work.device,
          work.on_device, work.host.data(), work.on_host, call.info() + i));
  }
  if (!upper) ops::copy_into(factor, x);
  clear_half(factor, !upper, call.stream);
  call.raise_failures(kNotPositiveDefinite);
}

void solve(const ndarray& a, const ndarray& b, const ndarray& x) {
  SolverCall call(a);
  ndarray left = to_columns(a), right = to_columns(b);
  LuFactors factors(call, left);
  factors.solve(right);
  ops::copy_into(x, right);
  call.raise_failures(kSingularMatrix);
}

// The transpose of the inverse solves for the transpose of `a`.
void inverse(const ndarray& a, bool lenient, const ndarray& result) {
  SolverCall call(a);
  ndarray lu = ops::copy(a);
  fill_identity(result);
  LuFactors factors(call, lu);
  factors.solve(result);
  if (!lenient) call.raise_failures(kSingularMatrix);
}

void determinant(const ndarray& a, const ndarray& sign,
                 const ndarray& logarithm) {
  SolverCall call(a);
  ndarray lu = ops::copy(a);
  LuFactors factors(call, lu);
  determinants(lu, factors.pivots, factors.pivot_bytes(), call.info(), sign,
               logarithm, call.stream);
}

void qr(const ndarray& a, const ndarray& h, const ndarray& tau,
        const ndarray& q) {
  SolverCall call(a);
  ndarray x = to_columns(a);
  factor_columns(call, x, tau);
  ops::copy_into(h, x);
  if (!q.defined()) return;
  if (many_small(call, x)) return form_small_q(x, tau, q, call.stream);
  int64_t columns = q.shape(q.ndim() - 1);
  int64_t given = std::min(columns, x.shape(x.ndim() - 1));
  ndarray reflectors = empty_columns(q.shape(), q.dtype(), q.device());
  ops::copy_into(first_columns(reflectors, given), first_columns(x, given));
  form_q(call, reflectors, tau);
  ops::copy_into(q, reflectors);
}

}  // namespace tenorite::linalg::cuda
