// SPDX-License-Identifier: Apache-2.0
// Morphology: windows over binary images.

enum Mode { NEAREST, WRAP, REFLECT, MIRROR, CONSTANT, GRID_WRAP, GRID_CONSTANT };

// A window around each item of an image: `before` items lie before it along an axis.
template <int R>
struct Window {
  long long n[R];
  long long size[R];
  long long before[R];
};

// The item of a line of n items that stands for one outside of it; -1 for a constant.
__device__ inline long long folded(long long x, long long n, int mode) {
  if (x >= 0 && x < n) return x;
  if (mode == NEAREST) return x < 0 ? 0 : n - 1;
  if (mode == CONSTANT || mode == GRID_CONSTANT) return -1;
  if (n == 1) return 0;
  const long long period = mode == MIRROR ? 2 * n - 2 : mode == REFLECT ? 2 * n : n;
  x %= period;
  if (x < 0) x += period;
  if (x < n) return x;
  return mode == MIRROR ? period - x : period - 1 - x;
}

// The window of one item. Tap k of the footprint is R coordinates in the window, and
// how far it is from the window's first item in memory.
template <int R, typename Index>
struct Place {
  Index low[R];
  Index base;
  bool inside;

  __device__ inline Place(const Window<R>& w, Index i) {
    Index stride = 1;
    base = 0;
    inside = true;
#pragma unroll
    for (int axis = R - 1; axis >= 0; --axis) {
      const Index n = (Index)w.n[axis];
      const Index next = axis ? i / n : 0;
      low[axis] = i - next * n - (Index)w.before[axis];
      i = next;
      base += low[axis] * stride;
      stride *= n;
      inside &= low[axis] >= 0 && low[axis] + w.size[axis] <= n;
    }
  }

  // Where a tap's item is; -1 outside of the image.
  __device__ inline Index tap(const Window<R>& w, const long long* taps, int k,
                              int mode) const {
    const long long* tap = taps + k * (R + 1);
    if (inside) return base + (Index)tap[R];
    Index at = 0;
#pragma unroll
    for (int axis = 0; axis < R; ++axis) {
      const long long x = folded(low[axis] + tap[axis], w.n[axis], mode);
      if (x < 0) return -1;
      at = at * (Index)w.n[axis] + (Index)x;
    }
    return at;
  }
};

// One erosion; with `invert` of the complement, which is a dilation.
template <int R, typename Index>
__global__ void binary_step(const bool* in, const bool* mask, bool* out, Window<R> window,
                            const long long* taps, int tap_count, int border, int invert,
                            int centre, int* changed, long long count) {
  const long long item = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (item >= count) return;
  const Index i = (Index)item;
  const bool own = in[i] != (bool)invert;
  bool result = own;
  if ((mask == nullptr || mask[i]) && (own || !centre)) {
    const Place<R, Index> place(window, i);
    result = true;
    for (int k = 0; k < tap_count && result; ++k) {
      const Index at = place.tap(window, taps, k, CONSTANT);
      result = at < 0 ? (bool)border : in[at] != (bool)invert;
    }
  }
  out[i] = result != (bool)invert;
  if (changed != nullptr && result != own) *changed = 1;
}
