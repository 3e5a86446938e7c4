// SPDX-License-Identifier: Apache-2.0
// Equations with band and Toeplitz matrices: one block of threads for each, which walks
// along the rows. On the CPU one thread does what a block does.

#include <cupy/complex.cuh>

// The CPU has __CUDA_ARCH__ too, and makes stacks for threads that name __syncthreads().
#ifdef __CUDACC_RTC__
#define THREADS blockDim.x
#define THREAD threadIdx.x
#define WAIT() asm volatile("bar.sync 0;" ::: "memory")
#else
#define THREADS 1
#define THREAD 0
#define WAIT()
#endif

template <class T>
__device__ inline T conjugate(T x) {
  return x;
}
__device__ inline complex<float> conjugate(complex<float> x) {
  return complex<float>(x.real(), -x.imag());
}
__device__ inline complex<double> conjugate(complex<double> x) {
  return complex<double>(x.real(), -x.imag());
}

template <class T>
__device__ inline T size_of(T x) {
  return x < T(0) ? -x : x;
}
template <class R>
__device__ inline R size_of(complex<R> x) {
  return size_of(x.real()) + size_of(x.imag());
}
template <class T>
__device__ inline T real_part(T x) {
  return x;
}
template <class R>
__device__ inline R real_part(complex<R> x) {
  return x.real();
}

// Solves A x = b in place of `b`, (n, columns). Row i of `a` has 2 below + above + 1
// items, those of columns i - below to i + above and room for fill-in. With PIVOT rows
// are exchanged and `info` tells the first pivot that is 0; without it tells the first
// that is not positive. Both count from 1, and 0 is success.
template <class T, class R, bool PIVOT>
__global__ void solve_band(T* a, T* b, int n, int below, int above, int columns,
                           int* info) {
  const long long width = 2LL * below + above + 1;
  a += blockIdx.x * width * n;
  b += blockIdx.x * (long long)(n) * columns;
#ifndef __CUDACC_RTC__
  if (threadIdx.x) return;
#endif
  // The item in column c of row i.
#define AT(i, c) a[(i)*width + (c) - (i) + below]
  const int reach = PIVOT ? above + below : above;
  int failed = 0;
  for (int j = 0; j < n; ++j) {
    const int last = j + below < n ? j + below : n - 1;
    const int end = j + reach < n ? j + reach : n - 1;
    if (PIVOT) {
      // Few rows: every thread looks for itself.
      int row = j;
      R size = size_of(AT(j, j));
      for (int i = j + 1; i <= last; ++i) {
        const R other = size_of(AT(i, j));
        if (other > size) size = other, row = i;
      }
      WAIT();
      if (row != j) {
        for (int c = j + THREAD; c <= end; c += THREADS) {
          const T x = AT(j, c);
          AT(j, c) = AT(row, c);
          AT(row, c) = x;
        }
        for (int c = THREAD; c < columns; c += THREADS) {
          const T x = b[(long long)(j)*columns + c];
          b[(long long)(j)*columns + c] = b[(long long)(row)*columns + c];
          b[(long long)(row)*columns + c] = x;
        }
        WAIT();
      }
    }
    const T pivot = AT(j, j);
    if (PIVOT ? pivot == T(0) : !(real_part(pivot) > R(0))) {
      failed = j + 1;
      break;
    }
    const int count = end - j + columns;
    for (int k = THREAD; k < (last - j) * count; k += THREADS) {
      const int i = j + 1 + k / count, c = k % count;
      const T factor = AT(i, j) / pivot;
      if (c < end - j)
        AT(i, j + 1 + c) -= factor * AT(j, j + 1 + c);
      else
        b[(long long)(i)*columns + c - (end - j)] -=
            factor * b[(long long)(j)*columns + c - (end - j)];
    }
    WAIT();
  }
  if (THREAD == 0) info[blockIdx.x] = failed;
  if (failed) return;
  for (int c = THREAD; c < columns; c += THREADS) {
    for (int i = n - 1; i >= 0; --i) {
      const int end = i + reach < n ? i + reach : n - 1;
      T sum = b[(long long)(i)*columns + c];
      for (int j = i + 1; j <= end; ++j)
        sum -= AT(i, j) * b[(long long)(j)*columns + c];
      b[(long long)(i)*columns + c] = sum / AT(i, i);
    }
  }
#undef AT
}

