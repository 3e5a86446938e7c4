// SPDX-License-Identifier: Apache-2.0
// Filters over several axes: an operation on the N items of a window (0: any number) of
// any form, in arrays of D axes in C order. Two kernels share the work: `middle` where
// the windows of a block of neighbours reach no end of their rows, and `edges`.

// Where the items of a window lie, seen from the item that is made.
template <int N, int D>
struct Taps {
  long long count;
  int offsets[N];     // in the array
  short steps[N][D];  // along each axis
};

// As Taps, in memory: N offsets, then N * D steps.
template <int D>
struct Taps<0, D> {
  long long count;
};

template <int D>
struct Grid {
  long long shape[D];
  long long reach_before[D], reach_after[D];  // of windows, along each axis
  long long rows, mode;
  double constant;
};

// Items of windows by one rule for arguments and memory.
template <int N, int D>
struct Places {
  const Taps<N, D>& taps;
  const Index* memory;
  __device__ Index offset(Index j) const {
    if constexpr (N > 0)
      return taps.offsets[j];
    else
      return memory[j];
  }
  __device__ Index step(Index j, int axis) const {
    if constexpr (N > 0)
      return taps.steps[j][axis];
    else
      return memory[taps.count + j * D + axis];
  }
};

template <typename In, typename Value, int N, int D>
struct Within {
  const In* item;
  Places<N, D> places;
  __device__ Value operator()(Index j) const { return (Value)item[places.offset(j)]; }
};

template <typename In, typename Value, int N, int D>
struct Anywhere {
  const In* x;
  const Index* at;  // coordinates of the item
  const Grid<D>& grid;
  Places<N, D> places;
  __device__ Value operator()(Index j) const {
    Index place = 0;
    bool is_outside = false;
    for (int d = 0; d < D; ++d) {
      Index k = extend(at[d] + places.step(j, d), grid.shape[d], (int)grid.mode);
      is_outside |= k < 0;
      place = place * grid.shape[d] + k;
    }
    return is_outside ? Convert<Value, double>::from(grid.constant) : (Value)x[place];
  }
};

// Coordinates of a row, and whether the windows on it lie inside the other axes.
template <int D>
__device__ inline bool locate(Index row, const Grid<D>& grid, Index* at) {
  bool is_inside = true;
  UNROLL for (int d = D - 2; d >= 0; --d) {
    at[d] = row % grid.shape[d];
    row /= grid.shape[d];
    is_inside &= at[d] >= grid.reach_before[d] &&
                 at[d] + grid.reach_after[d] < grid.shape[d];
  }
  return is_inside;
}

// Windows of the columns of one row from `column` on, which lie inside along it.
template <typename In, typename Value, int N, int D>
struct Rows {
  const In* x;
  const In* item;
  const Index* at;
  const Grid<D>& grid;
  Places<N, D> places;
  Value constant;
  bool is_inside;
  __device__ const In* row(Index j) const {
    if (is_inside) return item + places.offset(j);
    Index place = 0;
    for (int d = 0; d < D - 1; ++d) {
      Index k = extend(at[d] + places.step(j, d), grid.shape[d], (int)grid.mode);
      if (k < 0) return nullptr;
      place = place * grid.shape[d] + k;
    }
    return x + place * grid.shape[D - 1] + at[D - 1] + places.step(j, D - 1);
  }
};

// Columns [first, last) of each row; a block has neighbours of one row.
template <typename In, typename Out, typename Op, int N, int D, int span>
__global__ void middle(const In* __restrict__ x, Out* __restrict__ y, Op op,
                       const double* __restrict__ many, Taps<N, D> taps,
                       const Index* __restrict__ memory, Grid<D> grid, Index first,
                       Index last) {
  typedef typename Op::Value Value;
  Index row = (Index)blockIdx.z * gridDim.y + blockIdx.y;
  if (row >= grid.rows) return;
  Index n = grid.shape[D - 1];
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (span > 1) {
    Index begin = first + (Index)column * span;
    if (begin >= last) return;
    Index at[D];
    bool is_inside = locate<D>(row, grid, at);
    at[D - 1] = begin;
    Rows<In, Value, N, D> window{x,
                                 x + row * n + begin,
                                 at,
                                 grid,
                                 {taps, memory},
                                 Convert<Value, double>::from(grid.constant),
                                 is_inside};
    fill_span<span>(op, window, many, last - begin < span ? (int)(last - begin) : span,
                    y + row * n + begin);
  } else if (column < (int)(last - first)) {
    column += (int)first;
    Index at[D];
    bool is_inside = locate<D>(row, grid, at);
    const In* line = x + row * n;
    Out* out = y + row * n;
    if (is_inside) {
      out[column] = result<Out>(op.apply(
          Within<In, Value, N, D>{line + column, {taps, memory}}, many));
    } else {
      at[D - 1] = column;
      out[column] = result<Out>(
          op.apply(Anywhere<In, Value, N, D>{x, at, grid, {taps, memory}}, many));
    }
  }
}

