// SPDX-License-Identifier: Apache-2.0
// Gram-Schmidt's method on a GPU, for a basis whose vectors are rows of n items. Sums
// have one order: each block has a part of each, and blocks add up all parts. After
// ../warps.cuh, whose names it uses.

constexpr int THREADS = 512, WARPS = THREADS / 32;
constexpr int EACH = 4;  // items of a vector that a thread has at a time

template <typename T>
__device__ inline T conjugate(T x) {
  return x;
}
template <typename R>
__device__ inline complex<R> conjugate(complex<R> x) {
  return conj(x);
}
template <typename T>
__device__ inline T square_of(T x) {
  return x * x;
}
template <typename R>
__device__ inline complex<R> square_of(complex<R> x) {
  return complex<R>(x.real() * x.real() + x.imag() * x.imag(), R(0));
}
template <typename T>
__device__ inline T root_of(T x) {
  return sqrt(x);
}
template <typename R>
__device__ inline complex<R> root_of(complex<R> x) {
  return complex<R>(sqrt(x.real()), R(0));
}

// The sum of a row of parts, one of each block, in the first thread of a warp.
template <typename T>
__device__ inline T sum_of_parts(const T* parts) {
  T sum = T(0);
#ifdef __CUDACC_RTC__
#pragma unroll 4
  for (int k = threadIdx.x % 32; k < gridDim.x; k += 32) sum = sum + parts[k];
  sum = sum_of_lanes(sum, 32);
#endif
  return sum;
}

// u = w minus its projection on the first `many` vectors of the basis, of which `before`
// has the parts; without these nothing is subtracted, and u is not written. Then the
// parts of the inner products of u with the vectors (if `is_followed`), and, behind MOST
// of those, of its square.
template <typename T, int MOST>
__global__ void __launch_bounds__(THREADS)
    project(const T* __restrict__ basis, Count n, int many, const T* w, T* u,
            const T* before, bool has_before, T* parts, bool is_followed) {
#ifdef __CUDACC_RTC__
  alignas(16) __shared__ unsigned char bytes[(WARPS + 1) * (MOST + 1) * sizeof(T)];
  T *along = reinterpret_cast<T*>(bytes), *warp_sums = along + MOST + 1;
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  if (has_before)
    for (int i = warp; i < many; i += WARPS) {
      const T sum = sum_of_parts(before + i * (Count)gridDim.x);
      if (lane == 0) along[i] = sum;
    }
  wait_for_block();
  T found[MOST + 1];
#pragma unroll
  for (int i = 0; i <= MOST; ++i) found[i] = T(0);
  for (Count j = blockIdx.x * (Count)(THREADS * EACH) + thread; j < n;
       j += gridDim.x * (Count)(THREADS * EACH)) {
    T values[EACH];
#pragma unroll
    for (int k = 0; k < EACH; ++k)
      values[k] = j + k * THREADS < n ? w[j + k * THREADS] : T(0);
    if (has_before) {
#pragma unroll 4
      for (int i = 0; i < many; ++i)
#pragma unroll
        for (int k = 0; k < EACH; ++k)
          if (j + k * THREADS < n)
            values[k] = values[k] - along[i] * basis[i * n + j + k * THREADS];
#pragma unroll
      for (int k = 0; k < EACH; ++k)
        if (j + k * THREADS < n) u[j + k * THREADS] = values[k];
    }
    if (is_followed) {
      // Four vectors at a time, whose items are loaded at once.
#pragma unroll
      for (int first = 0; first < MOST; first += 4) {
        if (first >= many) break;
        T items[4][EACH];
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int k = 0; k < EACH; ++k)
            items[i][k] = first + i < many && j + k * THREADS < n
                              ? basis[(first + i) * n + j + k * THREADS]
                              : T(0);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int k = 0; k < EACH; ++k)
            found[first + i] = found[first + i] + conjugate(items[i][k]) * values[k];
      }
    }
#pragma unroll
    for (int k = 0; k < EACH; ++k) found[MOST] = found[MOST] + square_of(values[k]);
  }
#pragma unroll
  for (int i = 0; i <= MOST; ++i)
    if (i == MOST || (is_followed && i < many)) {
      const T sum = sum_of_lanes(found[i], 32);
      if (lane == 0) warp_sums[warp * (MOST + 1) + i] = sum;
    }
  wait_for_block();
  if (thread == MOST || (is_followed && thread < many)) {
    T sum = T(0);
    for (int k = 0; k < WARPS; ++k) sum = sum + warp_sums[k * (MOST + 1) + thread];
    parts[thread * (Count)gridDim.x + blockIdx.x] = sum;
  }
#endif
}

// The basis' next vector, u over its size, and a row of the Hessenberg matrix:
// along the `many` vectors, in two passes, then the size, and last that of the
// vector before.
template <typename T, int MOST>
__global__ void __launch_bounds__(THREADS)
    append(T* __restrict__ basis, Count n, int many, const T* __restrict__ u,
           const T* first, const T* second, const T* third, T* row, int last) {
#ifdef __CUDACC_RTC__
  alignas(16) __shared__ unsigned char bytes[sizeof(T)];
  T* size = reinterpret_cast<T*>(bytes);
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const Count parts = gridDim.x;
  if (warp == 0) {
    const T square = sum_of_parts(third + MOST * parts);
    if (lane == 0) *size = root_of(square);
  }
  wait_for_block();
  if (blockIdx.x == 0) {
    for (int i = warp; i < many; i += WARPS) {
      const T one = sum_of_parts(first + i * parts);
      const T other = sum_of_parts(second + i * parts);
      if (lane == 0) row[i] = one + other;
    }
    const T whole = warp == 0 ? sum_of_parts(first + MOST * parts) : T(0);
    if (thread == 0) {
      row[many] = *size;
      row[last] = root_of(whole);
    }
  }
#pragma unroll 4
  for (Count j = blockIdx.x * (Count)THREADS + thread; j < n; j += parts * THREADS)
    basis[many * n + j] = u[j] / *size;
#endif
}
