// SPDX-License-Identifier: Apache-2.0
#include "linalg/cpu/blas_gemm.h"

#include <algorithm>
#include <climits>
#include <memory>

#include "core/thread_pool.h"
#include "ops/device/cast.h"

namespace tenorite::linalg::cpu {
namespace {

// Longest extent that is given to the library at once.
constexpr int64_t kChunk = int64_t{1} << 30;

int cblas(Transpose t) {
  return t == Transpose::kNo    ? kNoTrans
         : t == Transpose::kYes ? kTrans
                                : kConjTrans;
}

// Element (i, j) of a (conjugate-transposed) matrix.
template <class T>
T* at(T* data, Transpose t, int64_t ld, int64_t i, int64_t j) {
  return data + (t == Transpose::kNo ? i * ld + j : j * ld + i);
}

// The step along the only row (m == 1) or column (n == 1) of a matrix.
int row_step(Transpose t, int64_t ld) {
  return t == Transpose::kNo ? 1 : static_cast<int>(ld);
}
int column_step(Transpose t, int64_t ld) {
  return t == Transpose::kNo ? static_cast<int>(ld) : 1;
}

// Whether it is a @ a.T or a.T @ a, of so many rows that half of the sums are
// much less work than all.
template <class T>
bool is_symmetric(const Shape& s, const T* a, const T* b) {
  constexpr int64_t kMany = 64;
  return a == b && s.m == s.n && s.m >= kMany && s.lda == s.ldb &&
         s.trans_a != s.trans_b && s.trans_a != Transpose::kConjugate &&
         s.trans_b != Transpose::kConjugate;
}

// The lower triangle from the upper one, by squares that stay cached.
template <class T>
void mirror(T* c, int64_t n, int64_t ld) {
  constexpr int64_t kSide = 32;
  const int64_t squares = (n - 1) / kSide + 1;
  parallel_for(squares, 8, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin * kSide; i < std::min(n, end * kSide); i += kSide)
      for (int64_t j = 0; j <= i; j += kSide)
        for (int64_t x = i; x < std::min(n, i + kSide); ++x)
          for (int64_t y = j; y < std::min(x, j + kSide); ++y)
            c[x * ld + y] = c[y * ld + x];
  });
}

// One call of the library: every number fits an int.
template <class T>
void call(const Routines<T>& blas, const Shape& s, const T* a, const T* b, T* c,
          bool accumulate) {
  const T one = cast<T>(1), beta = cast<T>(accumulate ? 1 : 0);
  int m = static_cast<int>(s.m), n = static_cast<int>(s.n),
      k = static_cast<int>(s.k);
  int lda = static_cast<int>(s.lda), ldb = static_cast<int>(s.ldb),
      ldc = static_cast<int>(s.ldc);
  bool conjugate = s.trans_a == Transpose::kConjugate;
  if (m == 1 && n == 1) {
    auto dot = conjugate ? blas.conjugate_dot : blas.dot;
    int step_a = row_step(s.trans_a, lda), step_b = column_step(s.trans_b, ldb);
    T sum;
    if constexpr (is_complex<T>)
      dot(k, a, step_a, b, step_b, &sum);
    else
      sum = dot(k, a, step_a, b, step_b);
    *c = accumulate ? *c + sum : sum;
  } else if (n == 1) {
    bool stored = s.trans_a == Transpose::kNo;
    blas.gemv(kRowMajor, cblas(s.trans_a), stored ? m : k, stored ? k : m,
              coefficient(one), a, lda, b, column_step(s.trans_b, ldb),
              coefficient(beta), c, ldc);
  } else if (m == 1 && !conjugate) {  // c.T = b.T @ a.T
    bool stored = s.trans_b == Transpose::kNo;
    blas.gemv(kRowMajor, stored ? kTrans : kNoTrans, stored ? k : n,
              stored ? n : k, coefficient(one), b, ldb, a,
              row_step(s.trans_a, lda), coefficient(beta), c, 1);
  } else if (!accumulate && is_symmetric(s, a, b)) {
    blas.syrk(kRowMajor, kUpper, cblas(s.trans_a), n, k, coefficient(one), a,
              lda, coefficient(beta), c, ldc);
    mirror(c, s.n, s.ldc);
  } else {
    blas.gemm(kRowMajor, cblas(s.trans_a), cblas(s.trans_b), m, n, k,
              coefficient(one), a, lda, b, ldb, coefficient(beta), c, ldc);
  }
}

