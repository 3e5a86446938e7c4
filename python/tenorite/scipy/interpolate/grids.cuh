// SPDX-License-Identifier: Apache-2.0
// Values between the points of a rectilinear grid of N axes.

#include <cupy/complex.cuh>

template <int N>
struct Grid {
  long long size[N];    // points along each axis
  long long start[N];   // where an axis's points begin
  long long stride[N];  // items between neighbours of the values
};

// One result for each point and column. NEAREST takes the nearest item, else the 2 ** N
// items around are weighted, in SciPy's order. With `fills`, points outside get `fill`.
template <class T, class R, int N, bool NEAREST>
__global__ void interpolate_grid(const double* axes, const T* values,
                                 const double* points, R* out, long long count,
                                 long long columns, Grid<N> grid, bool fills, R fill) {
  const long long k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count * columns) return;
  const long long p = k / columns, column = k - p * columns;
  long long at = column, next[N];
  double part[N];
  bool outside = false, is_nan = false;
  for (int d = 0; d < N; ++d) {
    const double* x = axes + grid.start[d];
    const double value = points[p * N + d];
    const long long n = grid.size[d];
    long long low = 0, high = n - 1;  // x[low] <= value < x[high], or at an end
    while (high - low > 1) {
      const long long middle = (low + high) / 2;
      if (value < x[middle]) high = middle;
      else low = middle;
    }
    is_nan = is_nan || !(value == value);
    outside = outside || value < x[0] || value > x[n - 1];
    part[d] = n > 1 ? (value - x[low]) / (x[high] - x[low]) : 0.0;
    next[d] = n > 1 ? grid.stride[d] : 0;
    at += low * grid.stride[d];
  }
  R sum = R(0);
  if (NEAREST) {
    for (int d = 0; d < N; ++d) at += part[d] <= 0.5 ? 0 : next[d];
    sum = R(values[at]);
  } else {
    for (int corner = 0; corner < 1 << N; ++corner) {
      double weight = 1.0;
      long long item = at;
      for (int d = 0; d < N; ++d) {
        const bool far = corner >> (N - 1 - d) & 1;
        weight = weight * (far ? part[d] : 1.0 - part[d]);
        item += far ? next[d] : 0;
      }
      sum = sum + R(values[item]) * weight;
    }
  }
  if (fills && outside) sum = fill;
  out[k] = is_nan ? R(nan("")) : sum;
}
