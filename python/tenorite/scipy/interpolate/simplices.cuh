// SPDX-License-Identifier: Apache-2.0
// Interpolation in the simplices of a triangulation: of each point its simplex, -1
// outside, and its barycentric coordinates there. One thread for each point and column.

#include <cupy/complex.cuh>

// Linear between the values of the N + 1 vertices.
template <class T, int N>
__global__ void linear_in_simplices(const T* values, long long columns,
                                    const int* simplices, const int* found,
                                    const double* coordinates, long long count, T fill,
                                    T* out) {
  const long long i = blockIdx.x * (long long)(blockDim.x) + threadIdx.x;
  if (i >= count * columns) return;
  const long long p = i / columns, j = i - p * columns, s = found[p];
  T sum = T(0);
  for (int k = 0; s >= 0 && k <= N; ++k) {
    const long long vertex = simplices[s * (N + 1) + k];
    sum = sum + coordinates[p * (N + 1) + k] * values[vertex * columns + j];
  }
  out[i] = s < 0 ? fill : sum;
}

// Clough and Tocher's cubics: a triangle is cut at its centroid into three, which have
// cubics in Bernstein's form whose derivatives across edges are linear in a direction
// that both triangles of an edge share; `across` says it for the edges opposite the
// vertices. `gradients` (points, columns, 2) are those at the points. See Alfeld, A
// trivariate Clough-Tocher scheme, 1984, and Farin, Triangular Bernstein-Bezier patches,
// 1986.
template <class T>
__global__ void cubic_in_triangles(const T* values, const T* gradients,
                                   long long columns, const double* points,
                                   const int* simplices, const double* across,
                                   const int* found, const double* coordinates,
                                   long long count, T fill, T* out) {
  const long long i = blockIdx.x * (long long)(blockDim.x) + threadIdx.x;
  if (i >= count * columns) return;
  const long long p = i / columns, j = i - p * columns, s = found[p];
  if (s < 0) {
    out[i] = fill;
    return;
  }
  // Control points: at the vertices, and beside the first and the second vertex of the
  // edge k from vertex k + 1 to vertex k + 2.
  T corner[3], first[3], second[3];
  for (int k = 0; k < 3; ++k) corner[k] = values[simplices[3 * s + k] * columns + j];
  for (int k = 0; k < 3; ++k) {
    const int from = (k + 1) % 3, to = (k + 2) % 3;
    const long long a = simplices[3 * s + from], b = simplices[3 * s + to];
    const double x = points[2 * b] - points[2 * a];
    const double y = points[2 * b + 1] - points[2 * a + 1];
    const T* rise = gradients + 2 * (a * columns + j);
    const T* fall = gradients + 2 * (b * columns + j);
    first[k] = corner[from] + (rise[0] * x + rise[1] * y) / 3.0;
    second[k] = corner[to] - (fall[0] * x + fall[1] * y) / 3.0;
  }
  // Those beside the vertices, beside the edges' middles, and beside the centroid.
  T near[3], middle[3], inner[3];
  for (int k = 0; k < 3; ++k)
    near[k] = (corner[k] + first[(k + 2) % 3] + second[(k + 1) % 3]) / 3.0;
  for (int k = 0; k < 3; ++k) {
    const T a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
    const T bend = b - a + 3.0 * (first[k] - second[k]);
    const T rest = 2.0 * first[k] - a - second[k] + near[(k + 1) % 3] + near[(k + 2) % 3];
    middle[k] = (across[3 * s + k] * bend + rest) / 2.0;
  }
  for (int k = 0; k < 3; ++k)
    inner[k] = (near[k] + middle[(k + 1) % 3] + middle[(k + 2) % 3]) / 3.0;
  const T centroid = (inner[0] + inner[1] + inner[2]) / 3.0;
  // The point is in the part at the edge opposite the vertex that is farthest.
  const double* c = coordinates + 3 * p;
  const int k = c[1] < c[0] ? (c[2] < c[1] ? 2 : 1) : (c[2] < c[0] ? 2 : 0);
  const int from = (k + 1) % 3, to = (k + 2) % 3;
  const double u = c[from] - c[k], v = c[to] - c[k], w = 3.0 * c[k];
  T sum = u * u * u * corner[from] + v * v * v * corner[to] + w * w * w * centroid;
  sum = sum + 3.0 * u * u * (v * first[k] + w * near[from]);
  sum = sum + 3.0 * v * v * (u * second[k] + w * near[to]);
  sum = sum + 3.0 * w * w * (u * inner[from] + v * inner[to]);
  out[i] = sum + 6.0 * u * v * w * middle[k];
}
