// SPDX-License-Identifier: Apache-2.0
// Connected components: trees in which each item's parent comes before it, joined by
// atomic minima, so that the root of a component is its first item.

template <int R>
struct Sizes {
  long long n[R];
};

__device__ constexpr int power_of_3(int r) { return r ? 3 * power_of_3(r - 1) : 1; }

// The neighbours before an item in C order, one bit for each.
template <int R>
struct Neighbours {
  static constexpr int COUNT = (power_of_3(R) - 1) / 2;
  unsigned long long bits[(COUNT + 63) / 64];
};

template <typename Index>
__device__ inline Index root_of(const Index* parents, Index i) {
  for (;;) {
    const Index parent = ((const volatile Index*)parents)[i];
    if (parent == i) return i;
    i = parent;
  }
}

template <typename Index>
__device__ inline void unite(Index* parents, Index a, Index b) {
  for (;;) {
    a = root_of(parents, a);
    b = root_of(parents, b);
    if (a == b) return;
    if (a < b) {
      const Index other = a;
      a = b;
      b = other;
    }
    const Index before = atomicMin(&parents[a], b);
    if (before == a) return;
    a = before;  // somebody else was faster: that tree has to be joined, too
  }
}

constexpr int SEGMENT = 32;  // items whose runs are found without atomics

// Parents to begin with: the first item of the run, if neighbours on a line of n items
// are connected; -1 outside of the image.
template <typename Index>
__global__ void find_runs(const bool* in, Index* parents, long long count, long long n,
                          int chained) {
#ifdef __CUDACC_RTC__
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (!in[i]) {
    parents[i] = -1;
    return;
  }
  long long first = i;
  if (chained) {
    long long limit = i - i % n;
    if (limit < i / SEGMENT * SEGMENT) limit = i / SEGMENT * SEGMENT;
    while (first > limit && in[first - 1]) --first;
  }
  parents[i] = (Index)first;
#else
  if (threadIdx.x) return;
  const long long begin = blockIdx.x * (long long)blockDim.x;
  const long long end = begin + blockDim.x < count ? begin + blockDim.x : count;
  long long place = begin % n;
  Index first = -1;
  for (long long i = begin; i < end; ++i) {
    if (place == n) place = 0;
    if (!in[i]) {
      first = -1;
    } else if (first < 0 || place == 0 || !chained) {
      first = (Index)i;
    }
    parents[i] = first;
    ++place;
  }
#endif
}

template <int R, typename Index>
__global__ void join_neighbours(const bool* in, Index* parents, Sizes<R> shape,
                                Neighbours<R> neighbours, long long count, int chained) {
  const long long item = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (item >= count || !in[item]) return;
  const Index i = (Index)item;
  Index at[R];
  Index rest = i;
#pragma unroll
  for (int axis = R - 1; axis > 0; --axis) {
    const Index n = (Index)shape.n[axis];
    const Index next = rest / n;
    at[axis] = rest - next * n;
    rest = next;
  }
  at[0] = rest;
  const bool follows = chained && at[R - 1] > 0 && in[i - 1];
  if (follows && i % SEGMENT == 0) unite<Index>(parents, i, i - 1);
  constexpr int COUNT = Neighbours<R>::COUNT;
  constexpr int STEPS = R <= 3 ? COUNT : 1;
#pragma unroll STEPS
  for (int k = 0; k < COUNT - 1 + (chained ? 0 : 1); ++k) {
    if (!(neighbours.bits[k / 64] >> (k % 64) & 1)) continue;
    int digits = k;
    Index stride = 1, j = i;
    bool inside = true;
    Index column = 0;
#pragma unroll
    for (int axis = R - 1; axis >= 0; --axis) {
      const Index c = at[axis] + (Index)(digits % 3 - 1);
      if (axis == R - 1) column = c;
      inside &= c >= 0 && c < (Index)shape.n[axis];
      j += stride * (Index)(digits % 3 - 1);
      stride *= (Index)shape.n[axis];
      digits /= 3;
    }
    if (!inside || !in[j]) continue;
    // Where both runs began before, the items before have been joined already.
    if (follows && column > 0 && in[j - 1]) continue;
    unite<Index>(parents, i, j);
  }
}

// Makes the root the parent of each item.
template <typename Index>
__global__ void flatten_trees(Index* parents, long long count) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count || parents[i] < 0) return;
  parents[i] = root_of(parents, parents[i]);
}

// Labels by the number of roots up to an item's root.
template <typename Index, typename Out>
__global__ void number_items(const Index* parents, const Index* roots, Out* out,
                             long long count) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = parents[i] < 0 ? (Out)0 : (Out)roots[parents[i]];
}

// Tells the roots of components that hold a source.
template <typename Index>
__global__ void mark_sources(const Index* parents, const bool* sources, bool* marks,
                             long long count) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < count && sources[i]) marks[parents[i]] = true;
}

template <typename Index>
__global__ void spread_marks(const Index* parents, const bool* marks, bool* out,
                             long long count, int invert) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = (parents[i] >= 0 && marks[parents[i]]) != (bool)invert;
}
