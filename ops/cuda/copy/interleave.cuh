// SPDX-License-Identifier: Apache-2.0
// Copies between long lines and rows of few elements, which are one after the
// other in memory: element i of line k is element k of row i. A block takes a
// stretch of all lines into shared memory by whole vectors and puts it down by
// whole vectors, so that both sides are read or written once.
#pragma once

#include "ops/cuda/abi/fast_divisor.cuh"
#include "ops/cuda/copy/interleave_args.h"
#include "ops/cuda/elementwise/join_vectors.cuh"

namespace tenorite::cuda {

// What a block has of the arrays: rows [first, first + count) of a matrix.
struct InterleaveStretch {
  int64_t batch, first;
  int count;
};
__device__ __forceinline__ InterleaveStretch
stretch_of_block(const InterleaveArgs& a) {
  const uint32_t batch = divide(blockIdx.x, a.blocks);
  const int64_t first =
      int64_t{blockIdx.x - batch * a.blocks.divisor} * a.stretch;
  const int64_t left = a.n - first;
  return {batch, first, static_cast<int>(left < a.stretch ? left : a.stretch)};
}

// `Item`: as wide as an element.
template <class Item, int Threads = kInterleaveThreads,
          int Unroll = kInterleaveUnroll>
struct Interleave {
  static constexpr int kSize = sizeof(Item), V = 16 / kSize, U = Unroll;

  struct Vector {
    Item item[V];
  };
  __device__ __forceinline__ static uint4 as_words(const Vector& x) {
    uint4 words;
    __builtin_memcpy(&words, &x, 16);
    return words;
  }
  __device__ __forceinline__ static Vector as_items(const uint4& words) {
    Vector x;
    __builtin_memcpy(&x, &words, 16);
    return x;
  }
  __device__ __forceinline__ static unsigned off(const char* p) {
    return static_cast<unsigned>(reinterpret_cast<uintptr_t>(p) % 16);
  }

  // Elements between two lines in shared memory: an odd number of vectors.
  __device__ __forceinline__ static int pitch(const InterleaveArgs& a) {
    return a.stretch + V;
  }

  __device__ static void load_lines(const InterleaveArgs& a,
                                    const InterleaveStretch& s, Item* tile) {
    const uint32_t all = a.lines * a.vectors.divisor;
    for (uint32_t v0 = threadIdx.x; v0 < all; v0 += U * Threads) {
      uint4 x[U], next[U];
      unsigned shift[U];
      int to[U];
#pragma unroll
      for (int u = 0; u < U; ++u) {
        const uint32_t v = v0 + u * Threads;
        to[u] = -1;
        shift[u] = 0;
        if (v >= all) continue;
        const uint32_t k = divide(v, a.vectors);
        const int i = static_cast<int>(v - k * a.vectors.divisor) * V;
        if (i >= s.count) continue;
        to[u] = a.column[k] * pitch(a) + i;
        const char* line = a.line[k] + s.batch * a.line_batch;
        const char* end = line + a.n * kSize;
        const char* p = line + (s.first + i) * kSize;
        const unsigned by = off(p);
        if (p - by >= line && p - by + (by ? 32 : 16) <= end) {
          auto* words = reinterpret_cast<const uint4*>(p - by);
          x[u] = words[0];
          if (by) next[u] = words[1];
          shift[u] = by;
        } else {
          Vector few = {};
#pragma unroll
          for (int e = 0; e < V; ++e)
            if (i + e < s.count)
              few.item[e] = reinterpret_cast<const Item*>(p)[e];
          x[u] = as_words(few);
        }
      }
#pragma unroll
      for (int u = 0; u < U; ++u) {
        if (to[u] < 0) continue;
        if (shift[u]) x[u] = join_vectors(x[u], next[u], shift[u]);
        *reinterpret_cast<uint4*>(tile + to[u]) = x[u];
      }
    }
  }

  __device__ static void store_lines(const InterleaveArgs& a,
                                     const InterleaveStretch& s,
                                     const Item* tile) {
    const uint32_t all = a.lines * a.vectors.divisor;
    for (uint32_t v = threadIdx.x; v < all; v += Threads) {
      const uint32_t k = divide(v, a.vectors);
      char* p = a.line[k] + s.batch * a.line_batch + s.first * kSize;
      const unsigned by = off(p);
      // Vectors lie where those of memory do.
      const int i = static_cast<int>(v - k * a.vectors.divisor) * V -
                    static_cast<int>(by / kSize);
      const Item* from = tile + k * pitch(a) + i;
      p += i * kSize;
      if (i >= 0 && i + V <= s.count) {
        auto* words = reinterpret_cast<const uint4*>(
            reinterpret_cast<const char*>(from) - (by ? 16 - by : 0));
        *reinterpret_cast<uint4*>(p) =
            by ? join_vectors(words[0], words[1], 16 - by) : words[0];
      } else {
#pragma unroll
        for (int e = 0; e < V; ++e)
          if (i + e >= 0 && i + e < s.count)
            reinterpret_cast<Item*>(p)[e] = from[e];
      }
    }
  }

