// SPDX-License-Identifier: Apache-2.0
// Convolutions as they are written: a thread for each item of the result.

#include <cupy/complex.cuh>

// Lines of `length` items, `inner` apart, are spread out by `up`, filtered by the `taps`
// of `h`, and every `down`-th item of that is kept. Outside of a line there are zeros.
template <class T>
__global__ void filter_lines(const T* x, const T* h, T* y, long long lines,
                             long long length, long long inner, long long taps,
                             long long up, long long down, long long count) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= lines * count) return;
  // As the result lies in memory: outer lines, items, inner lines.
  const long long i = k % inner, n = k / inner % count, outer = k / inner / count;
  x += outer * length * inner + i;
  const long long at = n * down;
  // Items j of x meet the tap at - j * up.
  long long last = at / up;
  long long first = at - taps + 1 <= 0 ? 0 : (at - taps + up) / up;
  if (last > length - 1) last = length - 1;
  T sum = T(0);
  for (long long j = first; j <= last; ++j) sum += x[j * inner] * h[at - j * up];
  y[k] = sum;
}

// Sums of `items` products: those of `x` that lie `places` from where an item of the
// result begins. The result has `ndim` axes, of these lengths, which are so many items
// of `x` apart.
template <class T>
__global__ void correlate_windows(const T* x, const T* w, T* y,
                                  const long long* places,
                                  const long long* lengths,
                                  const long long* steps, int ndim,
                                  long long items, long long count) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= count) return;
  long long rest = k;
  for (int d = ndim - 1; d >= 0; --d) {
    x += rest % lengths[d] * steps[d];
    rest /= lengths[d];
  }
  T sum = T(0);
  for (long long j = 0; j < items; ++j) sum += x[places[j]] * w[j];
  y[k] = sum;
}
