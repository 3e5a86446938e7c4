// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "linalg/cuda/batch_kernels.h"
#include "linalg/cuda/numbers.cuh"
#include "ops/cuda/errors.h"
#include "ops/device/types.h"

namespace tenorite::linalg::cuda {
namespace {

using tenorite::cuda::stream_handle;

constexpr int kThreads = 256;
constexpr int kWarp = 32;

// Blocks for a loop over n items that strides by the grid.
unsigned blocks_for(int64_t n) {
  constexpr int64_t kMost = 1 << 16;
  return static_cast<unsigned>(
      std::clamp<int64_t>((n + kThreads - 1) / kThreads, 1, kMost));
}

__device__ int64_t first_item() {
  return blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
}
__device__ int64_t item_step() {
  return static_cast<int64_t>(gridDim.x) * blockDim.x;
}

__global__ void pointers_kernel(void** pointers, char* base, int64_t step,
                                int64_t count) {
  for (int64_t i = first_item(); i < count; i += item_step())
    pointers[i] = base + i * step;
}

__global__ void failures_kernel(const int* info, int64_t count,
                                unsigned* errors, unsigned bit) {
  for (int64_t i = first_item(); i < count; i += item_step())
    if (info[i] != 0) atomicOr(errors, bit);
}

template <class T>
__global__ void nans_kernel(const T* items, int64_t count, unsigned* errors,
                            unsigned bit) {
  for (int64_t i = first_item(); i < count; i += item_step())
    if (items[i] != items[i]) atomicOr(errors, bit);
}

// Items are `width` words of 32 bits.
__global__ void clear_kernel(unsigned* words, int64_t n, int width,
                             int64_t count, bool upper) {
  for (int64_t i = first_item(); i < count; i += item_step()) {
    int64_t item = i / width;
    int64_t row = item / n % n, col = item % n;
    if (upper ? col > row : col < row) words[i] = 0;
  }
}

template <class T>
struct Parts;
template <class R>
struct Parts<complex<R>> {
  using Real = R;
  // The magnitude of x, which becomes x / |x|.
  static __device__ R split(complex<R>& x) {
    R magnitude = hypot(x.re, x.im);
    x = {x.re / magnitude, x.im / magnitude};
    return magnitude;
  }
  static __device__ complex<R> from_lane(complex<R> x, int step) {
    return {__shfl_down_sync(~0u, x.re, step),
            __shfl_down_sync(~0u, x.im, step)};
  }
  static __device__ complex<R> number(R x) { return {x, 0}; }
};
template <class R>
  requires(is_same<R, float> || is_same<R, double>)
struct Parts<R> {
  using Real = R;
  static __device__ R split(R& x) {
    R magnitude = fabs(x);
    x = x < 0 ? R{-1} : R{1};
    return magnitude;
  }
  static __device__ R from_lane(R x, int step) {
    return __shfl_down_sync(~0u, x, step);
  }
  static __device__ R number(R x) { return x; }
};

// A warp per matrix. Column-major or not, the diagonal is the same.
template <class T, class Pivot>
__global__ void determinants_kernel(const T* lu, const Pivot* pivots,
                                    const int* info, int64_t n, int64_t count,
                                    T* signs,
                                    typename Parts<T>::Real* logarithms) {
  using P = Parts<T>;
  using R = typename P::Real;
  int lane = static_cast<int>(threadIdx.x % kWarp);
  for (int64_t i = first_item() / kWarp; i < count; i += item_step() / kWarp) {
    T sign = P::number(1);
    R logarithm = 0;
    for (int64_t j = lane; j < n; j += kWarp) {
      T x = lu[i * n * n + j * (n + 1)];
      logarithm += log(P::split(x));
      sign = sign * x;
      if (pivots[i * n + j] != j + 1) sign = sign * P::number(-1);
    }
    for (int step = kWarp / 2; step > 0; step /= 2) {
      logarithm += __shfl_down_sync(~0u, logarithm, step);
      sign = sign * P::from_lane(sign, step);
    }
    if (lane != 0) continue;
    bool singular = info[i] != 0;
    signs[i] = singular ? P::number(0) : sign;
    logarithms[i] = singular ? -std::numeric_limits<R>::infinity() : logarithm;
  }
}

template <class T, class Pivot>
void launch_determinants(const ndarray& lu, const void* pivots, const int* info,
                         const ndarray& sign, const ndarray& logarithm,
                         cudaStream_t stream) {
  int64_t n = lu.shape(lu.ndim() - 1), count = sign.size();
  using R = typename Parts<T>::Real;
  determinants_kernel<T, Pivot>
      <<<blocks_for(count * kWarp), kThreads, 0, stream>>>(
          reinterpret_cast<const T*>(lu.data()),
          static_cast<const Pivot*>(pivots), info, n, count,
          reinterpret_cast<T*>(sign.data()),
          reinterpret_cast<R*>(logarithm.data()));
  TENORITE_CUDA_LAUNCHED("determinants");
}

template <class T>
void launch_nans(const ndarray& a, int64_t count, LinalgErrorBit bit,
                 cudaStream_t stream) {
  nans_kernel<T><<<blocks_for(count), kThreads, 0, stream>>>(
      reinterpret_cast<const T*>(a.data()), count,
      tenorite::cuda::error_word(a.device()), bit);
  TENORITE_CUDA_LAUNCHED("note_nans");
}

template <class T>
struct QPlan {
  const T* reflectors;
  const T* tau;
  T* q;
  int rows, count_of_tau, columns;  // of Q
  int64_t step;                     // from one matrix of reflectors to the next
  int64_t q_row, q_column;          // strides
  int64_t matrices;
};

// A warp per column of Q, which is a column of the identity at first; each lane
// keeps every 32nd row of it. Reflectors beyond a column leave it as it is.
template <class T, int kRows>
__global__ void form_q_kernel(QPlan<T> plan) {
  int lane = static_cast<int>(threadIdx.x % kWarp);
  int64_t count = plan.matrices * plan.columns;
  for (int64_t i = first_item() / kWarp; i < count; i += item_step() / kWarp) {
    int64_t matrix = i / plan.columns;
    int column = static_cast<int>(i % plan.columns);
    T x[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r)
      x[r] = number_of<T>(r * kWarp + lane == column ? 1.0f : 0.0f);
    for (int j = min(column, plan.count_of_tau - 1); j >= 0; --j) {
      const T* reflector = plan.reflectors + matrix * plan.step +
                           static_cast<int64_t>(j) * plan.rows;
      T v[kRows], sum = number_of<T>(0.0f);
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        int row = r * kWarp + lane;
        v[r] = number_of<T>(row == j ? 1.0f : 0.0f);
        if (row > j && row < plan.rows) v[r] = reflector[row];
        sum = sum + conjugate_of(v[r]) * x[r];
      }
      T factor = plan.tau[matrix * plan.count_of_tau + j] * over_lanes(sum);
#pragma unroll
      for (int r = 0; r < kRows; ++r) x[r] = x[r] - v[r] * factor;
    }
    T* q = plan.q + matrix * plan.rows * plan.columns + column * plan.q_column;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      int row = r * kWarp + lane;
      if (row < plan.rows) q[row * plan.q_row] = x[r];
    }
  }
}

