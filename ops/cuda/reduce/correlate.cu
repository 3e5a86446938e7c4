// SPDX-License-Identifier: Apache-2.0
// Sums of products along a filter, added in the filter's order: bits do not
// depend on how results are dealt out to threads.
#include <algorithm>
#include <cstdint>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/device/apply.h"
#include "ops/device/arithmetic.h"

namespace tenorite::cuda {
namespace {

// Few threads of a block: a filter as long as the line leaves no more work.
constexpr int kThreads = 128;
// Items of the filter that are in shared memory at a time.
constexpr int kFilter = 512;
// Results of a thread where there are many.
constexpr int kMany = 4;

template <class T>
__device__ void add_product(T& sum, T a, T v) {
  if constexpr (is_same<T, bool>)
    sum = sum || (a && v);
  else
    sum = apply<op::Add, T>(sum, apply<op::Multiply, T>(a, v));
}

// A thread's results are kThreads apart.
template <class T, int kResults>
__global__ void __launch_bounds__(kThreads)
    correlate_kernel(const T* a, int64_t n, const T* v, int64_t m,
                     int64_t before, T* out, int64_t length) {
  constexpr int kSpan = kThreads * kResults;
  // Arrays of types with constructors cannot be shared.
  __shared__ alignas(16) char line_bytes[(kSpan + kFilter) * sizeof(T)];
  __shared__ alignas(16) char filter_bytes[kFilter * sizeof(T)];
  T* line = reinterpret_cast<T*>(line_bytes);
  T* filter = reinterpret_cast<T*>(filter_bytes);
  const int64_t first = blockIdx.x * int64_t{kSpan};
  T sums[kResults] = {};
  // Of the filter, what meets one of the block's results.
  const int64_t from = max(int64_t{0}, before - first - (kSpan - 1));
  const int64_t to = min(m, n + before - first);
  for (int64_t k = from; k < to; k += kFilter) {
    const int count = static_cast<int>(min(int64_t{kFilter}, to - k));
    const int64_t shift = first + k - before;  // of line[0] in `a`
    const bool inside = shift >= 0 && shift + kSpan + count <= n;
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += kThreads) filter[i] = v[k + i];
    for (int i = threadIdx.x; i < kSpan + count; i += kThreads)
      if (inside || (shift + i >= 0 && shift + i < n)) line[i] = a[shift + i];
    __syncthreads();
    if (inside) {
#pragma unroll 4
      for (int i = 0; i < count; ++i)
#pragma unroll
        for (int r = 0; r < kResults; ++r)
          add_product(sums[r], line[r * kThreads + threadIdx.x + i], filter[i]);
    } else {
      for (int i = 0; i < count; ++i)
#pragma unroll
        for (int r = 0; r < kResults; ++r) {
          const int at = r * kThreads + threadIdx.x + i;
          if (shift + at >= 0 && shift + at < n)
            add_product(sums[r], line[at], filter[i]);
        }
    }
  }
#pragma unroll
  for (int r = 0; r < kResults; ++r) {
    const int64_t i = first + r * kThreads + threadIdx.x;
    if (i < length) out[i] = sums[r];
  }
}

template <class T>
void slide(const CorrelatePlan& plan) {
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  auto run = [&](auto* kernel, int results) {
    const int64_t blocks = (plan.length - 1) / (kThreads * results) + 1;
    kernel<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(
        reinterpret_cast<const T*>(plan.a), plan.n,
        reinterpret_cast<const T*>(plan.v), plan.m, plan.before,
        reinterpret_cast<T*>(plan.out), plan.length);
    TENORITE_CUDA_LAUNCHED("correlate");
  };
  constexpr int64_t kManyResults = 1 << 19;
  if (plan.length >= kManyResults)
    run(correlate_kernel<T, kMany>, kMany);
  else
    run(correlate_kernel<T, 1>, 1);
}

}  // namespace

// Integers wrap in either sign alike.
void correlate(const CorrelatePlan& plan) {
  DeviceGuard guard(plan.device);
  switch (plan.dtype) {
    case DType::kBool:
      return slide<bool>(plan);
    case DType::kFloat32:
      return slide<float>(plan);
    case DType::kFloat64:
      return slide<double>(plan);
    case DType::kComplex64:
      return slide<complex<float>>(plan);
    case DType::kComplex128:
      return slide<complex<double>>(plan);
    default:
      break;
  }
  switch (itemsize(plan.dtype)) {
    case 1:
      return slide<uint8_t>(plan);
    case 2:
      return slide<uint16_t>(plan);
    case 4:
      return slide<uint32_t>(plan);
    default:
      return slide<uint64_t>(plan);
  }
}

}  // namespace tenorite::cuda
