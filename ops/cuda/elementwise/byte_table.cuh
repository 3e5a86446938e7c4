// SPDX-License-Identifier: Apache-2.0
// EagerRule results of bytes up.
#pragma once

#include <cstdint>
#include <cstring>

#include "ops/cuda/abi/tuning.h"
#include "ops/device/types.h"

namespace tenorite::cuda {

inline constexpr int kTableVectors = 4;  // of a thread

template <class T>
inline constexpr int kTableElements = 16 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int64_t kTableBlock =
    int64_t{kThreads} * kTableElements<T> * kTableVectors;

// out[i] = table[in[i]]; vectors start `shift` elements before the data, where
// those of `out` are aligned. Those of `in` are if the kernel is for it.
template <class T, bool kAligned>
__global__ void __launch_bounds__(kThreads)
    byte_table_kernel(T* out, const unsigned char* in, const T* table,
                      int64_t n, int64_t shift) {
  constexpr int V = kTableElements<T>, U = kTableVectors;
  using Word = typename tenorite::detail::unsigned_of_size<V>::type;
  static_assert(kThreads == 256);
  __shared__ T results[256];
  results[threadIdx.x] = table[threadIdx.x];
  const int64_t start =
      static_cast<int64_t>(blockIdx.x) * kTableBlock<T> - shift;
  const bool full = start >= 0 && start + kTableBlock<T> <= n;
  const int64_t first = start + threadIdx.x * V;
  unsigned char bytes[U * V];
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const int64_t at = first + u * (kThreads * V);
    if (kAligned && full) {
      const auto word = *reinterpret_cast<const Word*>(in + at);
      memcpy(bytes + u * V, &word, V);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v)
        bytes[u * V + v] = full || (at + v >= 0 && at + v < n) ? in[at + v] : 0;
    }
  }
  __syncthreads();
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const int64_t at = first + u * (kThreads * V);
    T values[V];
#pragma unroll
    for (int v = 0; v < V; ++v) values[v] = results[bytes[u * V + v]];
    if (full) {
      uint4 vector;
      memcpy(&vector, values, 16);
      *reinterpret_cast<uint4*>(out + at) = vector;
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v)
        if (at + v >= 0 && at + v < n) out[at + v] = values[v];
    }
  }
}

}  // namespace tenorite::cuda
