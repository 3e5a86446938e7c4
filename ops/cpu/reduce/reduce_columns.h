// SPDX-License-Identifier: Apache-2.0
// Folds of a few rows into one accumulator per column. Every translation unit
// has its own copy (see core/cpu_targets.h).
#pragma once

#include <cstdint>

#include "core/cpu_targets.h"
#include "ops/device/reduce.h"

namespace tenorite::cpu {
namespace {

// Several rows are read in one pass over the accumulators.
template <class F>
struct ColumnFold {
  using Value = typename F::Value;
  using Acc = typename F::Acc;
  static constexpr int kRows = 64;

  TENORITE_ALWAYS_INLINE static void run(const Value* const* row, int rows,
                                         int64_t m, int64_t, Acc* acc) {
    for (int64_t j = 0; j < m; ++j) acc[j] = F::map(row[0][j], 0);
    int r = 1;
    for (; r + 4 <= rows; r += 4) {
      const Value *a = row[r], *b = row[r + 1], *c = row[r + 2],
                  *d = row[r + 3];
#pragma GCC ivdep
      for (int64_t j = 0; j < m; ++j) {
        Acc x = F::combine(acc[j], F::map(a[j], 0));
        x = F::combine(x, F::map(b[j], 0));
        x = F::combine(x, F::map(c[j], 0));
        acc[j] = F::combine(x, F::map(d[j], 0));
      }
    }
    for (; r < rows; ++r) {
      const Value* a = row[r];
#pragma GCC ivdep
      for (int64_t j = 0; j < m; ++j)
        acc[j] = F::combine(acc[j], F::map(a[j], 0));
    }
  }
};

// The best value and its row side by side in integers of one width, so that
// both are selected by the same mask.
template <class T, bool Largest>
struct ColumnFold<reduction::Position<T, Largest>> {
  using F = reduction::Position<T, Largest>;
  using Acc = typename F::Acc;
  using C = compute_t<T>;
  static constexpr int kRows = 64;
  static constexpr int64_t kTile = 256;

  TENORITE_ALWAYS_INLINE static void run(const T* const* row, int rows,
                                         int64_t m, int64_t position,
                                         Acc* acc) {
    if constexpr (is_complex<T>) {
      for (int64_t j = 0; j < m; ++j) acc[j] = F::map(row[0][j], position);
      for (int r = 1; r < rows; ++r)
        for (int64_t j = 0; j < m; ++j)
          if (F::beats(row[r][j], acc[j].value))
            acc[j] = F::map(row[r][j], position + r);
    } else {
      using Index = unsigned_t<C>;
      C value[kTile];
      Index index[kTile];
      for (int64_t begin = 0; begin < m; begin += kTile) {
        int64_t n = m - begin < kTile ? m - begin : kTile;
        const T* x = row[0] + begin;
        for (int64_t j = 0; j < n; ++j) {
          value[j] = (C)x[j];
          index[j] = 0;
        }
        for (int r = 1; r < rows; ++r) {
          x = row[r] + begin;
          for (int64_t j = 0; j < n; ++j) {
            C a = (C)x[j];
            bool better = F::beats(a, value[j]);
            value[j] = better ? a : value[j];
            index[j] = better ? (Index)r : index[j];
          }
        }
        for (int64_t j = 0; j < n; ++j)
          acc[begin + j] = {value[j], position + (int64_t)index[j]};
      }
    }
  }
};

// Two passes over the rows.
template <class T>
struct ColumnFold<reduction::Spread<T>> {
  using F = reduction::Spread<T>;
  using Acc = typename F::Acc;
  using Wide = typename F::Wide;
  static constexpr int kRows = 32;
  static constexpr int64_t kTile = 256;

  TENORITE_ALWAYS_INLINE static void run(const T* const* row, int rows,
                                         int64_t m, int64_t, Acc* acc) {
    Wide mean[kTile];
    double squares[kTile];
    for (int64_t begin = 0; begin < m; begin += kTile) {
      int64_t n = m - begin < kTile ? m - begin : kTile;
      for (int64_t j = 0; j < n; ++j) mean[j] = F::widen(row[0][begin + j]);
      for (int r = 1; r < rows; ++r) {
        const T* x = row[r] + begin;
        for (int64_t j = 0; j < n; ++j) mean[j] = mean[j] + F::widen(x[j]);
      }
      for (int64_t j = 0; j < n; ++j) {
        mean[j] = F::scale(mean[j], 1.0 / rows);
        squares[j] = 0;
      }
      for (int r = 0; r < rows; ++r) {
        const T* x = row[r] + begin;
        for (int64_t j = 0; j < n; ++j)
          squares[j] += F::norm(F::widen(x[j]) - mean[j]);
      }
      for (int64_t j = 0; j < n; ++j)
        acc[begin + j] = {(double)rows, mean[j], squares[j]};
    }
  }
};

}  // namespace
}  // namespace tenorite::cpu
