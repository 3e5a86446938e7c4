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

// Dijkstra's method with a heap, in the place of the rounds where threads are few and
// no weight is below 0. `indptr` and `targets` are the edges that begin at a node. A
// thread has every `threads`-th line, and 2 * nodes items of `heaps`: the heap, ordered
// by lengths, and where each node is in it. `lengths` are 0 where paths start.
template <typename I>
__global__ void search(const I* indptr, const I* targets, const double* weights,
                       double* lengths, int* previous, int* heaps, double limit,
                       Count lines, Count nodes, Count threads) {
  const Count thread = item();
  if (thread >= threads) return;
  int* heap = heaps + thread * 2 * nodes;
  int* place = heap + nodes;
  for (Count line = thread; line < lines; line += threads) {
    double* length = lengths + line * nodes;
    int size = 0;
    for (Count node = 0; node < nodes; ++node) {
      place[node] = -1;
      if (length[node] != 0) continue;
      place[node] = size;
      heap[size++] = (int)node;
    }
    while (size > 0) {
      const int node = heap[0], moved = heap[--size];
      // The last node goes down from the top.
      int at = 0;
      for (int below = 1; below < size; below = 2 * at + 1) {
        if (below + 1 < size && length[heap[below + 1]] < length[heap[below]]) ++below;
        if (!(length[heap[below]] < length[moved])) break;
        heap[at] = heap[below];
        place[heap[at]] = at;
        at = below;
      }
      heap[at] = moved;
      place[moved] = at;
      place[node] = -1;
      for (Count e = indptr[node], end = indptr[node + 1]; e < end; ++e) {
        const int target = (int)targets[e];
        const double next = length[node] + weights[e];
        if (!(next < length[target]) || next > limit) continue;
        length[target] = next;
        previous[line * nodes + target] = node;
        at = place[target] < 0 ? size++ : place[target];
        while (at > 0 && next < length[heap[(at - 1) / 2]]) {
          heap[at] = heap[(at - 1) / 2];
          place[heap[at]] = at;
          at = (at - 1) / 2;
        }
        heap[at] = target;
        place[target] = at;
      }
    }
  }
}