  // Element j of a stretch of rows, gaps counted, and those that follow.
  struct Walk {
    int column, at;  // `at`: in the tile
    __device__ __forceinline__ Walk(const InterleaveRows& rows, int j,
                                    int pitch) {
      const int row = static_cast<int>(
          divide(static_cast<uint32_t>(j < 0 ? 0 : j), rows.pitch));
      column = (j < 0 ? 0 : j) - row * static_cast<int>(rows.pitch.divisor);
      at = (rows.column + column) * pitch + row;
    }
    __device__ __forceinline__ void step(const InterleaveRows& rows,
                                         int pitch) {
      at += pitch;
      if (++column == static_cast<int>(rows.pitch.divisor)) {
        column = 0;
        at += 1 - static_cast<int>(rows.pitch.divisor) * pitch;
      }
    }
  };

  __device__ static void load_rows(const InterleaveArgs& a,
                                   const InterleaveRows& rows,
                                   const InterleaveStretch& s, Item* tile) {
    const int row = static_cast<int>(rows.pitch.divisor);
    const int width = static_cast<int>(rows.width.divisor);
    const char* matrix = rows.data + s.batch * rows.batch;
    const char* end = matrix + ((a.n - 1) * row + width) * kSize;
    const char* p = matrix + s.first * row * kSize;
    const int skew = static_cast<int>(off(p)) / kSize;
    const int total = (s.count - 1) * row + width;
    for (int j0 = static_cast<int>(threadIdx.x) * V - skew; j0 < total;
         j0 += U * Threads * V) {
      uint4 x[U];
#pragma unroll
      for (int u = 0; u < U; ++u) {
        const int j = j0 + u * Threads * V;
        if (j >= total) continue;
        const char* from = p + j * kSize;
        if (from >= matrix && from + 16 <= end) {
          x[u] = *reinterpret_cast<const uint4*>(from);
        } else {
          Vector few = {};
#pragma unroll
          for (int e = 0; e < V; ++e)
            if (j + e >= 0 && j + e < total)
              few.item[e] = reinterpret_cast<const Item*>(from)[e];
          x[u] = as_words(few);
        }
      }
#pragma unroll
      for (int u = 0; u < U; ++u) {
        const int j = j0 + u * Threads * V;
        const Vector mine = as_items(x[u]);
        Walk walk(rows, j, pitch(a));
        if (j >= 0 && j + V <= total && row == width) {
#pragma unroll
          for (int e = 0; e < V; ++e) {
            tile[walk.at] = mine.item[e];
            walk.step(rows, pitch(a));
          }
          continue;
        }
#pragma unroll
        for (int e = 0; e < V; ++e) {
          if (j + e < 0 || j + e >= total) continue;
          if (walk.column < width) tile[walk.at] = mine.item[e];
          walk.step(rows, pitch(a));
        }
      }
    }
  }

  __device__ static void store_rows(const InterleaveArgs& a,
                                    const InterleaveRows& rows,
                                    const InterleaveStretch& s,
                                    const Item* tile) {
    const int row = static_cast<int>(rows.pitch.divisor);
    const int width = static_cast<int>(rows.width.divisor);
    char* p = rows.data + s.batch * rows.batch + s.first * row * kSize;
    if (row != width) {
      // What lies between rows stays as it is.
      const uint32_t all = static_cast<uint32_t>(s.count * width);
      for (uint32_t j = threadIdx.x; j < all; j += Threads) {
        const int i = static_cast<int>(divide(j, rows.width));
        const int k = static_cast<int>(j) - i * width;
        reinterpret_cast<Item*>(p)[int64_t{i} * row + k] =
            tile[(rows.column + k) * pitch(a) + i];
      }
      return;
    }
    const int skew = static_cast<int>(off(p)) / kSize;
    const int total = s.count * width;
    for (int j = static_cast<int>(threadIdx.x) * V - skew; j < total;
         j += Threads * V) {
      Walk walk(rows, j, pitch(a));
      char* to = p + j * kSize;
      if (j >= 0 && j + V <= total) {
        Vector x;
#pragma unroll
        for (int e = 0; e < V; ++e) {
          x.item[e] = tile[walk.at];
          walk.step(rows, pitch(a));
        }
        *reinterpret_cast<uint4*>(to) = as_words(x);
        continue;
      }
#pragma unroll
      for (int e = 0; e < V; ++e) {
        if (j + e < 0 || j + e >= total) continue;
        reinterpret_cast<Item*>(to)[e] = tile[walk.at];
        walk.step(rows, pitch(a));
      }
    }
  }

  // Lines and narrower rows become rows.
  __device__ static void pack(const InterleaveArgs& a, uint4* shared) {
    Item* tile = reinterpret_cast<Item*>(shared);
    const InterleaveStretch s = stretch_of_block(a);
    load_lines(a, s, tile);
    for (int part = 0; part < a.parts; ++part)
      load_rows(a, a.part[part], s, tile);
    __syncthreads();
    store_rows(a, a.rows, s, tile);
  }
  // Rows become lines.
  __device__ static void unpack(const InterleaveArgs& a, uint4* shared) {
    Item* tile = reinterpret_cast<Item*>(shared);
    const InterleaveStretch s = stretch_of_block(a);
    load_rows(a, a.rows, s, tile);
    __syncthreads();
    store_lines(a, s, tile);
  }
};

}  // namespace tenorite::cuda
