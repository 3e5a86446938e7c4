// SPDX-License-Identifier: Apache-2.0
// Distances of points: a thread for each pair. METRIC are numbers of distance.py.

// Sums over the components, and what they mean; `w` are weights, null for ones, and
// `p` is Minkowski's power. `other` has variances or the matrix of Mahalanobis.
template <int METRIC>
__device__ double between(const double* u, const double* v, long long n,
                          const double* w, const double* other, double p) {
#define EACH(...)                                \
  for (long long i = 0; i < n; ++i) {            \
    const double x = u[i], y = v[i], d = x - y;  \
    const double one = w ? w[i] : 1.0;           \
    const double size = d < 0 ? -d : d;          \
    (void)x, (void)y, (void)d, (void)one, (void)size; \
    __VA_ARGS__;                                 \
  }
  double a = 0, b = 0, c = 0, e = 0, s = 0;
  if (METRIC == 0) {  // euclidean
    EACH(a += one * d * d)
    return sqrt(a);
  }
  if (METRIC == 1) {  // sqeuclidean
    EACH(a += one * d * d)
    return a;
  }
  if (METRIC == 2) {  // cityblock
    EACH(a += one * size)
    return a;
  }
  if (METRIC == 3) {  // chebyshev
    EACH(if (one > 0 && (size > a || size != size)) a = size)
    return a;
  }
  if (METRIC == 4) {  // minkowski
    EACH(a += one * pow(size, p))
    return pow(a, 1 / p);
  }
  if (METRIC == 5) {  // braycurtis
    EACH(a += one * size; b += one * fabs(x + y))
    return a / b;
  }
  if (METRIC == 6) {  // canberra
    EACH(const double whole = fabs(x) + fabs(y);
         a += one * (whole > 0 || whole != whole ? size / whole : 0.0))
    return a;
  }
  if (METRIC == 7 || METRIC == 8) {  // cosine, correlation
    double mean_u = 0, mean_v = 0;
    if (METRIC == 8) {
      EACH(a += one * x; b += one * y; s += one)
      mean_u = a / s, mean_v = b / s, a = b = 0;
    }
    EACH(const double f = x - mean_u; const double g = y - mean_v;
         a += one * f * f; b += one * g * g; c += one * f * g)
    c /= sqrt(a) * sqrt(b);
    return c > 1 ? 0.0 : c < -1 ? 2.0 : 1 - c;  // more is a rounding
  }
  if (METRIC == 9) {  // hamming
    EACH(a += x != y ? one : 0.0; s += one)
    return a / s;
  }
  if (METRIC == 10) {  // jaccard
    EACH(const bool f = x != 0; const bool g = y != 0; a += f != g ? one : 0.0;
         b += f || g ? one : 0.0)
    return b == 0 ? 0.0 : a / b;
  }
  if (METRIC == 11) {  // jensenshannon
    EACH(a += x; b += y)
    if (a == 0 || b == 0) return __longlong_as_double(0x7ff0000000000000LL);
    EACH(const double f = x / a; const double g = y / b; const double m = (f + g) / 2;
         if (f > 0) s += f * log(f / m); if (g > 0) s += g * log(g / m))
    return sqrt(s > 0 || s != s ? s / 2 : 0.0);
  }
  if (METRIC == 12) {  // seuclidean
    EACH(a += d * d / other[i])
    return sqrt(a);
  }
  if (METRIC == 13) {  // mahalanobis
    EACH(double row = 0;
         for (long long j = 0; j < n; ++j) row += (u[j] - v[j]) * other[i * n + j];
         a += d * row)
    return sqrt(a);
  }
  if (METRIC == 14) {  // dice: of numbers SciPy's depends on whether there are weights
    if (w) {
      EACH(a += x != 0 && y != 0 ? one : 0.0; b += x != y ? one : 0.0)
    } else {
      EACH(a += x * y; b += x * (1 - y) + y * (1 - x))
    }
    return b / (2 * a + b);
  }
  // Of truth values: both, the first alone, the second alone, none.
  EACH(const bool f = x != 0; const bool g = y != 0; a += f && g ? one : 0.0;
       b += f && !g ? one : 0.0; c += !f && g ? one : 0.0;
       e += !f && !g ? one : 0.0; s += one)
  if (METRIC == 15) return 2 * (b + c) / (a + e + 2 * (b + c));    // rogerstanimoto
  if (METRIC == 16) return (s - a) / s;                            // russellrao
  if (METRIC == 17) return 2 * (b + c) / (a + 2 * (b + c));        // sokalsneath
  return b * c == 0 ? 0.0 : 2 * b * c / (a * e + b * c);           // yule
#undef EACH
}

// All pairs of rows of two arrays; with PAIRS those i < j of one, one after the other.
template <int METRIC, bool PAIRS>
__global__ void distances(const double* x, const double* y, double* out,
                          long long rows, long long columns, long long n,
                          const double* w, const double* other, double p) {
  const long long k = (long long)(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= rows * columns) return;
  const long long i = k / columns, j = k % columns;
  if (PAIRS && j <= i) return;
  const long long at = PAIRS ? i * columns - i * (i + 1) / 2 + j - i - 1 : k;
  out[at] = between<METRIC>(x + i * n, y + j * n, n, w, other, p);
}
