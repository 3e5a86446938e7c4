// SPDX-License-Identifier: Apache-2.0
#include "linalg/cpu/own_gemm.h"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"

namespace tenorite::linalg::cpu {
namespace {

// What sums are kept in. Wrapping 8-bit integers are the low halves of 16-bit
// ones, which CPUs can multiply by the vector.
template <class T>
struct SumOf {
  using type = T;
};
template <>
struct SumOf<unsigned char> {
  using type = unsigned short;
};
template <>
struct SumOf<bool> {
  using type = unsigned char;
};
template <>
struct SumOf<half> {
  using type = float;
};
template <class T>
using Sum = typename SumOf<T>::type;

template <class T>
TENORITE_ALWAYS_INLINE Sum<T> load(const T* p) {
  if constexpr (is_bool<T>)
    return *reinterpret_cast<const unsigned char*>(p) != 0;
  else
    return static_cast<Sum<T>>(*p);
}
template <class T>
TENORITE_ALWAYS_INLINE Sum<T> load(const T* p, bool conjugate) {
  Sum<T> x = load(p);
  if constexpr (is_complex<T>)
    if (conjugate) x.im = -x.im;
  return x;
}

// sum + x * y, and for bool: sum or (x and y). V is Sum<T> or a vector of it.
template <class T, class V>
TENORITE_ALWAYS_INLINE void add_product(V& sum, const V& x, const V& y) {
  if constexpr (is_bool<T>)
    sum |= x & y;
  else if constexpr (is_same<V, unsigned short>)  // int could overflow
    sum = static_cast<V>(sum + unsigned{x} * unsigned{y});
  else
    sum = sum + x * y;
}
template <class T>
TENORITE_ALWAYS_INLINE void add(Sum<T>& sum, const Sum<T>& x) {
  if constexpr (is_bool<T>)
    sum |= x;
  else
    sum = static_cast<Sum<T>>(sum + x);
}

// The register block: kRows x kCols sums, kCols two AVX2 registers wide.
constexpr int kRows = 4;
template <class T>
constexpr int kCols = is_complex<T> ? 4 : 64 / static_cast<int>(sizeof(Sum<T>));
// The cache block that one task computes, and how much of k it packs.
constexpr int64_t kTile = 128, kDepth = 256;
// m * k up to which packing costs more than it saves.
constexpr int64_t kSmall = 256;

// a: depth groups of kRows, b: depth groups of kCols; sums is row-major.
template <class T>
TENORITE_ALWAYS_INLINE void multiply_block(const Sum<T>* a, const Sum<T>* b,
                                           int64_t depth, Sum<T>* sums) {
  using S = Sum<T>;
  if constexpr (is_complex<T>) {
    for (int64_t p = 0; p < depth; ++p)
      for (int i = 0; i < kRows; ++i)
        for (int j = 0; j < kCols<T>; ++j)
          add_product<T>(sums[i * kTile + j], a[p * kRows + i],
                         b[p * kCols<T> + j]);
  } else {
    typedef S Vector __attribute__((vector_size(32)));
    Vector block[kRows][2];
    for (int i = 0; i < kRows; ++i)
      for (int v = 0; v < 2; ++v)
        block[i][v] =
            *reinterpret_cast<Vector*>(sums + i * kTile + v * kCols<T> / 2);
    for (int64_t p = 0; p < depth; ++p) {
      auto* row = reinterpret_cast<const Vector*>(b + p * kCols<T>);
      for (int i = 0; i < kRows; ++i) {
        Vector x = a[p * kRows + i] - Vector{};
        add_product<T>(block[i][0], x, row[0]);
        add_product<T>(block[i][1], x, row[1]);
      }
    }
    for (int i = 0; i < kRows; ++i)
      for (int v = 0; v < 2; ++v)
        *reinterpret_cast<Vector*>(sums + i * kTile + v * kCols<T> / 2) =
            block[i][v];
  }
}

// Copies `lines` lines of `depth` elements into groups of `width` lines, so
// that a group's elements of equal depth are neighbours; zeros fill the last.
template <class T>
TENORITE_ALWAYS_INLINE void pack(const T* from, int64_t line_step,
                                 int64_t depth_step, int64_t lines,
                                 int64_t depth, int64_t width, Sum<T>* to) {
  for (int64_t first = 0; first < lines; first += width) {
    int64_t filled = std::min(width, lines - first);
    for (int64_t p = 0; p < depth; ++p, to += width) {
      const T* source = from + first * line_step + p * depth_step;
      for (int64_t i = 0; i < filled; ++i) to[i] = load(source + i * line_step);
      for (int64_t i = filled; i < width; ++i) to[i] = Sum<T>{};
    }
  }
}

constexpr int64_t round_up(int64_t n, int64_t unit) {
  return (n + unit - 1) / unit * unit;
}

template <class T>
struct Scratch {
  struct Free {
    void operator()(Sum<T>* p) const {
      ::operator delete[](p, std::align_val_t{64});
    }
  };
  using Buffer = std::unique_ptr<Sum<T>[], Free>;
  static Buffer allocate(int64_t n) {
    return Buffer(static_cast<Sum<T>*>(
        ::operator new[](n * sizeof(Sum<T>), std::align_val_t{64})));
  }
  explicit Scratch(const Shape& s)
      : a(allocate(round_up(std::min(s.m, kTile), kRows) *
                   std::min(s.k, kDepth))),
        b(allocate(round_up(std::min(s.n, kTile), kCols<T>) *
                   std::min(s.k, kDepth))),
        sums(allocate(round_up(std::min(s.m, kTile), kRows) * kTile)) {}
  Buffer a, b, sums;
};

// The tile of c that starts at (row, col).
template <class T>
TENORITE_CPU_CLONES void compute_tile(const Shape& s, const T* a, const T* b,
                                      T* c, int64_t row, int64_t col,
                                      Scratch<T>& scratch) {
  bool plain_a = s.trans_a == Transpose::kNo;
  bool plain_b = s.trans_b == Transpose::kNo;
  int64_t row_a = plain_a ? s.lda : 1, depth_a = plain_a ? 1 : s.lda;
  int64_t col_b = plain_b ? 1 : s.ldb, depth_b = plain_b ? s.ldb : 1;
  int64_t rows = std::min(kTile, s.m - row), cols = std::min(kTile, s.n - col);
  Sum<T>* sums = scratch.sums.get();
  for (int64_t i = 0; i < round_up(rows, kRows); ++i)
    std::fill_n(sums + i * kTile, round_up(cols, kCols<T>), Sum<T>{});
  for (int64_t p = 0; p < s.k; p += kDepth) {
    int64_t depth = std::min(kDepth, s.k - p);
    pack(a + row * row_a + p * depth_a, row_a, depth_a, rows, depth, kRows,
         scratch.a.get());
    pack(b + col * col_b + p * depth_b, col_b, depth_b, cols, depth, kCols<T>,
         scratch.b.get());
    for (int64_t j = 0; j < cols; j += kCols<T>)
      for (int64_t i = 0; i < rows; i += kRows)
        multiply_block<T>(scratch.a.get() + i * depth,
                          scratch.b.get() + j * depth, depth,
                          sums + i * kTile + j);
  }
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j)
      c[(row + i) * s.ldc + col + j] = static_cast<T>(sums[i * kTile + j]);
}

template <class T>
void tiled(const Shape& s, const T* a, const T* b, T* c) {
  int64_t across = (s.n + kTile - 1) / kTile;
  int64_t tiles = across * ((s.m + kTile - 1) / kTile);
  parallel_for(tiles, 1, [&](int64_t begin, int64_t end) {
    Scratch<T> scratch(s);
    for (int64_t t = begin; t < end; ++t)
      compute_tile(s, a, b, c, t / across * kTile, t % across * kTile, scratch);
  });
}

// sum_p x[p] * y[p], in 16 lanes.
template <class T>
TENORITE_CPU_CLONES Sum<T> dot(const T* x, int64_t step_x, const T* y,
                               int64_t step_y, int64_t n, bool conjugate) {
  constexpr int kLanes = 16;
  using S = Sum<T>;
  S lanes[kLanes] = {};
  int64_t p = 0;
  if (step_x == 1 && step_y == 1)
    for (; p + kLanes <= n; p += kLanes) {
      if constexpr (is_bool<T>)
        if (p % 1024 == 0 && *std::max_element(lanes, lanes + kLanes)) return 1;
      for (int i = 0; i < kLanes; ++i)
        add_product<T>(lanes[i], load(x + p + i, conjugate), load(y + p + i));
    }
  for (; p < n; ++p)
    add_product<T>(lanes[p % kLanes], load(x + p * step_x, conjugate),
                   load(y + p * step_y));
  for (int i = 1; i < kLanes; ++i) add<T>(lanes[0], lanes[i]);
  return lanes[0];
}

// A single number, split by a length that does not depend on the threads.
template <class T>
void long_dot(const T* x, int64_t step_x, const T* y, int64_t step_y, int64_t n,
              bool conjugate, T* result) {
  constexpr int64_t kBlock = 1 << 16;
  using S = Sum<T>;
  int64_t blocks = (n + kBlock - 1) / kBlock;
  std::vector<S> sums(blocks);
  parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      sums[i] = dot(x + i * kBlock * step_x, step_x, y + i * kBlock * step_y,
                    step_y, std::min(kBlock, n - i * kBlock), conjugate);
  });
  S sum{};
  for (const S& part : sums) add<T>(sum, part);
  *result = static_cast<T>(sum);
}

