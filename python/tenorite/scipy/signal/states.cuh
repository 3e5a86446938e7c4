// SPDX-License-Identifier: Apache-2.0
// States of linear systems, x[k + 1] = A x[k] + v[k]: rows of `size` numbers.
//
// The rows are cut into chunks of `chunk`, which threads of their own follow. First from
// no state at all, which gives what a chunk adds to the state at its `ends`; these obey
// the same recursion by a power of A, which gives the states at their beginnings; then
// from those. The first recursion computes in T, as SciPy does, those of chunks in W,
// which has twice the precision, and rounds states to T (wide.cuh, filters.cuh).

template <class W>
struct Words {
  static constexpr int COUNT = W::WORDS;
  __device__ static W at(const double* p) {
    W x;
    x.read(p);
    return x;
  }
};

template <>
struct Words<double> {
  static constexpr int COUNT = 1;
  __device__ static double at(const double* p) { return *p; }
};

template <>
struct Words<complex<double>> {
  static constexpr int COUNT = 2;
  __device__ static complex<double> at(const double* p) {
    return complex<double>(p[0], p[1]);
  }
};

template <class T>
__device__ inline void round_to(T x, T& y) {
  y = x;
}
template <class T>
__device__ inline void round_to(Wide<T> x, T& y) {
  x.round_to(y);
}

// Few states, in registers. States go to `x` and those behind the chunks to `ends`,
// where these are not null; a null `starts` is zero.
template <class T, class W, int SIZE>
__global__ void follow(const double* matrix, const T* v, const T* starts, T* x, T* ends,
                       long long length, long long chunk) {
  const long long c = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long first = c * chunk;
  if (first >= length) return;
  const long long last = first + chunk < length ? first + chunk : length;
  W factors[SIZE * SIZE];
  for (int i = 0; i < SIZE * SIZE; ++i)
    factors[i] = Words<W>::at(matrix + i * Words<W>::COUNT);
  T state[SIZE], next[SIZE];
  for (int i = 0; i < SIZE; ++i) state[i] = starts ? starts[c * SIZE + i] : T(0);
  for (long long k = first; k < last; ++k) {
    if (x)
      for (int i = 0; i < SIZE; ++i) x[k * SIZE + i] = state[i];
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int i = 0; i < SIZE; ++i) {
      W sum(factors[i * SIZE] * W(state[0]));
      for (int j = 1; j < SIZE; ++j) sum = sum + factors[i * SIZE + j] * W(state[j]);
      round_to(sum + W(v[k * SIZE + i]), next[i]);
    }
    for (int i = 0; i < SIZE; ++i) state[i] = next[i];
  }
  if (ends)
    for (int i = 0; i < SIZE; ++i) ends[c * SIZE + i] = state[i];
}

// Any number of states, which are read where they were written: `x` must be there.
template <class T, class W>
__global__ void follow_many(const double* matrix, const T* v, const T* starts, T* x,
                            T* ends, long long length, long long chunk,
                            long long size) {
  const long long c = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long first = c * chunk;
  if (first >= length) return;
  const long long last = first + chunk < length ? first + chunk : length;
  for (long long i = 0; i < size; ++i)
    x[first * size + i] = starts ? starts[c * size + i] : T(0);
  for (long long k = first; k < last; ++k) {
    T* next = k + 1 < last ? x + (k + 1) * size : ends ? ends + c * size : nullptr;
    if (!next) break;
    for (long long i = 0; i < size; ++i) {
      const double* factors = matrix + i * size * Words<W>::COUNT;
      W sum(T(0));
      for (long long j = 0; j < size; ++j)
        sum = sum + Words<W>::at(factors + j * Words<W>::COUNT) * W(x[k * size + j]);
      round_to(sum + W(v[k * size + i]), next[i]);
    }
  }
}

// The square of a matrix, an entry for each thread.
template <class W>
__global__ void square(const double* matrix, double* result, long long size) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= size * size) return;
  const long long row = k / size, column = k % size;
  constexpr int COUNT = Words<W>::COUNT;
  W sum = Words<W>::at(matrix + row * size * COUNT) *
          Words<W>::at(matrix + column * COUNT);
  for (long long j = 1; j < size; ++j)
    sum = sum + Words<W>::at(matrix + (row * size + j) * COUNT) *
                    Words<W>::at(matrix + (j * size + column) * COUNT);
  sum.write(result + k * COUNT);
}