template <class T>
void launch_form_q(const ndarray& reflectors, const ndarray& tau,
                   const ndarray& q, cudaStream_t stream) {
  int n = q.ndim();
  auto item = static_cast<int64_t>(sizeof(T));
  QPlan<T> plan{
      .reflectors = reinterpret_cast<const T*>(reflectors.data()),
      .tau = reinterpret_cast<const T*>(tau.data()),
      .q = reinterpret_cast<T*>(q.data()),
      .rows = static_cast<int>(q.shape(n - 2)),
      .count_of_tau = static_cast<int>(tau.shape(n - 2)),
      .columns = static_cast<int>(q.shape(n - 1)),
      .step = reflectors.shape(n - 2) * reflectors.shape(n - 1),
      .q_row = q.stride(n - 2) / item,
      .q_column = q.stride(n - 1) / item,
  };
  plan.matrices = q.size() / plan.rows / plan.columns;
  auto* kernel = plan.rows <= 1 * kWarp   ? form_q_kernel<T, 1>
                 : plan.rows <= 2 * kWarp ? form_q_kernel<T, 2>
                 : plan.rows <= 4 * kWarp ? form_q_kernel<T, 4>
                                          : form_q_kernel<T, 8>;
  kernel<<<blocks_for(plan.matrices * plan.columns * kWarp), kThreads, 0,
           stream>>>(plan);
  TENORITE_CUDA_LAUNCHED("form_small_q");
}

