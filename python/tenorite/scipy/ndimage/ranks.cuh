// SPDX-License-Identifier: Apache-2.0
// Ranks of windows by selection networks (_networks.py): items of one rank in boxes of H
// rows of W items. A window of any other form is a box with a row for each of its items.
// NaNs come last, as in a sort: networks see infinities in their place, and a rank in
// which there is a NaN is told by their number.

template <typename T>
struct Traits {
  static const bool is_float = false;
  typedef T Wire;  // in which items are compared
};
template <>
struct Traits<float> {
  static const bool is_float = true;
  typedef float Wire;
};
template <>
struct Traits<double> {
  static const bool is_float = true;
  typedef double Wire;
};
template <>
struct Traits<bool> {
  static const bool is_float = false;
  typedef unsigned char Wire;
};
#if defined(__CUDACC_RTC__)
// Registers of GPUs have 32 bits.
#define WIDER(T)                        \
  template <>                           \
  struct Traits<T> {                    \
    static const bool is_float = false; \
    typedef int Wire;                   \
  };
WIDER(signed char)
WIDER(unsigned char)
WIDER(short)
WIDER(unsigned short)
#undef WIDER
#endif

template <typename T>
__device__ __forceinline__ T lesser(T a, T b) {
  return b < a ? b : a;
}
template <typename T>
__device__ __forceinline__ T greater(T a, T b) {
  return b < a ? a : b;
}
#if defined(__CUDACC_RTC__)
// One instruction each; there are no NaNs.
__device__ __forceinline__ float lesser(float a, float b) { return fminf(a, b); }
__device__ __forceinline__ float greater(float a, float b) { return fmaxf(a, b); }
#endif

// What is rare is short: loops that the compiler is not to unroll.
#if defined(__CUDACC_RTC__)
#define ROLLED _Pragma("unroll 1")
#else
#define ROLLED
#endif

// The network of R windows side by side, which stands behind this text: rows of items,
// and a result for each window.
template <typename T>
__device__ void select(const T* x, T* y);

// Items of the windows around one item, wherever they lie.
template <typename In, typename Value, int N, int D>
struct Surroundings {
  const In* x;
  const Index* at;  // coordinates of the item
  const Grid<D>& grid;
  Places<N, D> rows;
  __device__ Value constant() const { return Convert<Value, double>::from(grid.constant); }
  // Item j of row k; windows of neighbours go on in it.
  __device__ Value operator()(Index k, Index j) const {
    Index n = grid.shape[D - 1], row = row_of<N, D>(at, k, grid, rows);
    Index column = extend(at[D - 1] + rows.step(k, D - 1) + j, n, (int)grid.mode);
    return row < 0 || column < 0 ? constant() : (Value)x[row * n + column];
  }
  // The first `count` items of row k.
  template <typename Wire>
  __device__ void take(Index k, int count, Wire* items) const {
    Index n = grid.shape[D - 1], row = row_of<N, D>(at, k, grid, rows);
    Index start = at[D - 1] + rows.step(k, D - 1);
    if (row >= 0 && start >= 0 && start + count <= n) {
      const In* from = x + row * n + start;
      ROLLED for (int j = 0; j < count; ++j) items[j] = (Wire)(Value)from[j];
    } else {
      ROLLED for (int j = 0; j < count; ++j) items[j] = (Wire)(*this)(k, j);
    }
  }
  // Whether the item of rank `rank` in window r is a NaN, which goes to `nan`.
  __device__ bool is_nan(Index r, Index height, Index width, Index rank,
                         Value& nan) const {
    Index others = 0;
    ROLLED for (Index k = 0; k < height; ++k) {
      ROLLED for (Index j = 0; j < width; ++j) {
        Value item = (*this)(k, r + j);
        if (item == item)
          ++others;
        else
          nan = item;
      }
    }
    return rank >= others;
  }
};

// A thread makes R neighbours and loads P items at once: rows and the starts of windows,
// `slack` items before the first one, are aligned to them. The reach of windows along
// the last axis is that of the thread's loads.
template <typename In, typename Out, typename Value, int D, int H, int W, int R, int P,
          int slack>
