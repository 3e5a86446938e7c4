// SPDX-License-Identifier: Apache-2.0
// Filters over several axes: an operation on the N items of a window (0: any number) of
// any form, in arrays of D axes in C order. Two kernels share the work: `middle` where
// the windows of a block of neighbours reach no end of their rows, and `edges`.

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
    Index place = row_of<N, D>(at, j, grid, places);
    if (place < 0) return nullptr;
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
