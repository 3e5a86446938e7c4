// SPDX-License-Identifier: Apache-2.0
// Groups whose rows fit a multiprocessor: a block keeps some rows and goes over
// them in stages, with reductions between. Rows are folded by as many threads
// and in the same order as by the kernels of ops/cuda.
#pragma once

#include "jit/prelude/kernels/vectors.h"
#include "ops/cuda/abi/scan_tiles.h"
#include "ops/cuda/reduce/reduce_block.cuh"
#include "ops/cuda/reduce/reduce_tuning.cuh"

namespace tenorite::kernel {

// What a warp leaves of a fold, at most.
inline constexpr int kRowPartBytes = 48;

struct RowFold {
  reduction::Finishing finishing;
  int lanes_log2;
  bool middle;  // rows are of middle length

  // The vector that a thread of a row takes first.
  __device__ __forceinline__ int first(int thread) const {
    return middle ? cuda::first_middle_vector(thread, lanes_log2) : thread;
  }
};

// Where a byte of a row is in shared memory, from its first one: as scans want
// it, which take eight elements at once, or one after the other.
template <bool kPadded>
__device__ __forceinline__ int row_place(int bytes) {
  return kPadded ? cuda::padded(bytes) : bytes;
}
// Bytes between rows there: an odd number of 16, so that threads that read
// different rows meet in no bank.
template <bool kPadded>
__device__ __forceinline__ int row_pitch(int elements, int size) {
  const int bytes =
      row_place<kPadded>((kPadded ? (elements + 7) / 8 * 8 : elements) * size);
  return 16 * ((bytes + 15) / 16 | 1);
}

// A vector of a thread, of which `count` elements exist.
struct RowPlace {
  int row, at, count;
};

template <int Arrays, int Axes, int Folds, int Places>
struct RowLoop {
  char* data[Arrays];
  long strides[Arrays][Axes];  // of the kept axes
  Divisor shape[Axes];
  Divisor vectors;  // of a row
  unsigned rows;
  int block_rows, run;
  int place[Places];  // of values, in shared memory; the last: of folds
  RowFold fold[Folds > 0 ? Folds : 1];

  __device__ __forceinline__ unsigned first_row() const {
    return blockIdx.x * block_rows;
  }
  __device__ __forceinline__ int rows_here() const {
    return (int)min(rows - first_row(), (unsigned)block_rows);
  }
  // kOne: a block has one row.
  template <int V, bool kOne>
  __device__ __forceinline__ RowPlace find(int vector, int vectors_here) const {
    const int row = kOne ? 0 : vectors.divide(vector);
    const int at = (vector - row * (int)vectors.by) * V;
    return {row, at, vector < vectors_here ? min(run - at, V) : 0};
  }
  // Of a row's first element.
  __device__ __forceinline__ char* start(int array, int row) const {
    unsigned rest = first_row() + row;
    long offset = 0;
#pragma unroll
    for (int d = Axes - 1; d > 0; --d) {
      const unsigned next = shape[d].divide(rest);
      offset += (rest - next * shape[d].by) * strides[array][d];
      rest = next;
    }
    return data[array] + offset + rest * strides[array][0];
  }
  __device__ __forceinline__ char* element(int array, const RowPlace& p,
                                           int size) const {
    return start(array, p.row) + p.at * size;
  }
  // Where a value of a row is, in shared memory.
  template <bool kPadded, int V>
  __device__ __forceinline__ int kept_at(const RowPlace& p, int size) const {
    return p.row * row_pitch<kPadded>((int)vectors.by * V, size) +
           row_place<kPadded>(p.at * size);
  }
};

template <int V, bool kVector, class T>
__device__ __forceinline__ void load_row(const char* p, int count, T (&x)[V]) {
  if constexpr (kVector) {
    if (count > 0) load<V>(p, x);
  } else {
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (v < count) x[v] = ((const T*)p)[v];
  }
}
template <int V, bool kVector, class T>
__device__ __forceinline__ void store_row(char* p, int count, const T (&x)[V]) {
  if constexpr (kVector) {
    if (count > 0) store<V>(p, x);
  } else {
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (v < count) ((T*)p)[v] = x[v];
  }
}

}  // namespace tenorite::kernel
