// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/device/arange.h"
#include "ops/table/scalar.h"

namespace tenorite::cuda {
namespace {

constexpr int kPerThread = 4;

template <class T>
__global__ void __launch_bounds__(kThreads)
    arange_kernel(T* out, int64_t n, compute_t<T> start, compute_t<T> delta) {
  int64_t i =
      static_cast<int64_t>(blockIdx.x) * (kThreads * kPerThread) + threadIdx.x;
#pragma unroll
  for (int e = 0; e < kPerThread; ++e, i += kThreads)
    if (i < n) out[i] = arange_element<T>(i, start, delta);
}

template <class T>
void fill(char* out, int64_t n, const Scalar& start, const Scalar& delta,
          cudaStream_t stream) {
  using C = compute_t<T>;
  // The difference of two float16 is not always one; a float32 is taken, too.
  auto value_of = [](const Scalar& scalar) {
    C value;
    if (!is_same<T, C>)
      std::memcpy(&value, cast_scalar(scalar, DType::kFloat32).bytes,
                  sizeof(C));
    else
      std::memcpy(&value, scalar.bytes, sizeof(C));
    return value;
  };
  int64_t blocks = (n - 1) / (kThreads * kPerThread) + 1;
  arange_kernel<T><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(
      reinterpret_cast<T*>(out), n, value_of(start), value_of(delta));
  TENORITE_CUDA_LAUNCHED("arange");
}

constexpr decltype(&fill<int>) kFill[] = {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) \
  fill<type_of_t<letter>>,
#include "core/dtype.def"
#undef TENORITE_DTYPE
};

}  // namespace

void arange(char* out, DType dtype, int64_t n, const Scalar& start,
            const Scalar& delta, Device device, StreamId stream) {
  if (n <= 0) return;
  DeviceGuard guard(device);
  kFill[static_cast<int>(dtype)](out, n, start, delta,
                                 stream_handle(device, stream));
}

}  // namespace tenorite::cuda