__global__ void rank_in_registers(const In* __restrict__ x, Out* __restrict__ y,
                                  Taps<H, D> taps, Grid<D> grid, Index rank) {
  typedef typename Traits<Value>::Wire Wire;
  const int L = W + R - 1, loads = (L + slack + P - 1) / P;
  Index n = grid.shape[D - 1], chunks = (n + R - 1) / R;
  Index id = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= grid.rows * chunks) return;
  Index row = D == 1 ? 0 : id / chunks, at[D];
  bool is_inside = locate<D>(row, grid, at);
  Index column = (id - row * chunks) * R;
  at[D - 1] = column;
  is_inside &= column >= grid.reach_before[D - 1] && column + grid.reach_after[D - 1] < n;
  Surroundings<In, Value, H, D> around{x, at, grid, {taps, nullptr}};
  Wire items[H * L];
  if (is_inside) {
    struct alignas(sizeof(In) * P) Pack {
      In items[P];
    };
    const In* item = x + row * n + column;
    UNROLL for (int k = 0; k < H; ++k) {
      const Pack* packs = (const Pack*)(item + taps.offsets[k] - slack);
      UNROLL for (int j = 0; j < loads; ++j) {
        Pack pack = packs[j];
        UNROLL for (int i = 0; i < P; ++i) {
          const int place = j * P + i - slack;
          if (place >= 0 && place < L) items[k * L + place] = (Wire)(Value)pack.items[i];
        }
      }
    }
  } else {
    Wire all[H * L];
    ROLLED for (int k = 0; k < H; ++k) around.take(k, L, all + k * L);
    UNROLL for (int j = 0; j < H * L; ++j) items[j] = all[j];
  }
  bool has_nans = false;
  if constexpr (Traits<Value>::is_float) {
    // Of an infinity, too, the product is none: then there are just no NaNs to find.
    Value none = 0;
    UNROLL for (int j = 0; j < H * L; ++j) none = fma(items[j], (Value)0, none);
    has_nans = none != none;
    if (has_nans) {
      UNROLL for (int j = 0; j < H * L; ++j)
        if (items[j] != items[j]) items[j] = (Value)1e300 * (Value)1e300;
    }
  }
  Wire found[R];
  select(items, found);
  if constexpr (Traits<Value>::is_float) {
    if (has_nans) {
      Value nan = 0;
      int nans = 0;  // a bit for each
      ROLLED for (int r = 0; r < R; ++r) nans |= around.is_nan(r, H, W, rank, nan) << r;
      UNROLL for (int r = 0; r < R; ++r)
        if (nans >> r & 1) found[r] = nan;
    }
  }
  Out* out = y + row * n + column;
  if constexpr (P > 1) {  // rows of the result are aligned, too
    const int width = sizeof(Out) * R > 16 ? 16 / (int)sizeof(Out) : R;
    struct alignas(sizeof(Out) * width) Results {
      Out items[width];
    };
    UNROLL for (int r = 0; r < R; r += width) {
      Results group;
      UNROLL for (int i = 0; i < width; ++i)
        group.items[i] = result<Out>((Value)found[r + i]);
      *(Results*)(out + r) = group;
    }
  } else {
    UNROLL for (int r = 0; r < R; ++r)
      if (column + r < n) out[r] = result<Out>((Value)found[r]);
  }
}

// One step of a network on lines: minima, maxima, or both.
enum Kind { kLeast = 0, kGreatest = 1, kBoth = 2 };
struct Step {
  int kind, least, greatest, a, b, more;
};

template <typename Wire>
__device__ inline void order(int kind, const Wire* __restrict__ a,
                             const Wire* __restrict__ b, int count,
                             Wire* __restrict__ least, Wire* __restrict__ greatest) {
  if (kind == kBoth) {
    for (int i = 0; i < count; ++i) {
      const Wire p = a[i], q = b[i];
      least[i] = lesser(p, q);
      greatest[i] = greater(p, q);
    }
  } else if (kind == kLeast) {
    for (int i = 0; i < count; ++i) least[i] = lesser(a[i], b[i]);
  } else {
    for (int i = 0; i < count; ++i) greatest[i] = greater(a[i], b[i]);
  }
}

struct Network {
  long long steps, height, width, stride, found, rank;
};

// On the CPU: a thread makes `span` neighbours, and wires are lines of as many items. The
// network and the rows' places stand in memory; lines take up to `room` items.
template <typename In, typename Out, typename Value, int D, int span, int room>
__global__ void rank_in_lines(const In* __restrict__ x, Out* __restrict__ y,
                              const Step* steps, Network network, Taps<0, D> taps,
                              const Index* memory, Grid<D> grid) {
  typedef typename Traits<Value>::Wire Wire;
  Index n = grid.shape[D - 1], chunks = (n + span - 1) / span;
  Index id = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= grid.rows * chunks) return;
  Index row = id / chunks, at[D];
  locate<D>(row, grid, at);
  at[D - 1] = (id - row * chunks) * span;
  int count = n - at[D - 1] < span ? (int)(n - at[D - 1]) : span;
  Surroundings<In, Value, 0, D> around{x, at, grid, {taps, memory}};
  Wire lines[room];
  bool has_nans = false;
  for (Index k = 0; k < network.height; ++k) {
    Wire* line = lines + k * network.stride;
    int items = count + (int)network.width - 1;
    around.take(k, items, line);
    if constexpr (Traits<Value>::is_float) {
      int nans = 0;
      for (int i = 0; i < items; ++i) nans |= line[i] != line[i];
      if (!nans) continue;
      has_nans = true;
      for (int i = 0; i < items; ++i)
        if (line[i] != line[i]) line[i] = (Value)1e300 * (Value)1e300;
    }
  }
  for (Index k = 0; k < network.steps; ++k) {
    const Step step = steps[k];
    order(step.kind, lines + step.a, lines + step.b, count + step.more,
          lines + step.least, lines + step.greatest);
  }
  const Wire* found = lines + network.found;
  Out* out = y + row * n + at[D - 1];
  for (int i = 0; i < count; ++i) out[i] = result<Out>((Value)found[i]);
  if (!has_nans) return;
  Value nan = 0;
  for (int i = 0; i < count; ++i)
    if (around.is_nan(i, network.height, network.width, network.rank, nan))
      out[i] = result<Out>(nan);
}
