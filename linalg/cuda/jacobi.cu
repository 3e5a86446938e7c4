// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "linalg/cuda/jacobi.cuh"
#include "linalg/cuda/jacobi.h"

namespace tenorite::linalg::cuda {
namespace {

// Beyond this the library is quicker, with the whole device for one matrix.
constexpr int64_t kMaxColumns = 128;

template <class T>
struct RealOf {
  using type = T;
};
template <class R>
struct RealOf<complex<R>> {
  using type = R;
};

template <class T, class R>
__global__ void __launch_bounds__(32 * kJacobiWarps)
    jacobi_kernel(JacobiPlan<T, R> plan, JacobiLimits<R> limits) {
  extern __shared__ __align__(16) char shared[];
  for (int64_t i = blockIdx.x; i < plan.count; i += gridDim.x) {
    jacobi_svd(plan, i, shared, limits);
    __syncthreads();
  }
}

struct Sides {
  int64_t rows, columns;  // of what is worked on
  bool wide;

  explicit Sides(const ndarray& a) {
    int64_t m = a.shape(a.ndim() - 2), n = a.shape(a.ndim() - 1);
    wide = m < n;
    rows = std::max(m, n);
    columns = std::min(m, n);
  }
};

int64_t bytes_for(DType dtype, int64_t rows, int64_t columns,
                  int64_t left_columns) {
  int m = static_cast<int>(rows), n = static_cast<int>(columns);
  int left = static_cast<int>(left_columns);
  switch (dtype) {
    case DType::kFloat32:
      return jacobi_bytes<float, float>(m, n, left);
    case DType::kFloat64:
      return jacobi_bytes<double, double>(m, n, left);
    case DType::kComplex64:
      return jacobi_bytes<complex<float>, float>(m, n, left);
    default:
      return jacobi_bytes<complex<double>, double>(m, n, left);
  }
}

// Row and column strides of an array's matrices, and from one to the next, in
// items; of the transposes if `turned`.
template <class T>
void set_strides(const ndarray& x, bool turned, int64_t& row, int64_t& column,
                 int64_t& matrix) {
  int n = x.ndim();
  auto item = static_cast<int64_t>(sizeof(T));
  row = x.stride(n - 2) / item;
  column = x.stride(n - 1) / item;
  matrix = x.shape(n - 1) * x.shape(n - 2);
  if (turned) std::swap(row, column);
}

template <class T>
void run(const ndarray& a, const ndarray& u, const ndarray& s,
         const ndarray& vh, int* info, StreamId stream) {
  using R = typename RealOf<T>::type;
  Sides sides(a);
  JacobiPlan<T, R> plan{};
  plan.a = reinterpret_cast<const T*>(a.data());
  set_strides<T>(a, sides.wide, plan.row, plan.column, plan.matrix);
  plan.rows = static_cast<int>(sides.rows);
  plan.columns = static_cast<int>(sides.columns);
  plan.s = reinterpret_cast<R*>(s.data());
  plan.info = info;
  plan.count = s.size() / sides.columns;
  if (u.defined()) {
    // Of a wide matrix, A = conj(V') S U'^T.
    const ndarray& left = sides.wide ? vh : u;
    const ndarray& right = sides.wide ? u : vh;
    plan.left = reinterpret_cast<T*>(left.data());
    plan.right = reinterpret_cast<T*>(right.data());
    set_strides<T>(left, sides.wide, plan.left_row, plan.left_column,
                   plan.left_matrix);
    set_strides<T>(right, !sides.wide, plan.right_row, plan.right_column,
                   plan.right_matrix);
    plan.left_columns =
        static_cast<int>(left.shape(left.ndim() - (sides.wide ? 2 : 1)));
  }
  int64_t bytes =
      jacobi_bytes<T, R>(plan.rows, plan.columns, plan.left_columns);
  constexpr int64_t kWithoutAsking = 48 << 10;
  if (bytes > kWithoutAsking)
    TENORITE_CUDA_TRY(cudaFuncSetAttribute(
        jacobi_kernel<T, R>, cudaFuncAttributeMaxDynamicSharedMemorySize,
        static_cast<int>(bytes)));
  int warps = std::clamp((plan.columns + 1) / 2, 1, kJacobiWarps);
  using Limits = std::numeric_limits<R>;
  JacobiLimits<R> limits{
      Limits::epsilon() * 4 * std::sqrt(static_cast<R>(plan.rows)),
      Limits::min() / Limits::epsilon(), Limits::quiet_NaN()};
  constexpr int64_t kMaxBlocks = 1 << 20;
  jacobi_kernel<T, R>
      <<<static_cast<unsigned>(std::min(plan.count, kMaxBlocks)), 32 * warps,
         static_cast<size_t>(bytes),
         tenorite::cuda::stream_handle(a.device(), stream)>>>(plan, limits);
  TENORITE_CUDA_LAUNCHED("jacobi_svd");
}

}  // namespace

bool fits_jacobi(const ndarray& a, bool vectors, bool full) {
  Sides sides(a);
  if (sides.columns > kMaxColumns || sides.rows > 8 * kMaxColumns) return false;
  int64_t left = vectors ? (full ? sides.rows : sides.columns) : 0;
  auto limit = static_cast<int64_t>(
      tenorite::cuda::properties(a.device()).shared_memory_per_block_optin);
  return bytes_for(a.dtype(), sides.rows, sides.columns, left) <= limit;
}

void jacobi_svd(const ndarray& a, const ndarray& u, const ndarray& s,
                const ndarray& vh, int* info, StreamId stream) {
  switch (a.dtype()) {
    case DType::kFloat32:
      return run<float>(a, u, s, vh, info, stream);
    case DType::kFloat64:
      return run<double>(a, u, s, vh, info, stream);
    case DType::kComplex64:
      return run<complex<float>>(a, u, s, vh, info, stream);
    default:
      return run<complex<double>>(a, u, s, vh, info, stream);
  }
}

}  // namespace tenorite::linalg::cuda
