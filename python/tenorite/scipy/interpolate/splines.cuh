// SPDX-License-Identifier: Apache-2.0
// Piecewise polynomials and cubic splines of columns: neighbouring threads take
// neighbouring columns of C-ordered arrays. WIDE: each row has blocks of its own; else
// columns are few, and threads count the items of all rows.

#include <cupy/complex.cuh>

// Rows after which a guess of the elimination's ratio is forgotten: an inner row divides
// its error by 8 at least, and 8 ** -24 is less than the least part of a double.
#define FORGOTTEN 24

// Ratios of the elimination of a spline's tridiagonal matrix, whose items next to the
// diagonal stand in the row that has them: ratio[i] = upper[i] / pivot[i], and
// inverse[i] = 1 / pivot[i]. Each thread makes `span` rows.
__global__ void eliminate(const double* lower, const double* diagonal,
                          const double* upper, double* ratio, double* inverse,
                          double* step, long long n, long long span) {
  const long long k = blockIdx.x * blockDim.x + threadIdx.x;
  const long long start = k * span;
  if (start >= n) return;
  const long long end = start + span < n ? start + span : n;
  double last = 0.0;
  for (long long i = start < FORGOTTEN ? 0 : start - FORGOTTEN; i < end; ++i) {
    const double one = 1.0 / (diagonal[i] - lower[i] * last);
    last = upper[i] * one;
    if (i >= start) {
      ratio[i] = -last;
      inverse[i] = one;
      step[i] = -lower[i] * one;
    }
  }
}

// The recursion s[i] = x[i] + factor[i] * s[i - 1] along columns, in place; backwards
// with i + 1. Rows are cut into chunks: MODE 0 runs each chunk, from `before` its
// beginning where this is given; MODE 1 only finds what a chunk adds, and `product` of
// its factors. Chunks are rows of `before`, counted in the order of the recursion.
template <class T, bool BACKWARDS, int MODE, bool WIDE>
__global__ void recursion(const double* factor, T* x, T* before, double* product,
                          long long n, long long columns, long long chunk) {
  const long long k = blockIdx.x * blockDim.x + threadIdx.x;
  const long long c =
      WIDE ? blockIdx.z * (long long)(gridDim.y) + blockIdx.y : k / columns;
  const long long j = WIDE ? k : k - c * columns;
  if (j >= columns || c * chunk >= n) return;
  const long long end = (c + 1) * chunk < n ? (c + 1) * chunk : n;
  T s = MODE == 0 && before && c ? before[(c - 1) * columns + j] : T(0);
  double all = 1.0;
  for (long long i = c * chunk; i < end; ++i) {
    const long long row = BACKWARDS ? n - 1 - i : i;
    s = x[row * columns + j] + factor[row] * s;
    if (MODE == 0) x[row * columns + j] = s;
    if (MODE == 1) all *= factor[row];
  }
  if (MODE == 1) before[c * columns + j] = s;
  if (MODE == 1 && j == 0) product[c] = all;
}

// Right sides of the equations of a spline's derivatives, times the pivots' inverses.
// Those of the first and the last row are there already, without the inverse.
template <class T, bool WIDE>
__global__ void right_sides(const double* x, const T* y, const T* first, const T* last,
                            const double* inverse, T* sides, long long n,
                            long long columns) {
  const long long k = blockIdx.x * blockDim.x + threadIdx.x;
  const long long i =
      WIDE ? blockIdx.z * (long long)(gridDim.y) + blockIdx.y : k / columns;
  const long long j = WIDE ? k : k - i * columns;
  if (j >= columns || i >= n) return;
  const double one = inverse[i];
  if (i == 0) {
    sides[j] = first[j] * one;
  } else if (i == n - 1) {
    sides[i * columns + j] = last[j] * one;
  } else {
    const T here = y[i * columns + j];
    const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const T left = (here - y[(i - 1) * columns + j]) / before;
    const T right = (y[(i + 1) * columns + j] - here) / after;
    sides[i * columns + j] = 3.0 * (after * left + before * right) * one;
  }
}