// float32 copy of rows x cols elements from (row, col) of a matrix, stored
// the same way around and without gaps.
void widen(const half* data, Transpose t, int64_t ld, int64_t row, int64_t col,
           int64_t rows, int64_t cols, float* out) {
  const half* from = at(data, t, ld, row, col);
  if (t != Transpose::kNo) std::swap(rows, cols);
  int64_t grain = std::max<int64_t>(1, (1 << 15) / cols);
  parallel_for(rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t j = 0; j < cols; ++j)
        out[i * cols + j] = static_cast<float>(from[i * ld + j]);
  });
}

}  // namespace

template <class T>
bool blas_gemm(const Routines<T>& blas, const Shape& s, const T* a, const T* b,
               T* c, bool accumulate) {
  if (std::max({s.lda, s.ldb, s.ldc}) > INT_MAX) return false;
  if (std::max({s.m, s.n, s.k}) <= kChunk) [[likely]] {
    call(blas, s, a, b, c, accumulate);
    return true;
  }
  for (int64_t i = 0; i < s.m; i += kChunk)
    for (int64_t j = 0; j < s.n; j += kChunk)
      for (int64_t p = 0; p < s.k; p += kChunk) {
        Shape part = s;
        part.m = std::min(kChunk, s.m - i);
        part.n = std::min(kChunk, s.n - j);
        part.k = std::min(kChunk, s.k - p);
        call(blas, part, at(a, s.trans_a, s.lda, i, p),
             at(b, s.trans_b, s.ldb, p, j), c + i * s.ldc + j,
             accumulate || p > 0);
      }
  return true;
}

template bool blas_gemm(const Routines<float>&, const Shape&, const float*,
                        const float*, float*, bool);
template bool blas_gemm(const Routines<double>&, const Shape&, const double*,
                        const double*, double*, bool);
template bool blas_gemm(const Routines<complex<float>>&, const Shape&,
                        const complex<float>*, const complex<float>*,
                        complex<float>*, bool);
template bool blas_gemm(const Routines<complex<double>>&, const Shape&,
                        const complex<double>*, const complex<double>*,
                        complex<double>*, bool);

void half_gemm(const Routines<float>& blas, const Shape& s, const half* a,
               const half* b, half* c) {
  constexpr int64_t kSide = 512, kPanel = int64_t{1} << 20;
  int64_t rows = std::min(s.m, kSide), cols = std::min(s.n, kSide);
  int64_t depth = std::min(s.k, kPanel / (rows + cols));
  auto panel_a = std::make_unique_for_overwrite<float[]>(rows * depth);
  auto panel_b = std::make_unique_for_overwrite<float[]>(depth * cols);
  auto sums = std::make_unique_for_overwrite<float[]>(rows * cols);
  for (int64_t j = 0; j < s.n; j += cols)
    for (int64_t i = 0; i < s.m; i += rows) {
      Shape part = s;
      part.m = std::min(rows, s.m - i);
      part.n = std::min(cols, s.n - j);
      part.ldc = part.n;
      for (int64_t p = 0; p < s.k; p += depth) {
        part.k = std::min(depth, s.k - p);
        part.lda = s.trans_a == Transpose::kNo ? part.k : part.m;
        part.ldb = s.trans_b == Transpose::kNo ? part.n : part.k;
        widen(a, s.trans_a, s.lda, i, p, part.m, part.k, panel_a.get());
        widen(b, s.trans_b, s.ldb, p, j, part.k, part.n, panel_b.get());
        call(blas, part, panel_a.get(), panel_b.get(), sums.get(), p > 0);
      }
      for (int64_t x = 0; x < part.m; ++x)
        for (int64_t y = 0; y < part.n; ++y)
          c[(i + x) * s.ldc + j + y] = half(sums[x * part.n + y]);
    }
}

}  // namespace tenorite::linalg::cpu
