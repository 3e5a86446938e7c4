// SPDX-License-Identifier: Apache-2.0
#include "linalg/cpu/small_gemm.h"

#include <array>
#include <utility>

namespace tenorite::linalg::cpu {
namespace {

constexpr int kMost = 4;     // columns of b, and its rows
constexpr int kLongest = 8;  // of a or b if it is one row or column
// Rows of a, or columns of b. Of more BLAS makes vectors.
constexpr int64_t kLines = 16;

// The steps along the columns and rows of a matrix.
struct Steps {
  Steps(Transpose t, int64_t ld)
      : row(t == Transpose::kNo ? ld : 1),
        column(t == Transpose::kNo ? 1 : ld) {}
  int64_t row, column;
};

// b is held in registers while the rows of a pass.
template <class T, int n, int k>
void multiply(const Shape& s, const T* a, const T* b, T* c) {
  const Steps in_a(s.trans_a, s.lda), in_b(s.trans_b, s.ldb);
  T right[k][n];
  for (int p = 0; p < k; ++p)
    for (int j = 0; j < n; ++j) right[p][j] = b[p * in_b.row + j * in_b.column];
  for (int64_t i = 0; i < s.m; ++i, a += in_a.row, c += s.ldc) {
    T sum[n] = {};  // as BLAS starts, so that no sum is -0
    for (int p = 0; p < k; ++p) {
      const T left = a[p * in_a.column];
      for (int j = 0; j < n; ++j) sum[j] = sum[j] + left * right[p][j];
    }
    for (int j = 0; j < n; ++j) c[j] = sum[j];
  }
}

// a, of one row, is held in registers while the columns of b pass.
template <class T, int k>
void multiply_row(const Shape& s, const T* a, const T* b, T* c) {
  const Steps in_a(s.trans_a, s.lda), in_b(s.trans_b, s.ldb);
  T left[k];
  for (int p = 0; p < k; ++p) {
    left[p] = a[p * in_a.column];
    if constexpr (is_complex<T>)
      if (s.trans_a == Transpose::kConjugate) left[p].im = -left[p].im;
  }
  for (int64_t j = 0; j < s.n; ++j, b += in_b.column) {
    T sum = {};
    for (int p = 0; p < k; ++p) sum = sum + left[p] * b[p * in_b.row];
    c[j] = sum;
  }
}

// By k, from 1 on.
template <class T>
using Table = std::array<SmallGemm<T>, kLongest>;
template <class T, size_t... k>
constexpr Table<T> rows(std::index_sequence<k...>) {
  return {multiply_row<T, static_cast<int>(k) + 1>...};
}
template <class T, int n, size_t... k>
constexpr Table<T> columns(std::index_sequence<k...>) {
  return {multiply<T, n, static_cast<int>(k) + 1>...};
}
using Long = std::make_index_sequence<kLongest>;
using Short = std::make_index_sequence<kMost>;

template <class T>
constexpr Table<T> kOfRow = rows<T>(Long());
template <class T>
constexpr Table<T> kOfColumns[kMost] = {
    columns<T, 1>(Long()), columns<T, 2>(Short()), columns<T, 3>(Short()),
    columns<T, 4>(Short())};

}  // namespace

template <class T>
SmallGemm<T> small_gemm(const Shape& s) {
  if (s.k > kLongest) return nullptr;
  const auto k = static_cast<size_t>(s.k - 1);
  if (s.m == 1) return s.n <= kLines ? kOfRow<T>[k] : nullptr;
  if (s.n > kMost || s.m > kLines) return nullptr;
  return kOfColumns<T>[s.n - 1][k];
}

template SmallGemm<float> small_gemm(const Shape&);
template SmallGemm<double> small_gemm(const Shape&);
template SmallGemm<complex<float>> small_gemm(const Shape&);
template SmallGemm<complex<double>> small_gemm(const Shape&);

}  // namespace tenorite::linalg::cpu
