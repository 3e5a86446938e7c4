// SPDX-License-Identifier: Apache-2.0
// Simplices of a Delaunay triangulation of N axes that hold points.

// The affine maps of a triangulation: of each simplex an N x N matrix and its last
// vertex, NaN if it is degenerate. Neighbour k lies opposite vertex k, -1 for none.
template <int N>
struct Simplices {
  const double* transform;
  const int* neighbors;
  long long count;
};

// Barycentric coordinates of a point. False for a degenerate simplex, or NaN.
template <int N>
__device__ inline bool coordinates_in(Simplices<N> all, long long simplex,
                                      const double* x, double* c) {
  const double* map = all.transform + simplex * N * (N + 1);
  c[N] = 1.0;
  for (int i = 0; i < N; ++i) {
    double sum = 0.0;
    for (int j = 0; j < N; ++j) sum += map[N * i + j] * (x[j] - map[N * N + j]);
    c[i] = sum;
    c[N] -= sum;
  }
  return c[N] == c[N];
}

// Whether coordinates are those of a point inside; coordinate `wide` may be far less
// than 0.
template <int N>
__device__ inline bool is_inside(const double* c, double eps, int wide, double least) {
  for (int k = 0; k <= N; ++k)
    if (!(c[k] >= (k == wide ? -least : -eps) && c[k] <= 1.0 + eps)) return false;
  return true;
}

// The first simplex that holds a point, or -1. For a degenerate one its neighbours are
// asked, which reach farther on that side.
template <int N>
__device__ inline long long search_all(Simplices<N> all, const double* x, double eps,
                                       double eps_broad, double* c) {
  for (long long s = 0; s < all.count; ++s) {
    if (coordinates_in(all, s, x, c)) {
      if (is_inside<N>(c, eps, -1, eps)) return s;
      continue;
    }
    for (int k = 0; k <= N; ++k) {
      const long long t = all.neighbors[s * (N + 1) + k];
      if (t < 0 || !coordinates_in(all, t, x, c)) continue;
      int wide = -1;
      for (int m = 0; m <= N; ++m)
        if (all.neighbors[t * (N + 1) + m] == s) wide = m;
      if (is_inside<N>(c, eps, wide, eps_broad)) return t;
    }
  }
  return -1;
}

// For each point the simplex that holds it, -1 outside and for NaN, and its barycentric
// coordinates there, unless `coordinates` is null. A walk goes to the neighbour behind
// a face that the point lies behind; in a Delaunay triangulation it never comes back
// (Edelsbrunner, An acyclicity theorem for cell complexes in d dimensions, 1990). Where
// rounding or a degenerate simplex stops it, all simplices are looked at.
//
// `box` has the least and the largest coordinates of the triangulation. It is cut into
// cells along each axis, and `starts` has a simplex near to the middle of each; without
// it walks begin at simplex 0. With LAST the result is where a walk ended.
template <int N, bool LAST>
__global__ void find_simplices(const double* transform, const int* neighbors,
                               long long simplices, const double* box,
                               const int* starts, long long cells,
                               const double* points, long long count, bool walks,
                               double eps, double eps_broad, int* found,
                               double* coordinates) {
  const long long p = blockIdx.x * (long long)(blockDim.x) + threadIdx.x;
  if (p >= count) return;
  const Simplices<N> all = {transform, neighbors, simplices};
  double x[N], c[N + 1];
  bool outside = simplices == 0;
  long long cell = 0;
  for (int d = 0; d < N; ++d) {
    x[d] = points[p * N + d];
    outside = outside || !(x[d] >= box[d] - eps && x[d] <= box[N + d] + eps);
    const double place = (x[d] - box[d]) / (box[N + d] - box[d]) * cells;
    const long long at = place > 0.0 ? (long long)(place) : 0;
    cell = cell * cells + (at < cells ? at : cells - 1);
  }
  if (outside) {
    found[p] = -1;
    return;
  }
  long long simplex = starts ? starts[cell] : 0, last = simplex;
  bool lost = !walks;
  // A walk that is longer than this costs as much as to look at all.
  for (long long step = 0; !lost; ++step) {
    lost = step > 1 + simplices / 4 || !coordinates_in(all, simplex, x, c);
    if (lost) break;
    int behind = -1;
    for (int k = N; k >= 0; --k)
      if (c[k] < -eps) behind = k;
    last = simplex;
    if (behind < 0) {
      lost = !is_inside<N>(c, eps, -1, eps);
      break;
    }
    simplex = all.neighbors[simplex * (N + 1) + behind];
    if (simplex < 0) break;
  }
  if (lost) simplex = search_all(all, x, eps, eps_broad, c);
  found[p] = LAST ? (simplex < 0 ? last : simplex) : simplex;
  if (coordinates)
    for (int k = 0; k <= N; ++k) coordinates[p * (N + 1) + k] = c[k];
}

// The maps of simplices: inverses of the edges from the last vertex, by Gauss and
// Jordan's elimination, and that vertex. NaN where the reciprocal of the condition
// number is below `least`.
template <int N>
__global__ void make_transforms(const double* points, const int* simplices,
                                long long count, double least, double* transform) {
  const long long s = blockIdx.x * (long long)(blockDim.x) + threadIdx.x;
  if (s >= count) return;
  const int* vertices = simplices + s * (N + 1);
  double* out = transform + s * N * (N + 1);
  double a[N * N], b[N * N], norm = 0.0, inverse_norm = 0.0;
  for (int i = 0; i < N; ++i) {
    const double last = points[(long long)(vertices[N]) * N + i];
    double sum = 0.0;
    for (int j = 0; j < N; ++j) {
      a[N * i + j] = points[(long long)(vertices[j]) * N + i] - last;
      b[N * i + j] = i == j ? 1.0 : 0.0;
      sum += fabs(a[N * i + j]);
    }
    out[N * N + i] = last;
    norm = fmax(norm, sum);
  }
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (fabs(a[N * i + k]) > fabs(a[N * pivot + k])) pivot = i;
    for (int j = 0; j < N; ++j) {
      const double x = a[N * k + j], y = b[N * k + j];
      a[N * k + j] = a[N * pivot + j];
      b[N * k + j] = b[N * pivot + j];
      a[N * pivot + j] = x;
      b[N * pivot + j] = y;
    }
    for (int i = 0; i < N; ++i) {
      const double factor = i == k ? 0.0 : a[N * i + k] / a[N * k + k];
      for (int j = 0; j < N; ++j) {
        a[N * i + j] -= factor * a[N * k + j];
        b[N * i + j] -= factor * b[N * k + j];
      }
    }
  }
  for (int i = 0; i < N; ++i) {
    double sum = 0.0;
    for (int j = 0; j < N; ++j) {
      out[N * i + j] = b[N * i + j] / a[N * i + i];
      sum += fabs(out[N * i + j]);
    }
    inverse_norm = sum >= inverse_norm ? sum : sum == sum ? inverse_norm : sum;
  }
  const bool is_regular = 1.0 / (norm * inverse_norm) >= least;
  for (int i = 0; i < N * (N + 1) && !is_regular; ++i) out[i] = nan("");
}
