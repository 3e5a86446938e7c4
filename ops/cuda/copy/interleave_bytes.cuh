// SPDX-License-Identifier: Apache-2.0
// The same for bytes in rows of two to four, as pixels are, where all begins at
// multiples of 16 bytes: threads turn 16 rows in registers, since moving each
// byte on its own would take longer than the memory does.
#pragma once

#include "ops/cuda/copy/interleave.cuh"

namespace tenorite::cuda {

template <int K>
struct InterleaveBytes {
  static constexpr int kRows = kInterleavedByteRows;  // of a thread
  static constexpr int kThreads = kInterleaveThreads;

  struct alignas(16) Words {
    unsigned at[4];
  };

  // A word of the bytes byte(0), .., byte(3), each given as a word and a place
  // in it.
  struct Byte {
    unsigned word;
    unsigned place;
  };
  template <class F>
  __device__ __forceinline__ static unsigned gather(F&& byte) {
    const Byte a = byte(0), b = byte(1), c = byte(2), d = byte(3);
    const unsigned low =
        __byte_perm(a.word, b.word, a.place | (4 + b.place) << 4);
    const unsigned high =
        __byte_perm(c.word, d.word, c.place | (4 + d.place) << 4);
    return __byte_perm(low, high, 0x5410);
  }
  // Byte i of line k is byte i * K + k of rows.
  __device__ __forceinline__ static void zip(const Words (&line)[K],
                                             Words (&rows)[K]) {
#pragma unroll
    for (int w = 0; w < 4 * K; ++w)
      rows[w / 4].at[w % 4] = gather([&](int b) {
        const int i = (4 * w + b) / K, k = (4 * w + b) % K;
        return Byte{line[k].at[i / 4], static_cast<unsigned>(i % 4)};
      });
  }
  __device__ __forceinline__ static void unzip(const Words (&rows)[K],
                                               Words (&line)[K]) {
#pragma unroll
    for (int k = 0; k < K; ++k)
#pragma unroll
      for (int w = 0; w < 4; ++w)
        line[k].at[w] = gather([&](int b) {
          const int j = (4 * w + b) * K + k;
          return Byte{rows[j / 16].at[j / 4 % 4], static_cast<unsigned>(j % 4)};
        });
  }

  // The first `count` of 16 bytes.
  __device__ __forceinline__ static Words load(const char* p, int count) {
    Words x = {};
    if (count >= 16) {
      const uint4 all = *reinterpret_cast<const uint4*>(p);
      __builtin_memcpy(&x, &all, 16);
      return x;
    }
#pragma unroll
    for (int e = 0; e < 16; ++e)
      if (e < count)
        x.at[e / 4] |= static_cast<unsigned>(static_cast<unsigned char>(p[e]))
                       << e % 4 * 8;
    return x;
  }
  __device__ __forceinline__ static void store(char* p, int count,
                                               const Words& x) {
    if (count >= 16) {
      uint4 all;
      __builtin_memcpy(&all, &x, 16);
      *reinterpret_cast<uint4*>(p) = all;
      return;
    }
#pragma unroll
    for (int e = 0; e < 16; ++e)
      if (e < count) p[e] = static_cast<char>(x.at[e / 4] >> e % 4 * 8);
  }

  __device__ static void pack(const InterleaveArgs& a, uint4* shared) {
    const InterleaveStretch s = stretch_of_block(a);
    Words* tile = reinterpret_cast<Words*>(shared);
    const int i = static_cast<int>(threadIdx.x) * kRows;
    const int64_t at = s.batch * a.line_batch + s.first + i;
    Words line[K], rows[K];
#pragma unroll
    for (int k = 0; k < K; ++k) line[k] = load(a.line[k] + at, s.count - i);
    zip(line, rows);
#pragma unroll
    for (int k = 0; k < K; ++k) tile[threadIdx.x * K + k] = rows[k];
    __syncthreads();
    char* p = a.rows.data + s.batch * a.rows.batch + s.first * K;
#pragma unroll
    for (int u = 0; u < K; ++u) {
      const int v = u * kThreads + static_cast<int>(threadIdx.x);
      store(p + v * 16, s.count * K - v * 16, tile[v]);
    }
  }

  __device__ static void unpack(const InterleaveArgs& a, uint4* shared) {
    const InterleaveStretch s = stretch_of_block(a);
    Words* tile = reinterpret_cast<Words*>(shared);
    const char* p = a.rows.data + s.batch * a.rows.batch + s.first * K;
    Words rows[K], line[K];
#pragma unroll
    for (int u = 0; u < K; ++u) {
      const int v = u * kThreads + static_cast<int>(threadIdx.x);
      rows[u] = load(p + v * 16, s.count * K - v * 16);
    }
#pragma unroll
    for (int u = 0; u < K; ++u) tile[u * kThreads + threadIdx.x] = rows[u];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < K; ++k) rows[k] = tile[threadIdx.x * K + k];
    unzip(rows, line);
    const int i = static_cast<int>(threadIdx.x) * kRows;
    const int64_t at = s.batch * a.line_batch + s.first + i;
#pragma unroll
    for (int k = 0; k < K; ++k) store(a.line[k] + at, s.count - i, line[k]);
  }
};

}  // namespace tenorite::cuda
