// SPDX-License-Identifier: Apache-2.0
// Singular values of small matrices by one-sided Jacobi rotations (Hestenes),
// a block per matrix in shared memory. Pairs of columns are rotated until all
// are orthogonal; their lengths are then the singular values. Small singular
// values are as exact as large ones, relative to themselves.
#pragma once

#include <cmath>

#include "linalg/cuda/numbers.cuh"

namespace tenorite::linalg::cuda {

// Strides are in items. The matrix that is worked on has at least as many rows
// as columns; a wide one is its own transpose. Its left vectors go to
// left[i * left_row + r * left_column] and the conjugates of its right ones to
// right[...], r counting singular values; `left` is null if only values are
// wanted.
template <class T, class R>
struct JacobiPlan {
  const T* a;
  int64_t row, column, matrix;
  int rows, columns;
  R* s;
  T* left;
  int left_columns;  // the columns of U that are wanted
  int64_t left_row, left_column, left_matrix;
  T* right;
  int64_t right_row, right_column, right_matrix;
  int* info;  // 1 where it did not converge
  int64_t count;
};

inline constexpr int kJacobiSweeps = 60;
inline constexpr int kJacobiWarps = 16;

// Rotates columns p and q of length n by c and s, q turned by `phase` first.
template <class T, class R>
__device__ void rotate(T* p, T* q, int n, R c, R s, T phase, int lane) {
  for (int i = lane; i < n; i += 32) {
    T x = p[i], y = phase * q[i];
    p[i] = scaled(x, c) - scaled(y, s);
    q[i] = scaled(x, s) + scaled(y, c);
  }
}

// What the method needs of the numbers of a type.
template <class R>
struct JacobiLimits {
  R tolerance;  // cosines up to this are 0
  R floor;      // products of columns below this have lost digits
  R nan;
};

// Makes two columns orthogonal; v (null for none) goes with them. Returns
// whether they were not. A warp works together.
template <class T, class R>
__device__ bool orthogonalise(T* p, T* q, int m, T* v_p, T* v_q, int n,
                              const JacobiLimits<R>& limits, int lane) {
  R alpha = 0, beta = 0;
  T gamma{};
  for (int i = lane; i < m; i += 32) {
    alpha += square_of(p[i]);
    beta += square_of(q[i]);
    gamma = gamma + conjugate_of(p[i]) * q[i];
  }
  alpha = over_lanes(alpha);
  beta = over_lanes(beta);
  gamma = over_lanes(gamma);
  R size = magnitude_of(gamma);
  if (!(size > limits.tolerance * sqrt(alpha) * sqrt(beta)) ||
      size < limits.floor)
    return false;
  R zeta = (beta - alpha) / (2 * size);
  R t = 1 / ((zeta < 0 ? -zeta : zeta) + sqrt(1 + zeta * zeta));
  if (zeta < 0) t = -t;
  R c = 1 / sqrt(1 + t * t), s = c * t;
  T phase = scaled(conjugate_of(gamma), 1 / size);
  rotate(p, q, m, c, s, phase, lane);
  if (v_p) rotate(v_p, v_q, n, c, s, phase, lane);
  return true;
}

// Column j of u, of length m, becomes a unit vector that is orthogonal to the
// columns of which `known` says so. A warp works together.
template <class T, class R>
__device__ void complete(T* u, int m, int columns, const bool* known, int j,
                         int lane) {
  // The axis that the known columns reach least.
  R least = 2;
  int axis = 0;
  for (int i = 0; i < m; ++i) {
    R reach = 0;
    for (int k = lane; k < columns; k += 32)
      if (known[k]) reach += square_of(u[k * m + i]);
    reach = over_lanes(reach);
    if (reach < least) {
      least = reach;
      axis = i;
    }
  }
  T* x = u + j * m;
  for (int i = lane; i < m; i += 32) x[i] = number_of<T>(R(i == axis));
  __syncwarp();
  for (int pass = 0; pass < 2; ++pass)
    for (int k = 0; k < columns; ++k) {
      if (!known[k]) continue;
      T product{};
      for (int i = lane; i < m; i += 32)
        product = product + conjugate_of(u[k * m + i]) * x[i];
      product = over_lanes(product);
      for (int i = lane; i < m; i += 32) x[i] = x[i] - product * u[k * m + i];
      __syncwarp();
    }
  R length = 0;
  for (int i = lane; i < m; i += 32) length += square_of(x[i]);
  length = sqrt(over_lanes(length));
  for (int i = lane; i < m; i += 32) x[i] = scaled(x[i], 1 / length);
  __syncwarp();
}

// Bytes of shared memory for one matrix.
template <class T, class R>
TENORITE_HD int64_t jacobi_bytes(int rows, int columns, int left_columns) {
  int64_t wide = left_columns > columns ? left_columns : columns;
  int64_t items = wide * rows;
  if (left_columns > 0) items += static_cast<int64_t>(columns) * columns;
  return items * sizeof(T) + wide * (sizeof(R) + sizeof(int) + sizeof(bool)) +
         kJacobiWarps * sizeof(R);
}

inline constexpr int kNotFinite = 1 << 20;

template <class T>
__device__ T times_power(T x, int exponent) {
  // In two steps, since the factor may be beyond the largest number.
  int half = exponent / 2;
  using R = decltype(square_of(x));
  return scaled(scaled(x, R(ldexp(R(1), half))),
                R(ldexp(R(1), exponent - half)));
}

// Multiplies all items by a power of two that brings the largest near 1, so
// that squares neither overflow nor vanish. The exponent that undoes it, or
// kNotFinite.
template <class T, class R>
__device__ int bring_near_one(T* x, int items, R* of_warps) {
  int first = static_cast<int>(threadIdx.x);
  int step = static_cast<int>(blockDim.x);
  R largest = 0;
  for (int i = first; i < items; i += step) {
    R part = largest_part(x[i]);
    if (!(part <= largest)) largest = part;
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    R other = __shfl_xor_sync(0xffffffffu, largest, lanes);
    if (!(other <= largest)) largest = other;
  }
  if (first % 32 == 0) of_warps[first / 32] = largest;
  __syncthreads();
  for (int w = 0; w < step / 32; ++w)
    if (!(of_warps[w] <= largest)) largest = of_warps[w];
  if (largest == 0) return 0;
  if (!(largest - largest == 0)) return kNotFinite;
  int exponent;
  frexp(largest, &exponent);
  for (int i = first; i < items; i += step) x[i] = times_power(x[i], -exponent);
  __syncthreads();
  return exponent;
}

// Rotates pairs of columns, each warp its own, until all are orthogonal; every
// pair meets once in a sweep, by the rounds of a tournament. Returns whether
// it came to an end.
template <class T, class R>
__device__ bool sweep_until_orthogonal(T* x, int m, int n, T* v,
                                       const JacobiLimits<R>& limits) {
  int lane = static_cast<int>(threadIdx.x % 32);
  int warp = static_cast<int>(threadIdx.x / 32);
  int warps = static_cast<int>(blockDim.x / 32);
  int players = n + n % 2, rounds = players - 1;
  for (int sweep = 0; sweep < kJacobiSweeps; ++sweep) {
    int rotated = 0;
    for (int round = 0; round < rounds; ++round) {
      for (int pair = warp; pair < players / 2; pair += warps) {
        int p = pair == 0 ? rounds : (round + pair) % rounds;
        int q = (round + rounds - pair) % rounds;
        if (p >= n || q >= n) continue;  // the one who pauses
        rotated |=
            orthogonalise(x + p * m, x + q * m, m, v ? v + p * n : nullptr,
                          v ? v + q * n : nullptr, n, limits, lane);
      }
      __syncthreads();
    }
    if (!__syncthreads_or(rotated)) return true;
  }
  return false;
}

template <class T, class R>
__device__ void jacobi_svd(const JacobiPlan<T, R>& plan, int64_t index,
                           char* shared, const JacobiLimits<R>& limits) {
  int m = plan.rows, n = plan.columns;
  int wide = plan.left_columns > n ? plan.left_columns : n;
  int lane = static_cast<int>(threadIdx.x % 32);
  int warp = static_cast<int>(threadIdx.x / 32);
  int warps = static_cast<int>(blockDim.x / 32);
  int first = static_cast<int>(threadIdx.x);
  int step = static_cast<int>(blockDim.x);
  T* x = reinterpret_cast<T*>(shared);
  T* v = plan.left ? x + wide * m : nullptr;
  R* lengths = reinterpret_cast<R*>(x + wide * m + (v ? n * n : 0));
  R* of_warps = lengths + wide;
  int* places = reinterpret_cast<int*>(of_warps + kJacobiWarps);
  bool* known = reinterpret_cast<bool*>(places + wide);

  const T* a = plan.a + index * plan.matrix;
  for (int i = first; i < m * n; i += step)
    x[i] = a[i % m * plan.row + i / m * plan.column];
  if (v)
    for (int i = first; i < n * n; i += step)
      v[i] = number_of<T>(R(i / n == i % n));
  __syncthreads();

  int exponent = bring_near_one(x, m * n, of_warps);
  bool finite = exponent != kNotFinite;
  // Shorter columns are 0 beside the longest and may not be orthogonal.
  R shortest = sqrt(limits.floor / limits.tolerance);
  bool done = !finite || sweep_until_orthogonal(x, m, n, v, limits);
  if (first == 0) plan.info[index] = !done;

  for (int j = warp; j < wide; j += warps) {
    R length = 0;
    for (int i = lane; j < n && i < m; i += 32)
      length += square_of(x[j * m + i]);
    length = sqrt(over_lanes(length));
    if (!finite) length = limits.nan;
    if (lane == 0) {
      lengths[j] = length;
      known[j] = length > shortest;
    }
    for (int i = lane; j < n && i < m; i += 32)
      if (length > 0) x[j * m + i] = scaled(x[j * m + i], 1 / length);
  }
  __syncthreads();
  for (int j = first; j < n; j += step) {
    int place = 0;
    for (int k = 0; k < n; ++k)
      place += lengths[k] > lengths[j] || (lengths[k] == lengths[j] && k < j);
    places[j] = finite ? place : j;
    plan.s[index * n + places[j]] =
        times_power(lengths[j], finite ? exponent : 0);
  }
  for (int j = n + first; j < wide; j += step) places[j] = j;
  __syncthreads();
  if (!v) return;

  // Vectors that no singular value gives.
  if (finite && warp == 0)
    for (int j = 0; j < plan.left_columns; ++j) {
      if (known[j]) continue;
      complete<T, R>(x, m, wide, known, j, lane);
      if (lane == 0) known[j] = true;
      __syncwarp();
    }
  __syncthreads();
  T nothing = scaled(number_of<T>(R(1)), limits.nan);
  T* left = plan.left + index * plan.left_matrix;
  for (int i = first; i < plan.left_columns * m; i += step)
    left[i % m * plan.left_row + places[i / m] * plan.left_column] =
        finite ? x[i] : nothing;
  T* right = plan.right + index * plan.right_matrix;
  for (int i = first; i < n * n; i += step)
    right[i % n * plan.right_row + places[i / n] * plan.right_column] =
        finite ? conjugate_of(v[i]) : nothing;
}

}  // namespace tenorite::linalg::cuda
