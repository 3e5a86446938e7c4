// SPDX-License-Identifier: Apache-2.0
// Many rows of a few numbers times a small matrix: colours, points, features.
// cuBLAS takes several times as long as memory does.
#include <algorithm>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "linalg/cuda/arithmetic.cuh"
#include "linalg/cuda/kernels.h"

namespace tenorite::linalg::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kMostK = 16, kMostN = 8;
constexpr int64_t kFewestRows = 4096;
constexpr int64_t kMaxGridX = 1 << 20, kMaxGridY = 65535;

template <class T>
struct Thin {
  const T* a;
  const T* b;
  T* c;
  int64_t m;
  int n, k;
  int64_t row_a, row_b, column_b, row_c;
  int64_t batch_a, batch_b, batch_c, batch;
};

// A thread for each row, which is in its registers; the small matrix is shared.
// Sums go along k.
template <class T, int K>
__global__ void __launch_bounds__(kThreads) thin_product(Thin<T> p) {
  __shared__ Sum<T> matrix[kMostN][K];
  for (int64_t i = blockIdx.y; i < p.batch; i += gridDim.y) {
    __syncthreads();
    for (int e = threadIdx.x; e < kMostN * K; e += kThreads) {
      const int column = e / K, row = e % K;
      matrix[column][row] =
          column < p.n && row < p.k
              ? load(p.b + i * p.batch_b + row * p.row_b + column * p.column_b)
              : Sum<T>{};
    }
    __syncthreads();
    const int64_t step = static_cast<int64_t>(gridDim.x) * kThreads;
    for (int64_t r = static_cast<int64_t>(blockIdx.x) * kThreads + threadIdx.x;
         r < p.m; r += step) {
      const T* from = p.a + i * p.batch_a + r * p.row_a;
      Sum<T> x[K];
#pragma unroll
      for (int j = 0; j < K; ++j)
        if (j < p.k) x[j] = load(from + j);
      T* to = p.c + i * p.batch_c + r * p.row_c;
      for (int column = 0; column < p.n; ++column) {
        Sum<T> sum{};
#pragma unroll
        for (int j = 0; j < K; ++j)
          if (j < p.k) add_product<T>(sum, x[j], matrix[column][j]);
        store(to + column, sum);
      }
    }
  }
}

template <class T>
void run_thin(const GemmPlan& plan, const BatchRun& run) {
  const bool plain_b = plan.b.transpose == Transpose::kNo;
  Thin<T> p;
  p.a = reinterpret_cast<const T*>(plan.a.data) + run.offset_a;
  p.b = reinterpret_cast<const T*>(plan.b.data) + run.offset_b;
  p.c = reinterpret_cast<T*>(plan.c) + run.offset_c;
  p.m = plan.m;
  p.n = static_cast<int>(plan.n);
  p.k = static_cast<int>(plan.k);
  p.row_a = plan.a.ld;
  p.row_b = plain_b ? plan.b.ld : 1;
  p.column_b = plain_b ? 1 : plan.b.ld;
  p.row_c = plan.ldc;
  p.batch_a = run.step_a;
  p.batch_b = run.step_b;
  p.batch_c = run.step_c;
  p.batch = run.count;
  const int64_t blocks = (p.m + kThreads - 1) / kThreads;
  const dim3 grid(static_cast<unsigned>(std::min(blocks, kMaxGridX)),
                  static_cast<unsigned>(std::min(p.batch, kMaxGridY)));
  cudaStream_t stream = tenorite::cuda::stream_handle(plan.device, plan.stream);
  if (p.k <= 4)
    thin_product<T, 4><<<grid, kThreads, 0, stream>>>(p);
  else
    thin_product<T, kMostK><<<grid, kThreads, 0, stream>>>(p);
  TENORITE_CUDA_LAUNCHED("thin_product");
}

}  // namespace

bool is_thin(const GemmPlan& plan) {
  switch (plan.dtype) {
    case DType::kFloat32:
    case DType::kFloat64:
    case DType::kComplex64:
    case DType::kComplex128:
      return plan.k <= kMostK && plan.n <= kMostN && plan.m >= kFewestRows &&
             plan.a.transpose == Transpose::kNo &&
             plan.b.transpose != Transpose::kConjugate;
    default:
      return false;
  }
}

void thin(const GemmPlan& plan, const BatchRun& run) {
  switch (plan.dtype) {
    case DType::kFloat32:
      return run_thin<float>(plan, run);
    case DType::kFloat64:
      return run_thin<double>(plan, run);
    case DType::kComplex64:
      return run_thin<complex<float>>(plan, run);
    default:
      return run_thin<complex<double>>(plan, run);
  }
}

}  // namespace tenorite::linalg::cuda