// The Cholesky factor of a band, in place: a[d * n + j] is the item in row j + d of
// column j. `info` is as above.
template <class T, class R>
__global__ void factor_band(T* a, int n, int below, int* info) {
  a += blockIdx.x * (long long)(below + 1) * n;
#ifndef __CUDACC_RTC__
  if (threadIdx.x) return;
#endif
  int failed = 0;
  for (int j = 0; j < n; ++j) {
    const R square = real_part(a[j]);
    if (!(square > R(0))) {
      failed = j + 1;
      break;
    }
    const int count = j + below < n ? below : n - 1 - j;
    const R root = sqrt(square);
    WAIT();
    if (THREAD == 0) a[j] = T(root);
    for (int d = 1 + THREAD; d <= count; d += THREADS)
      a[(long long)(d)*n + j] = a[(long long)(d)*n + j] / root;
    WAIT();
    for (int k = THREAD; k < count * count; k += THREADS) {
      const int e = 1 + k / count, d = 1 + k % count;
      if (d >= e)
        a[(long long)(d - e) * n + j + e] -=
            a[(long long)(d)*n + j] * conjugate(a[(long long)(e)*n + j]);
    }
    WAIT();
  }
  if (THREAD == 0) info[blockIdx.x] = failed;
}

// Solves L L^H x = b in place of `b`, (n, columns), a thread for each column.
template <class T>
__global__ void solve_factored_band(const T* a, T* b, int n, int below,
                                    int columns, int blocks) {
  a += blockIdx.x / blocks * (long long)(below + 1) * n;
  b += blockIdx.x / blocks * (long long)(n) * columns;
  const int c = blockIdx.x % blocks * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  b += c;
  for (long long i = 0; i < n; ++i) {
    T sum = b[i * columns];
    for (long long j = i > below ? i - below : 0; j < i; ++j)
      sum -= a[(i - j) * n + j] * b[j * columns];
    b[i * columns] = sum / a[i];
  }
  for (long long i = n - 1; i >= 0; --i) {
    const long long end = i + below < n ? i + below : n - 1;
    T sum = b[i * columns];
    for (long long j = i + 1; j <= end; ++j)
      sum -= conjugate(a[(j - i) * n + i]) * b[j * columns];
    b[i * columns] = sum / conjugate(a[i]);
  }
}

#ifdef __CUDACC_RTC__
// The sum over the block of each of three numbers, in every thread; T() at the others.
template <class T>
__device__ void sum_all(T& x, T& y, T& z, T* room) {
  WAIT();
  room[threadIdx.x] = x;
  room[blockDim.x + threadIdx.x] = y;
  room[2 * blockDim.x + threadIdx.x] = z;
  WAIT();
  for (int half = blockDim.x / 2; half; half /= 2) {
    if (threadIdx.x < half)
      for (int k = 0; k < 3; ++k)
        room[k * blockDim.x + threadIdx.x] =
            room[k * blockDim.x + threadIdx.x] +
            room[k * blockDim.x + threadIdx.x + half];
    WAIT();
  }
  x = room[0], y = room[blockDim.x], z = room[2 * blockDim.x];
}
#endif

// Levinson's recursion: x with T x = b for a Toeplitz matrix, of which t[n - 1 + i - j]
// is the item (i, j). Block k solves for column k % columns of matrix k / columns.
// `room` has 4 n items for each block; `info` is 1 where a leading minor is 0.
template <class T>
__global__ void levinson(const T* t, const T* b, T* x, T* room, int n,
                         int columns, int* info) {
  const long long k = blockIdx.x;
  t += k / columns * (2LL * n - 1) + n - 1;
  b += k / columns * (long long)(n) * columns + k % columns;
  x += k / columns * (long long)(n) * columns + k % columns;
  T* f = room + k * 4 * n;
  T* g = f + n;
  T* next_f = g + n;
  T* next_g = next_f + n;
#ifdef __CUDACC_RTC__
  // Raw memory: an array of complex numbers would be constructed.
  extern __shared__ double memory[];
  T* sums = reinterpret_cast<T*>(memory);
#else
  if (threadIdx.x) return;
#endif
  int failed = t[0] == T(0);
  if (THREAD == 0 && !failed) {
    f[0] = g[0] = T(1) / t[0];
    x[0] = b[0] / t[0];
  }
  WAIT();
  for (int m = 1; m < n && !failed; ++m) {
    T of_f = T(0), of_g = T(0), of_x = T(0);
    for (int i = THREAD; i < m; i += THREADS) {
      of_f += t[m - i] * f[i];
      of_g += t[-(i + 1)] * g[i];
      of_x += t[m - i] * x[(long long)(i)*columns];
    }
#ifdef __CUDACC_RTC__
    sum_all(of_f, of_g, of_x, sums);
#endif
    const T rest = T(1) - of_f * of_g;
    if (rest == T(0)) {
      failed = 1;
      break;
    }
    const T wanted = b[(long long)(m)*columns] - of_x;
    for (int i = THREAD; i <= m; i += THREADS) {
      const T one = i < m ? f[i] : T(0), other = i ? g[i - 1] : T(0);
      next_f[i] = (one - of_f * other) / rest;
      next_g[i] = (other - of_g * one) / rest;
      const T before = i < m ? x[(long long)(i)*columns] : T(0);
      x[(long long)(i)*columns] = before + wanted * next_g[i];
    }
    WAIT();
    T* swapped = f;
    f = next_f, next_f = swapped;
    swapped = g;
    g = next_g, next_g = swapped;
  }
  if (THREAD == 0) info[k] = failed;
}
