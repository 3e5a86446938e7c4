// SPDX-License-Identifier: Apache-2.0
// Windows in arrays of D axes in C order: where their N items lie (0: any number).
#pragma once

// Where the items of a window lie, seen from the item that is made.
template <int N, int D>
struct Taps {
  long long count;
  int offsets[N];     // in the array
  short steps[N][D];  // along each axis
};

// As Taps, in memory: N offsets, then N * D steps.
template <int D>
struct Taps<0, D> {
  long long count;
};

template <int D>
struct Grid {
  long long shape[D];
  long long reach_before[D], reach_after[D];  // of windows, along each axis
  long long rows, mode;
  double constant;
};

// Items of windows by one rule for arguments and memory.
template <int N, int D>
struct Places {
  const Taps<N, D>& taps;
  const Index* memory;
  __device__ Index offset(Index j) const {
    if constexpr (N > 0)
      return taps.offsets[j];
    else
      return memory[j];
  }
  __device__ Index step(Index j, int axis) const {
    if constexpr (N > 0)
      return taps.steps[j][axis];
    else
      return memory[taps.count + j * D + axis];
  }
};

// Coordinates of a row, and whether the windows on it lie inside the other axes.
template <int D>
__device__ inline bool locate(Index row, const Grid<D>& grid, Index* at) {
  bool is_inside = true;
  UNROLL for (int d = D - 2; d >= 0; --d) {
    at[d] = row % grid.shape[d];
    row /= grid.shape[d];
    is_inside &= at[d] >= grid.reach_before[d] &&
                 at[d] + grid.reach_after[d] < grid.shape[d];
  }
  return is_inside;
}

// The row of the array that has item j of the window around `at`; -1 for the constant.
template <int N, int D>
__device__ inline Index row_of(const Index* at, Index j, const Grid<D>& grid,
                               const Places<N, D>& places) {
  Index row = 0;
  for (int d = 0; d < D - 1; ++d) {
    Index k = extend(at[d] + places.step(j, d), grid.shape[d], (int)grid.mode);
    if (k < 0) return -1;
    row = row * grid.shape[d] + k;
  }
  return row;
}