// Coefficients c (4, n - 1, columns) of the cubics with values y and derivatives s.
template <class T, bool WIDE>
__global__ void cubics(const double* x, const T* y, const T* s, T* c, long long n,
                       long long columns) {
  const long long k = blockIdx.x * blockDim.x + threadIdx.x;
  const long long i =
      WIDE ? blockIdx.z * (long long)(gridDim.y) + blockIdx.y : k / columns;
  const long long j = WIDE ? k : k - i * columns;
  if (j >= columns || i >= n - 1) return;
  const long long at = i * columns + j, plane = (n - 1) * columns;
  const double dx = x[i + 1] - x[i];
  const T slope = (y[at + columns] - y[at]) / dx;
  const T t = (s[at] + s[at + columns] - 2.0 * slope) / dx;
  c[at] = t / dx;
  c[plane + at] = (slope - s[at]) / dx - t;
  c[2 * plane + at] = s[at];
  c[3 * plane + at] = y[at];
}

// The interval of n breakpoints that holds a value, closed at the last one; -1 if none
// does, or the nearest one with `extrapolate`; -1 for NaN. `x` descends with `down`.
__device__ inline long long interval_of(const double* x, long long n, double value,
                                        bool down, bool extrapolate) {
  const double first = x[0], last = x[n - 1];
  if (!(value == value)) return -1;
  if (down ? value > first : value < first) return extrapolate ? 0 : -1;
  if (down ? value < last : value > last) return extrapolate ? n - 2 : -1;
  if (value == last) return n - 2;
  long long low = 0, high = n - 1;  // x[low] <= value < x[high]
  while (high - low > 1) {
    const long long middle = (low + high) / 2;
    const bool before = down ? value > x[middle] : value < x[middle];
    if (before) high = middle;
    else low = middle;
  }
  return low;
}

__global__ void find_intervals(const double* x, long long n, const double* points,
                               long long count, bool extrapolate, long long* found) {
  const long long k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  found[k] = interval_of(x, n, points[k], x[n - 1] < x[0], extrapolate);
}

// A polynomial with coefficients `step` apart, the highest power first: its derivative
// `nu` at s, the antiderivative with nu = -1.
template <class T>
__device__ inline T polynomial(const T* c, long long order, long long step, double s,
                               long long nu) {
  T sum = T(0);
  double power = nu < 0 ? s : 1.0;
  for (long long k = nu > 0 ? nu : 0; k < order; ++k) {
    double factor = nu < 0 ? 1.0 / (k + 1) : 1.0;
    for (long long m = k; m > k - nu; --m) factor *= m;
    sum = sum + c[(order - 1 - k) * step] * power * factor;
    power *= s;
  }
  return sum;
}

// Values at points, (count, columns).
template <class T, bool WIDE>
__global__ void values_at(const double* x, const T* c, long long order, long long m,
                          long long columns, const double* points,
                          const long long* intervals, long long count, long long nu,
                          T* out) {
  const long long k = blockIdx.x * blockDim.x + threadIdx.x;
  const long long p =
      WIDE ? blockIdx.z * (long long)(gridDim.y) + blockIdx.y : k / columns;
  const long long j = WIDE ? k : k - p * columns;
  if (j >= columns || p >= count) return;
  const long long i = intervals[p];
  T value = T(nan(""));
  if (i >= 0)
    value = polynomial(c + i * columns + j, order, m * columns, points[p] - x[i], nu);
  out[p * columns + j] = value;
}

// Integrals of the columns from bounds[0] to bounds[1].
template <class T>
__global__ void integrals(const double* x, const T* c, long long order, long long m,
                          long long columns, const double* bounds, bool extrapolate,
                          T* out) {
  const long long j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  const bool down = x[m] < x[0];
  const double a = bounds[down], b = bounds[!down];
  const long long start = interval_of(x, m + 1, a, down, extrapolate);
  const long long end = interval_of(x, m + 1, b, down, extrapolate);
  T sum = T(start < 0 || end < 0 ? nan("") : 0.0);
  for (long long i = start; start >= 0 && i <= end; ++i) {
    const T* at = c + i * columns + j;
    const double right = i == end ? b : x[i + 1], left = i == start ? a : x[i];
    sum = sum + (polynomial(at, order, m * columns, right - x[i], -1) -
                 polynomial(at, order, m * columns, left - x[i], -1));
  }
  out[j] = down ? -sum : sum;
}