// y[j] = sum_p x[p] * rows[p][j] for j in [0, n), n <= kTile.
template <class T>
TENORITE_CPU_CLONES void combine_rows(const T* x, int64_t step_x, const T* rows,
                                      int64_t ld, int64_t k, int64_t n,
                                      bool conjugate, T* y, int64_t step_y) {
  using S = Sum<T>;
  S sums[kTile];
  std::fill_n(sums, n, S{});
  for (int64_t p = 0; p < k; ++p) {
    S factor = load(x + p * step_x, conjugate);
    if constexpr (is_bool<T>)
      if (!factor) continue;
    const T* row = rows + p * ld;
    for (int64_t j = 0; j < n; ++j)
      add_product<T>(sums[j], factor, load(row + j));
  }
  for (int64_t j = 0; j < n; ++j) y[j * step_y] = static_cast<T>(sums[j]);
}

// The n products of a vector with the columns of a matrix [k, n], which is
// stored by rows, or by columns if `columns`.
template <class T>
void vector_matrix(const T* x, int64_t step_x, const T* matrix, bool columns,
                   int64_t ld, int64_t k, int64_t n, bool conjugate, T* y,
                   int64_t step_y) {
  if (n == 1) {
    long_dot(x, step_x, matrix, columns ? 1 : ld, k, conjugate, y);
  } else if (columns) {
    int64_t grain = std::max<int64_t>(1, (1 << 16) / k);
    parallel_for(n, grain, [&](int64_t begin, int64_t end) {
      for (int64_t j = begin; j < end; ++j)
        y[j * step_y] =
            static_cast<T>(dot(x, step_x, matrix + j * ld, 1, k, conjugate));
    });
  } else {
    parallel_for((n + kTile - 1) / kTile, 1, [&](int64_t begin, int64_t end) {
      for (int64_t j = begin * kTile; j < std::min(end * kTile, n); j += kTile)
        combine_rows(x, step_x, matrix + j, ld, k, std::min(kTile, n - j),
                     conjugate, y + j * step_y, step_y);
    });
  }
}

}  // namespace

