// SPDX-License-Identifier: Apache-2.0
// Factors of small blocks of matrices: what the recursions of _lu.py end in.
//
// Matrices lie in C order, `batch` items apart; each has `blocks` blocks of threads.

#include <cupy/complex.cuh>

// Rows and columns of the blocks at which recursions end.
constexpr int WIDTH = 32;

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

// What LAPACK compares when it looks for a pivot.
template <class T>
__device__ inline T size_of(T x) {
  return x < T(0) ? -x : x;
}
template <class R>
__device__ inline R size_of(complex<R> x) {
  return size_of(x.real()) + size_of(x.imag());
}

// Plain forms are for the CPU, which has __CUDA_ARCH__ too.
#ifdef __CUDACC_RTC__
// __syncthreads(), by a name for which the CPU makes no stacks of its threads.
__device__ inline void wait() { asm volatile("bar.sync 0;" ::: "memory"); }

// The larger of two sizes and its row, the first of equal ones.
template <class R>
__device__ inline void better(R& size, int& row, const R* sizes,
                              const int* rows, int k) {
  if (sizes[k] > size || (sizes[k] == size && rows[k] < row))
    size = sizes[k], row = rows[k];
}
#endif

// Factors of columns [first, last) of one matrix, of which those before are done. Rows
// are exchanged within these columns alone; pivots[k] is the row that row k got.
template <class T, class R>
__global__ void factor_panel(T* a, long long batch, long long step, int rows,
                             int first, int last, int* pivots,
                             long long pivot_batch) {
  a += blockIdx.x * batch;
  pivots += blockIdx.x * pivot_batch;
#ifdef __CUDACC_RTC__
  __shared__ R best[256];
  __shared__ int where[256];
  __shared__ R best_of[16];
  __shared__ int where_of[16];
  const int part = blockDim.x / 16;
  for (int j = first; j < last; ++j) {
    R size = R(-1);
    int row = rows;
    for (int i = j + threadIdx.x; i < rows; i += blockDim.x) {
      const R other = size_of(a[i * step + j]);
      if (other > size) size = other, row = i;
    }
    best[threadIdx.x] = size, where[threadIdx.x] = row;
    wait();
    if (threadIdx.x < 16) {
      size = R(-1), row = rows;
      for (int k = 0; k < part; ++k) better(size, row, best, where, threadIdx.x * part + k);
      best_of[threadIdx.x] = size, where_of[threadIdx.x] = row;
    }
    wait();
    size = R(-1), row = rows;
    for (int k = 0; k < 16; ++k) better(size, row, best_of, where_of, k);
    if (row >= rows) row = j;  // nothing but NaN
    if (threadIdx.x == 0) pivots[j] = row;
    for (int c = first + threadIdx.x; row != j && c < last; c += blockDim.x) {
      const T x = a[j * step + c];
      a[j * step + c] = a[row * step + c];
      a[row * step + c] = x;
    }
    wait();
    const T pivot = a[j * step + j];
    for (int i = j + 1 + threadIdx.x; i < rows; i += blockDim.x) {
      T* line = a + i * step;
      const T x = pivot == T(0) ? line[j] : line[j] / pivot;
      line[j] = x;
      for (int c = j + 1; c < last; ++c) line[c] -= x * a[j * step + c];
    }
    wait();
  }
#else
  if (threadIdx.x) return;
  for (int j = first; j < last; ++j) {
    int row = j;
    R size = size_of(a[j * step + j]);
    for (int i = j + 1; i < rows; ++i) {
      const R other = size_of(a[i * step + j]);
      if (other > size) size = other, row = i;
    }
    pivots[j] = row;
    for (int c = first; row != j && c < last; ++c) {
      const T x = a[j * step + c];
      a[j * step + c] = a[row * step + c];
      a[row * step + c] = x;
    }
    const T pivot = a[j * step + j];
    const T* top = a + j * step;
    for (int i = j + 1; i < rows; ++i) {
      T* line = a + i * step;
      const T x = pivot == T(0) ? line[j] : line[j] / pivot;
      line[j] = x;
      for (int c = j + 1; c < last; ++c) line[c] -= x * top[c];
    }
  }
#endif
}

// Exchanges rows of `columns` columns of `a`, one after the other, as pivots [first,
// last) say; backwards undoes that.
template <class T>
__global__ void exchange_rows(T* a, long long begin, long long batch,
                              long long step, int columns, const int* pivots,
                              long long pivot_batch, int first, int last,
                              bool backwards, int blocks) {
  const int c = blockIdx.x % blocks * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  a += blockIdx.x / blocks * batch + begin + c;
  pivots += blockIdx.x / blocks * pivot_batch;
  for (int k = first; k < last; ++k) {
    const int i = backwards ? last - 1 - (k - first) : k;
    const int row = pivots[i];
    if (row == i) continue;
    const T x = a[i * step];
    a[i * step] = a[row * step];
    a[row * step] = x;
  }
}

// Solves L x = b for `size` <= WIDTH rows, in place; L is lower triangular after the
// steps, which may be negative and swapped: L[i, j] = a[i * down + j * right].
template <class T, bool CONJUGATE, bool UNIT>
__global__ void substitute(const T* a, long long a_first, long long a_batch,
                           long long down, long long right, T* b,
                           long long b_first, long long b_batch, long long b_step,
                           int size, int columns, int blocks) {
  a += blockIdx.x / blocks * a_batch + a_first;
  b += blockIdx.x / blocks * b_batch + b_first;
#ifdef __CUDACC_RTC__
  const int c = blockIdx.x % blocks * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  b += c;
  T x[WIDTH];
  for (int i = 0; i < WIDTH; ++i) {
    if (i >= size) break;
    T sum = b[i * b_step];
    for (int j = 0; j < i; ++j) {
      const T factor = a[i * down + j * right];
      sum -= (CONJUGATE ? conjugate(factor) : factor) * x[j];
    }
    if (!UNIT) {
      const T pivot = a[i * (down + right)];
      sum = sum / (CONJUGATE ? conjugate(pivot) : pivot);
    }
    x[i] = sum;
    b[i * b_step] = sum;
  }
#else
  if (threadIdx.x) return;
  const int start = blockIdx.x % blocks * blockDim.x;
  const int count = columns - start < int(blockDim.x) ? columns - start : blockDim.x;
  b += start;
  for (int i = 0; i < size; ++i) {
    T* line = b + i * b_step;
    for (int j = 0; j < i; ++j) {
      const T given = a[i * down + j * right];
      const T factor = CONJUGATE ? conjugate(given) : given;
      const T* other = b + j * b_step;
      for (int c = 0; c < count; ++c) line[c] -= factor * other[c];
    }
    if (!UNIT) {
      const T given = a[i * (down + right)];
      const T pivot = CONJUGATE ? conjugate(given) : given;
      for (int c = 0; c < count; ++c) line[c] = line[c] / pivot;
    }
  }
#endif
}
