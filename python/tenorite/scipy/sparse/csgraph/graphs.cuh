// SPDX-License-Identifier: Apache-2.0
// Kernels of graphs, whose edges are the entries of sparse arrays.

typedef long long Count;

__device__ inline Count item() {
  return blockIdx.x * (Count)blockDim.x + threadIdx.x;
}

// Of the roots at both ends of an edge the larger one gets the smaller as its parent.
// Whatever the order, roots end as the least node of each component.
template <typename I>
__global__ void hook(const I* row, const I* column, int* parent, Count edges) {
  const Count e = item();
  if (e >= edges) return;
  const int a = parent[row[e]], b = parent[column[e]];
  if (a == b) return;
  atomicMin(parent + (a > b ? a : b), a > b ? b : a);
}

// Every node is hung below the root of its tree. Parents only move up meanwhile.
__global__ void compress(int* parent, Count nodes) {
  const Count k = item();
  if (k >= nodes) return;
  int root = parent[k];
  while (parent[root] < root) root = parent[root];
  parent[k] = root;
}

// One round of Bellman and Ford: the length of a path to each node from each source
// that has one edge more, and the node before where that is shorter. `indptr` and
// `sources` are the edges that end at a node.
template <typename I>
__global__ void relax(const I* indptr, const I* sources, const double* weights,
                      const double* before, double* after, int* previous,
                      bool* changed, Count starts, Count nodes) {
  const Count k = item();
  if (k >= starts * nodes) return;
  const Count node = k % nodes;
  const double* lengths = before + (k - node);
  double best = lengths[node];
  int last = -1;
  for (Count e = indptr[node], end = indptr[node + 1]; e < end; ++e) {
    const double length = lengths[sources[e]] + weights[e];
    if (length < best) {
      best = length;
      last = (int)sources[e];
    }
  }
  after[k] = best;
  if (last >= 0) previous[k] = last;
  changed[k] = last >= 0;
}
