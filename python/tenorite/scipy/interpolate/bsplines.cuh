// SPDX-License-Identifier: Apache-2.0
// B-splines of degree k at points: those that are not 0 there, and their sums.

#include <cupy/complex.cuh>

// The interval l with t[l] <= x < t[l + 1] among k to n - 1, the last one closed; -1
// outside if there is no extrapolation, and for NaN.
__device__ inline long long interval_of_knots(const double* t, long long n,
                                              long long k, double x,
                                              bool extrapolate) {
  if (!(x == x)) return -1;
  if ((x < t[k] || x > t[n]) && !extrapolate) return -1;
  long long low = k, high = n;  // t[low] <= x < t[high], but at the ends
  while (high - low > 1) {
    const long long middle = (low + high) / 2;
    if (x < t[middle]) high = middle;
    else low = middle;
  }
  return low;
}

// The k + 1 B-splines that are not 0 at a point, or their derivatives `nu`: de Boor's
// recursion in place. `left` is the interval, of which they end at number `left`.
__global__ void basis_at(const double* t, long long n, long long k,
                         const double* points, long long count, long long nu,
                         bool extrapolate, long long* left, double* weights) {
  const long long p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= count) return;
  const double x = points[p];
  const long long l = interval_of_knots(t, n, k, x, extrapolate);
  double* h = weights + p * (k + 1);
  left[p] = l;
  for (long long j = 0; j <= k; ++j) h[j] = 0.0;
  if (l < 0 || nu > k) return;
  h[0] = 1.0;
  for (long long j = 1; j <= k; ++j) {
    const bool derives = j > k - nu;
    double before = h[0];
    h[0] = 0.0;
    for (long long i = 1; i <= j; ++i) {
      const double here = h[i], b = t[l + i], a = t[l + i - j];
      if (b == a) {
        h[i] = 0.0;
      } else if (derives) {
        const double w = j * before / (b - a);
        h[i - 1] -= w;
        h[i] = w;
      } else {
        const double w = before / (b - a);
        h[i - 1] += w * (b - x);
        h[i] = w * (x - a);
      }
      before = here;
    }
  }
}

// Sums of B-splines with coefficients c (n, columns) at points, (count, columns).
template <class T, bool WIDE>
__global__ void sums_at(const T* c, long long columns, long long k,
                        const long long* left, const double* weights,
                        long long count, T* out) {
  const long long i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long p =
      WIDE ? blockIdx.z * (long long)(gridDim.y) + blockIdx.y : i / columns;
  const long long j = WIDE ? i : i - p * columns;
  if (j >= columns || p >= count) return;
  const long long l = left[p];
  T sum = T(l < 0 ? nan("") : 0.0);
  for (long long a = 0; l >= 0 && a <= k; ++a)
    sum = sum + c[(l - k + a) * columns + j] * weights[p * (k + 1) + a];
  out[p * columns + j] = sum;
}

// The axes of a product of B-splines: degrees, items between neighbours of the
// coefficients, and where an axis's weights begin.
template <int N>
struct Product {
  long long degree[N];
  long long stride[N];
  long long start[N];
};

// Sums of products of N B-splines, one along each axis, with coefficients (n1, ..., nN,
// columns) at points: of each axis the intervals (count,) and the weights of basis_at.
template <class T, int N>
__global__ void sums_of_products(const T* c, long long columns, Product<N> axes,
                                 const long long* left, const double* weights,
                                 long long count, T* out) {
  const long long i = blockIdx.x * (long long)(blockDim.x) + threadIdx.x;
  if (i >= count * columns) return;
  const long long p = i / columns;
  long long first = i - p * columns, at[N];
  bool more = true;
  for (int d = 0; d < N; ++d) {
    const long long l = left[d * count + p];
    first += (l - axes.degree[d]) * axes.stride[d];
    more = more && l >= 0;
    at[d] = 0;
  }
  T sum = T(more ? 0.0 : nan(""));
  while (more) {
    double weight = 1.0;
    long long item = first;
    for (int d = 0; d < N; ++d) {
      weight *= weights[axes.start[d] + p * (axes.degree[d] + 1) + at[d]];
      item += at[d] * axes.stride[d];
    }
    sum = sum + c[item] * weight;
    more = false;
    for (int d = N - 1; d >= 0 && !more; --d) {
      more = ++at[d] <= axes.degree[d];
      if (!more) at[d] = 0;
    }
  }
  out[i] = sum;
}
