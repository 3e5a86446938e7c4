// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "linalg/cuda/arithmetic.cuh"
#include "linalg/cuda/kernels.h"

namespace tenorite::linalg::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
// Loads in flight per thread and operand.
constexpr int kUnroll = 8;
// Up to this k a warp computes one result; beyond, blocks share one in chunks,
// whose partial sums a second kernel adds.
constexpr int64_t kWarpLength = 4096;
constexpr int64_t kChunk = 16384;
constexpr int64_t kMaxGridY = 65535;

// results[i] = sum_p x_i[p] * y_i[p], where i runs over `rows` per batch.
template <class T>
struct Dots {
  const T* x;
  const T* y;
  T* c;
  int64_t k, step_x, step_y;
  int64_t rows, row_x, row_y, row_c;
  int64_t batch_x, batch_y, batch_c;
  int64_t results;
  bool conjugate;  // x
};

template <class T>
__device__ Sum<T> load_x(const T* p, bool conjugate) {
  Sum<T> value = load(p);
  if constexpr (is_complex<T>)
    if (conjugate) value.im = -value.im;
  return value;
}

// The sum of every `Stride`-th product from `begin` up to `end`.
template <class T, int Stride>
__device__ Sum<T> partial_sum(const Dots<T>& d, const T* x, const T* y,
                              int64_t begin, int64_t end) {
  Sum<T> sums[kUnroll] = {};
  int64_t p = begin;
  for (; p + (kUnroll - 1) * Stride < end; p += kUnroll * Stride)
#pragma unroll
    for (int u = 0; u < kUnroll; ++u)
      add_product<T>(sums[u],
                     load_x(x + (p + u * Stride) * d.step_x, d.conjugate),
                     load(y + (p + u * Stride) * d.step_y));
  for (; p < end; p += Stride)
    add_product<T>(sums[0], load_x(x + p * d.step_x, d.conjugate),
                   load(y + p * d.step_y));
#pragma unroll
  for (int u = 1; u < kUnroll; ++u) add<T>(sums[0], sums[u]);
  return sums[0];
}

template <class T>
__global__ void __launch_bounds__(kThreads) dots_by_warp(Dots<T> d) {
  int lane = threadIdx.x % 32;
  int64_t step = static_cast<int64_t>(gridDim.x) * kWarps;
  for (int64_t i = static_cast<int64_t>(blockIdx.x) * kWarps + threadIdx.x / 32;
       i < d.results; i += step) {
    int64_t batch = i / d.rows, row = i % d.rows;
    Sum<T> sum =
        partial_sum<T, 32>(d, d.x + batch * d.batch_x + row * d.row_x,
                           d.y + batch * d.batch_y + row * d.row_y, lane, d.k);
    sum = warp_sum<T>(sum);
    if (lane == 0) store(d.c + batch * d.batch_c + row * d.row_c, sum);
  }
}