template <class T>
void own_gemm(const Shape& s, const T* a, const T* b, T* c) {
  bool plain_a = s.trans_a == Transpose::kNo;
  bool plain_b = s.trans_b == Transpose::kNo;
  if (s.m == 1)
    vector_matrix(a, plain_a ? 1 : s.lda, b, !plain_b, s.ldb, s.k, s.n,
                  s.trans_a == Transpose::kConjugate, c, 1);
  else if (s.n == 1)  // c.T = b.T @ a.T
    vector_matrix(b, plain_b ? s.ldb : 1, a, plain_a, s.lda, s.k, s.m, false, c,
                  s.ldc);
  else if (plain_b && s.n <= kTile && s.m * s.k <= kSmall)
    for (int64_t i = 0; i < s.m; ++i)
      combine_rows(a + i * (plain_a ? s.lda : 1), plain_a ? 1 : s.lda, b, s.ldb,
                   s.k, s.n, false, c + i * s.ldc, 1);
  else
    tiled(s, a, b, c);
}

#define TENORITE_OWN_GEMM(T) \
  template void own_gemm(const Shape&, const T*, const T*, T*);
TENORITE_OWN_GEMM(bool)
TENORITE_OWN_GEMM(unsigned char)
TENORITE_OWN_GEMM(unsigned short)
TENORITE_OWN_GEMM(unsigned int)
TENORITE_OWN_GEMM(unsigned long)
TENORITE_OWN_GEMM(half)
TENORITE_OWN_GEMM(float)
TENORITE_OWN_GEMM(double)
TENORITE_OWN_GEMM(complex<float>)
TENORITE_OWN_GEMM(complex<double>)
#undef TENORITE_OWN_GEMM

}  // namespace tenorite::linalg::cpu
