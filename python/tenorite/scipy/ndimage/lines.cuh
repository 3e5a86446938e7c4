// SPDX-License-Identifier: Apache-2.0
// Filters along one axis. An array is (outer, n, inner) in C order; each item of the
// result is an operation on the window of K items that starts `before` items before it.
// Three kernels share the work: `columns` where neighbours lie on other lines (inner is large), `rows` for the inner
// part of contiguous lines, `ends` for the rest: ends of lines, and short lines.

// ---- windows ----

template <typename In, typename Value>
struct Inside {
  const In* x;
  Index step;
  __device__ Value operator()(Index j) const { return (Value)x[j * step]; }
};

template <typename In, typename Value>
struct Across {
  const In* line;
  Index start, step, n;
  int mode;
  Value constant;
  __device__ Value operator()(Index j) const {
    Index k = extend(start + j, n, mode);
    return k < 0 ? constant : (Value)line[k * step];
  }
};

// Windows of neighbours on other lines, or one after the other on one.
template <typename In, typename Value>
struct Rows {
  const In* x;  // item 0 of the first window, if it lies inside
  Index start, step, n;
  int mode;
  Value constant;
  bool is_inside;
  __device__ const In* row(Index j) const {
    if (is_inside) return x + (start + j) * step;
    Index k = extend(start + j, n, mode);
    return k < 0 ? nullptr : x + k * step;
  }
};

template <typename Value>
struct InRegisters {
  const Value* x;
  __device__ Value operator()(int j) const { return x[j]; }
};

// ---- kernels ----

struct Lines {
  long long outer, n, inner, before;
  long long mode;
  double constant;
};

// Threads are neighbours along `inner`; each makes R items along the axis, whose
// windows overlap and are loaded once.
template <typename In, typename Out, typename Op, int R, int span>
__global__ void columns(const In* __restrict__ x, Out* __restrict__ y, Op op,
                        const double* __restrict__ many, Lines lines) {
  typedef typename Op::Value Value;
  Index chunks = (lines.n + R - 1) / R;
  Index slab = (Index)blockIdx.z * gridDim.y + blockIdx.y;
  if (slab >= lines.outer * chunks) return;
  Index first = slab % chunks * R;
  Index base = slab / chunks * lines.n * lines.inner;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (span > 1) {
    Index begin = (Index)column * span;
    if (begin >= lines.inner) return;
    Index left = lines.inner - begin, start = first - lines.before;
    Rows<In, Value> window{x + base + begin,
                           start,
                           lines.inner,
                           lines.n,
                           (int)lines.mode,
                           Convert<Value, double>::from(lines.constant),
                           start >= 0 && start + op.size() <= lines.n};
    fill_span<span>(op, window, many, left < span ? (int)left : span,
                    y + base + first * lines.inner + begin);
  } else if (column < (int)lines.inner) {
    const In* line = x + base + column;
    Out* out = y + base + column + first * lines.inner;
    Index start = first - lines.before;
    Index count = op.size();
    if (start >= 0 && start + count + R - 1 <= lines.n) {
      if constexpr (R > 1 && Op::K > 0) {
        Value window[Op::K + R - 1];
        UNROLL for (int j = 0; j < Op::K + R - 1; ++j)
          window[j] = (Value)line[(start + j) * lines.inner];
        UNROLL for (int r = 0; r < R; ++r)
          out[r * lines.inner] = result<Out>(op.apply(InRegisters<Value>{window + r}, many));
      } else {
        for (int r = 0; r < R; ++r)
          out[r * lines.inner] = result<Out>(op.apply(
              Inside<In, Value>{line + (start + r) * lines.inner, lines.inner}, many));
      }
    } else {
      for (int r = 0; r < R && first + r < lines.n; ++r)
        out[r * lines.inner] = result<Out>(op.apply(
            Across<In, Value>{line, start + r, lines.inner, lines.n, (int)lines.mode,
                              Convert<Value, double>::from(lines.constant)}, many));
    }
  }
}

// inner is 1. Items [first, last) of each line, both multiples of R, whose windows lie
// inside. With P > 1, P items are loaded at once: lines and their windows' starts,
// `slack` items before `before`, are aligned to them.
template <typename In, typename Out, typename Op, int R, int P, int slack, int span>
__global__ void rows(const In* __restrict__ x, Out* __restrict__ y, Op op,
                     const double* __restrict__ many, Lines lines, Index first,
                     Index last) {
  typedef typename Op::Value Value;
  Index chunks = (last - first) / R;
  Index row = (Index)blockIdx.z * gridDim.y + blockIdx.y;
  if (row >= lines.outer) return;
  Index base = row * lines.n;
  int chunk = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (span > 1) {
    Index begin = first + (Index)chunk * span;
    if (begin >= last) return;
    Rows<In, Value> window{x + base, begin - lines.before, 1, lines.n, 0, Value(), true};
    fill_span<span>(op, window, many, last - begin < span ? (int)(last - begin) : span,
                    y + base + begin);
  } else if (chunk < (int)chunks) {
    if constexpr (P == 1) {
      const In* start = x + base + first - lines.before;
      Out* out = y + base + first;
      out[chunk] = result<Out>(op.apply(Inside<In, Value>{start + chunk, 1}, many));
    } else {
      Index k = first + (Index)chunk * R;
      struct alignas(sizeof(In) * P) Pack {
        In items[P];
      };
      const int loads = (Op::K + R - 1 + slack + P - 1) / P;
      Value window[loads * P];
      const Pack* packs = (const Pack*)(x + base + k - lines.before - slack);
      UNROLL for (int j = 0; j < loads; ++j) {
        Pack pack = packs[j];
        UNROLL for (int i = 0; i < P; ++i) window[j * P + i] = (Value)pack.items[i];
      }
      Out results[R];
      UNROLL for (int r = 0; r < R; ++r)
        results[r] = result<Out>(op.apply(InRegisters<Value>{window + slack + r}, many));
      const int width = sizeof(Out) * R > 16 ? 16 / (int)sizeof(Out) : R;
      struct alignas(sizeof(Out) * width) Results {
        Out items[width];
      };
      UNROLL for (int r = 0; r < R; r += width) {
        Results group;
        UNROLL for (int i = 0; i < width; ++i) group.items[i] = results[r + i];
        *(Results*)(y + base + k + r) = group;
      }
    }
  }
}

// Items [0, left) and the last `right` ones of each line.
template <typename In, typename Out, typename Op>
__global__ void ends(const In* __restrict__ x, Out* __restrict__ y, Op op,
                     const double* __restrict__ many, Lines lines, Index left,
                     Index right) {
  typedef typename Op::Value Value;
  Index edge = left + right;
  Index id = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= lines.outer * edge * lines.inner) return;
  Index column = id % lines.inner, rest = id / lines.inner;
  Index k = rest % edge;
  if (k >= left) k += lines.n - edge;
  Index base = rest / edge * lines.n * lines.inner + column;
  y[base + k * lines.inner] = result<Out>(op.apply(
      Across<In, Value>{x + base, k - lines.before, lines.inner, lines.n,
                        (int)lines.mode, Convert<Value, double>::from(lines.constant)}, many));
}