// Block (chunk, result); `partials` is [results][chunks], or null if there is
// but one chunk.
template <class T>
__global__ void __launch_bounds__(kThreads)
    dots_by_chunk(Dots<T> d, Sum<T>* partials) {
  int64_t begin = static_cast<int64_t>(blockIdx.x) * kChunk;
  int64_t end = begin + kChunk < d.k ? begin + kChunk : d.k;
  for (int64_t i = blockIdx.y; i < d.results; i += gridDim.y) {
    int64_t batch = i / d.rows, row = i % d.rows;
    Sum<T> sum = partial_sum<T, kThreads>(
        d, d.x + batch * d.batch_x + row * d.row_x,
        d.y + batch * d.batch_y + row * d.row_y, begin + threadIdx.x, end);
    sum = block_sum<T, kThreads>(sum);
    if (threadIdx.x != 0) continue;
    if (partials)
      partials[i * gridDim.x + blockIdx.x] = sum;
    else
      store(d.c + batch * d.batch_c + row * d.row_c, sum);
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    add_chunks(Dots<T> d, const Sum<T>* partials, int64_t chunks) {
  for (int64_t i = blockIdx.x; i < d.results; i += gridDim.x) {
    Sum<T> sum{};
    for (int64_t p = threadIdx.x; p < chunks; p += kThreads)
      add<T>(sum, partials[i * chunks + p]);
    sum = block_sum<T, kThreads>(sum);
    int64_t batch = i / d.rows, row = i % d.rows;
    if (threadIdx.x == 0) store(d.c + batch * d.batch_c + row * d.row_c, sum);
  }
}

template <class T>
void launch(const GemmPlan& plan, const Dots<T>& d) {
  cudaStream_t stream = tenorite::cuda::stream_handle(plan.device, plan.stream);
  constexpr int64_t kMaxGridX = (int64_t{1} << 31) - 1;
  if (d.k <= kWarpLength) {
    int64_t blocks = (d.results + kWarps - 1) / kWarps;
    dots_by_warp<T><<<static_cast<unsigned>(std::min(blocks, kMaxGridX)),
                      kThreads, 0, stream>>>(d);
    TENORITE_CUDA_LAUNCHED("dots_by_warp");
    return;
  }
  int64_t chunks = (d.k + kChunk - 1) / kChunk;
  StoragePtr partials;
  Sum<T>* sums = nullptr;
  if (chunks > 1) {
    partials = Storage::allocate(
        plan.device, static_cast<size_t>(chunks * d.results) * sizeof(Sum<T>),
        plan.stream);
    sums = reinterpret_cast<Sum<T>*>(partials->data());
  }
  dim3 grid(static_cast<unsigned>(chunks),
            static_cast<unsigned>(std::min(d.results, kMaxGridY)));
  dots_by_chunk<T><<<grid, kThreads, 0, stream>>>(d, sums);
  TENORITE_CUDA_LAUNCHED("dots_by_chunk");
  if (chunks == 1) return;
  add_chunks<T><<<static_cast<unsigned>(std::min(d.results, kMaxGridX)),
                  kThreads, 0, stream>>>(d, sums, chunks);
  TENORITE_CUDA_LAUNCHED("add_chunks");
}

template <class T>
void run_dots(const GemmPlan& plan, const BatchRun& run) {
  const GemmOperand& a = plan.a;
  const GemmOperand& b = plan.b;
  bool plain_a = a.transpose == Transpose::kNo;
  bool plain_b = b.transpose == Transpose::kNo;
  Dots<T> d;
  d.x = reinterpret_cast<const T*>(a.data) + run.offset_a;
  d.y = reinterpret_cast<const T*>(b.data) + run.offset_b;
  d.c = reinterpret_cast<T*>(plan.c) + run.offset_c;
  d.k = plan.k;
  d.step_x = plain_a ? 1 : a.ld;
  d.step_y = plain_b ? b.ld : 1;
  // The rows of a if it has several, else the columns of b.
  d.rows = std::max(plan.m, plan.n);
  d.row_x = plan.m > 1 ? a.ld : 0;
  d.row_y = plan.n > 1 ? b.ld : 0;
  d.row_c = plan.m > 1 ? plan.ldc : 1;
  d.batch_x = run.step_a;
  d.batch_y = run.step_b;
  d.batch_c = run.step_c;
  d.results = d.rows * run.count;
  d.conjugate = a.transpose == Transpose::kConjugate;
  launch(plan, d);
}

}  // namespace

bool is_dots(const GemmPlan& plan) {
  if (plan.m == 1 && plan.n == 1) return true;
  if (kind(plan.dtype) == 'f' || kind(plan.dtype) == 'c') return false;
  return (plan.n == 1 && plan.a.transpose == Transpose::kNo) ||
         (plan.m == 1 && plan.b.transpose == Transpose::kYes);
}

void dots(const GemmPlan& plan, const BatchRun& run) {
  switch (plan.dtype) {
    case DType::kBool:
      return run_dots<bool>(plan, run);
    case DType::kInt8:
    case DType::kUint8:
      return run_dots<unsigned char>(plan, run);
    case DType::kInt16:
    case DType::kUint16:
      return run_dots<unsigned short>(plan, run);
    case DType::kInt32:
    case DType::kUint32:
      return run_dots<unsigned>(plan, run);
    case DType::kInt64:
    case DType::kUint64:
      return run_dots<unsigned long>(plan, run);
    case DType::kFloat16:
      return run_dots<half>(plan, run);
    case DType::kFloat32:
      return run_dots<float>(plan, run);
    case DType::kFloat64:
      return run_dots<double>(plan, run);
    case DType::kComplex64:
      return run_dots<complex<float>>(plan, run);
    case DType::kComplex128:
      return run_dots<complex<double>>(plan, run);
  }
}

}  // namespace tenorite::linalg::cuda