// Calls launch with an item of a type that decompositions compute in.
template <class F>
void with_item(DType dtype, F&& launch) {
  switch (dtype) {
    case DType::kFloat32:
      return launch(float{});
    case DType::kFloat64:
      return launch(double{});
    case DType::kComplex64:
      return launch(complex<float>{});
    default:
      return launch(complex<double>{});
  }
}

}  // namespace

void fill_pointers(void** pointers, char* base, int64_t step, int64_t count,
                   Device device, StreamId stream) {
  pointers_kernel<<<blocks_for(count), kThreads, 0,
                    stream_handle(device, stream)>>>(pointers, base, step,
                                                     count);
  TENORITE_CUDA_LAUNCHED("fill_pointers");
}

void note_failures(const int* info, int64_t count, LinalgErrorBit bit,
                   Device device, StreamId stream) {
  failures_kernel<<<blocks_for(count), kThreads, 0,
                    stream_handle(device, stream)>>>(
      info, count, tenorite::cuda::error_word(device), bit);
  TENORITE_CUDA_LAUNCHED("note_failures");
  tenorite::cuda::note_checked_launch(device, stream);
}

void note_nans(const ndarray& a, LinalgErrorBit bit, StreamId stream) {
  cudaStream_t handle = stream_handle(a.device(), stream);
  int64_t count = kind(a.dtype()) == 'c' ? 2 * a.size() : a.size();
  if (a.nbytes() / count == sizeof(float))
    launch_nans<float>(a, count, bit, handle);
  else
    launch_nans<double>(a, count, bit, handle);
  tenorite::cuda::note_checked_launch(a.device(), stream);
}

void clear_half(const ndarray& a, bool upper, StreamId stream) {
  int width = static_cast<int>(a.itemsize() / sizeof(unsigned));
  int64_t count = a.size() * width;
  clear_kernel<<<blocks_for(count), kThreads, 0,
                 stream_handle(a.device(), stream)>>>(
      reinterpret_cast<unsigned*>(a.data()), a.shape(a.ndim() - 1), width,
      count, upper);
  TENORITE_CUDA_LAUNCHED("clear_half");
}

void determinants(const ndarray& lu, const void* pivots, int pivot_bytes,
                  const int* info, const ndarray& sign,
                  const ndarray& logarithm, StreamId stream) {
  cudaStream_t handle = stream_handle(lu.device(), stream);
  with_item(lu.dtype(), [&](auto item) {
    using T = decltype(item);
    if (pivot_bytes == sizeof(int))
      launch_determinants<T, int>(lu, pivots, info, sign, logarithm, handle);
    else
      launch_determinants<T, int64_t>(lu, pivots, info, sign, logarithm,
                                      handle);
  });
}

void form_small_q(const ndarray& reflectors, const ndarray& tau,
                  const ndarray& q, StreamId stream) {
  cudaStream_t handle = stream_handle(q.device(), stream);
  with_item(q.dtype(), [&](auto item) {
    launch_form_q<decltype(item)>(reflectors, tau, q, handle);
  });
}

}  // namespace tenorite::linalg::cuda