template <int rows>
struct Offsets {
  int of[rows];  // of the rows of a box, from the item that is made, in the array
};

// Columns [first, last) of each row, both multiples of R, for windows that are boxes with
// rows of W items. A thread makes R neighbours and loads P items at once: rows and the
// starts of windows, `slack` items before the first one, are aligned to them.
template <typename In, typename Out, typename Op, int N, int D, int W, int R, int P,
          int slack>
__global__ void boxes(const In* __restrict__ x, Out* __restrict__ y, Op op,
                      const double* __restrict__ many, Taps<N, D> taps,
                      const Index* __restrict__ memory, Grid<D> grid, Index first,
                      Index last, Offsets<Op::K / W> offsets) {
  typedef typename Op::Value Value;
  Index row = (Index)blockIdx.z * gridDim.y + blockIdx.y;
  if (row >= grid.rows) return;
  int chunk = blockIdx.x * blockDim.x + threadIdx.x;
  if (chunk >= (int)((last - first) / R)) return;
  Index n = grid.shape[D - 1];
  Index column = first + (Index)chunk * R;
  Index at[D];
  Out* out = y + row * n + column;
  if (!locate<D>(row, grid, at)) {
    for (int r = 0; r < R; ++r) {
      at[D - 1] = column + r;
      out[r] = result<Out>(
          op.apply(Anywhere<In, Value, N, D>{x, at, grid, {taps, memory}}, many));
    }
    return;
  }
  struct alignas(sizeof(In) * P) Pack {
    In items[P];
  };
  const In* item = x + row * n + column;
  auto load = [&](int k, Value* window) {
    const Pack* packs = (const Pack*)(item + offsets.of[k] - slack);
    const int loads = (W + R - 1 + slack + P - 1) / P;
    UNROLL for (int j = 0; j < loads; ++j) {
      Pack pack = packs[j];
      UNROLL for (int i = 0; i < P; ++i) {
        const int place = j * P + i - slack;
        if (place >= 0 && place < W + R - 1) window[place] = (Value)pack.items[i];
      }
    }
  };
  Value results[R];
  op.template apply_rows<R, W>(load, results);
  UNROLL for (int r = 0; r < R; ++r) out[r] = result<Out>(results[r]);
}

// Columns [0, left) and the last `right` ones of each row.
template <typename In, typename Out, typename Op, int N, int D>
__global__ void edges(const In* __restrict__ x, Out* __restrict__ y, Op op,
                      const double* __restrict__ many, Taps<N, D> taps,
                      const Index* __restrict__ memory, Grid<D> grid, Index left,
                      Index right) {
  typedef typename Op::Value Value;
  Index edge = left + right, n = grid.shape[D - 1];
  Index id = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= grid.rows * edge) return;
  Index column = id % edge, row = id / edge;
  if (column >= left) column += n - edge;
  Index at[D];
  bool is_inside = locate<D>(row, grid, at) && column >= grid.reach_before[D - 1] &&
                   column + grid.reach_after[D - 1] < n;
  Index place = row * n + column;
  at[D - 1] = column;
  y[place] =
      is_inside
          ? result<Out>(
                op.apply(Within<In, Value, N, D>{x + place, {taps, memory}}, many))
          : result<Out>(op.apply(
                Anywhere<In, Value, N, D>{x, at, grid, {taps, memory}}, many));
}
