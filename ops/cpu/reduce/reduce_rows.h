// SPDX-License-Identifier: Apache-2.0
// Folds of contiguous runs. Every translation unit has its own copy (see
// core/cpu_targets.h).
#pragma once

#include <cstdint>

#include "core/cpu_targets.h"
#include "ops/device/reduce.h"

namespace tenorite::cpu {
namespace {

// Elements per block of the two-pass variance, of the search for a position
// and between tests for an early end.
constexpr int64_t kRowBlock = 1024;

// The primary template suits folds that may be done in any order exactly.
// Several independent accumulators keep the vector units busy.
template <class F>
struct RowFold {
  using Value = typename F::Value;
  using Acc = typename F::Acc;
  static constexpr int kLanes = is_complex<Value> ? 1 : 128 / sizeof(Acc);

  TENORITE_ALWAYS_INLINE static Acc run(const Value* x, int64_t n, int64_t) {
    if (n < 2 * kLanes) return serial(F::map(x[0], 0), x, 1, n);
    Acc lane[kLanes];
    for (int l = 0; l < kLanes; ++l) lane[l] = F::map(x[l], 0);
    int64_t i = kLanes;
    for (; i + kLanes <= n; i += kLanes)
      for (int l = 0; l < kLanes; ++l)
        lane[l] = F::combine(lane[l], F::map(x[i + l], 0));
    Acc acc = lane[0];
    for (int l = 1; l < kLanes; ++l) acc = F::combine(acc, lane[l]);
    return serial(acc, x, i, n);
  }

  TENORITE_ALWAYS_INLINE static Acc serial(Acc acc, const Value* x, int64_t i,
                                           int64_t n) {
    for (; i < n; ++i) acc = F::combine(acc, F::map(x[i], i));
    return acc;
  }
};

// The choice of op::Maximum and its siblings on vectors, which the compiler
// does not find by itself.
template <class T, class Choose, bool Largest, bool IgnoreNan>
  requires(is_integer<T> || is_same<T, float> || is_same<T, double>)
struct RowFold<reduction::Extremum<T, Choose, Largest, IgnoreNan>> {
  using F = reduction::Extremum<T, Choose, Largest, IgnoreNan>;
  static constexpr int kWidth = 32 / sizeof(T), kVectors = 4;
  using Vector [[gnu::vector_size(32)]] = T;

  TENORITE_ALWAYS_INLINE static void take(Vector& a, const T* x) {
    Vector b;
    __builtin_memcpy(&b, x, sizeof(b));
    if constexpr (is_integer<T>) {
      a = (Largest ? a > b : a < b) ? a : b;
    } else {
      auto keep = (Largest ? a > b : a < b) | (IgnoreNan ? b != b : a != a);
      a = keep ? a : b;
    }
  }

  TENORITE_ALWAYS_INLINE static T run(const T* x, int64_t n, int64_t) {
    constexpr int64_t kStep = kWidth * kVectors;
    int64_t i = 1;
    T acc = x[0];
    if (n >= kStep) {
      Vector v[kVectors];
      for (int k = 0; k < kVectors; ++k)
        __builtin_memcpy(&v[k], x + k * kWidth, sizeof(Vector));
      for (i = kStep; i + kStep <= n; i += kStep)
        for (int k = 0; k < kVectors; ++k) take(v[k], x + i + k * kWidth);
      for (int k = 1; k < kVectors; ++k)
        take(v[0], reinterpret_cast<const T*>(&v[k]));
      for (int l = 0; l < kWidth; ++l) acc = F::combine(acc, v[0][l]);
    }
    for (; i < n; ++i) acc = F::combine(acc, x[i]);
    return acc;
  }
};

// Products overflow and underflow where NumPy's do: one after the other.
template <class T>
struct RowFold<reduction::FloatingProduct<T>> {
  using F = reduction::FloatingProduct<T>;
  TENORITE_ALWAYS_INLINE static typename F::Acc run(const T* x, int64_t n,
                                                    int64_t) {
    typename F::Acc acc = F::map(x[0], 0);
    for (int64_t i = 1; i < n; ++i) acc = F::combine(acc, F::map(x[i], i));
    return acc;
  }
};

// NumPy's pairwise summation: the same tree, the same bits.
template <class T>
struct RowFold<reduction::FloatingSum<T, false>> {
  using F = reduction::FloatingSum<T, false>;
  using Acc = typename F::Acc;
  static constexpr int64_t kBlock = is_complex<T> ? 64 : 128;
  static constexpr int kLanes = is_complex<T> ? 4 : 8;

  TENORITE_ALWAYS_INLINE static Acc run(const T* x, int64_t n, int64_t) {
    // Recursion over halves, with a stack of its own so that it can be inlined.
    struct Node {
      int64_t begin, n;
      bool left_done;
      Acc left;
    } stack[64];
    int depth = 0;
    stack[0].begin = 0;
    stack[0].n = n;
    for (;;) {
      for (; stack[depth].n > kBlock; ++depth) {
        stack[depth].left_done = false;
        stack[depth + 1].begin = stack[depth].begin;
        stack[depth + 1].n = left_half(stack[depth].n);
      }
      Acc acc = block(x + stack[depth].begin, stack[depth].n);
      for (; depth > 0 && stack[depth - 1].left_done; --depth)
        acc = stack[depth - 1].left + acc;
      if (depth == 0) return acc;
      Node& parent = stack[depth - 1];
      parent.left_done = true;
      parent.left = acc;
      int64_t left = left_half(parent.n);
      stack[depth].begin = parent.begin + left;
      stack[depth].n = parent.n - left;
    }
  }

  TENORITE_ALWAYS_INLINE static int64_t left_half(int64_t n) {
    return n / 2 - n / 2 % kLanes;
  }

  TENORITE_ALWAYS_INLINE static Acc block(const T* x, int64_t n) {
    Acc acc;
    int64_t i = 0;
    if (n < kLanes) {
      acc = F::neutral();
    } else {
      Acc lane[kLanes];
      for (int l = 0; l < kLanes; ++l) lane[l] = F::map(x[l], 0);
      for (i = kLanes; i + kLanes <= n; i += kLanes)
        for (int l = 0; l < kLanes; ++l)
          lane[l] = lane[l] + F::map(x[i + l], 0);
      for (int step = 1; step < kLanes; step *= 2)
        for (int l = 0; l < kLanes; l += 2 * step)
          lane[l] = lane[l] + lane[l + step];
      acc = lane[0];
    }
    for (; i < n; ++i) acc = acc + F::map(x[i], 0);
    return acc;
  }
};

template <class T, bool IsAll>
struct RowFold<reduction::Truth<T, IsAll>> {
  using F = reduction::Truth<T, IsAll>;
  using Flag = unsigned_t<real_t<T>>;  // as wide as T, for vectors

  TENORITE_ALWAYS_INLINE static unsigned char run(const T* x, int64_t n,
                                                  int64_t) {
    for (int64_t i = 0; i < n; i += kRowBlock) {
      int64_t end = i + kRowBlock < n ? i + kRowBlock : n;
      Flag found = 0;
      for (int64_t j = i; j < end; ++j) found |= F::map(x[j], 0) != IsAll;
      if (found) return !IsAll;
    }
    return IsAll;
  }
};

template <class T>
struct RowFold<reduction::NonzeroCount<T>> {
  TENORITE_ALWAYS_INLINE static long run(const T* x, int64_t n, int64_t) {
    long count = 0;
    for (int64_t i = 0; i < n; i += kRowBlock) {
      int64_t end = i + kRowBlock < n ? i + kRowBlock : n;
      unsigned block = 0;
      int64_t j = i;
      // Bytes hold the counts of as many places in turn.
      if constexpr (sizeof(T) == 1) {
        unsigned char lane[kLanes] = {};
        for (; j + kLanes <= end; j += kLanes)
          for (int l = 0; l < kLanes; ++l)
            lane[l] += reduction::detail::is_nonzero(x[j + l]);
        for (int l = 0; l < kLanes; ++l) block += lane[l];
      }
      for (; j < end; ++j) block += reduction::detail::is_nonzero(x[j]);
      count += block;
    }
    return count;
  }

 private:
  static constexpr int kLanes = 32;
  static_assert(kRowBlock / kLanes <= 255);
};

// The extreme value of a block is found first, then, only if it beats what
// came before, its place.
template <class T, bool Largest>
struct RowFold<reduction::Position<T, Largest>> {
  using F = reduction::Position<T, Largest>;
  using Acc = typename F::Acc;
  using C = compute_t<T>;
  using Choose = choose_t<Largest, op::Maximum, op::Minimum>;
  using Value = reduction::Extremum<T, Choose, Largest, false>;

  TENORITE_ALWAYS_INLINE static Acc run(const T* x, int64_t n,
                                        int64_t position) {
    Acc best = F::map(x[0], position);
    if constexpr (is_complex<T>) {
      for (int64_t i = 1; i < n; ++i)
        if (F::beats(x[i], best.value)) best = F::map(x[i], position + i);
    } else {
      for (int64_t i = 0; i < n; i += kRowBlock) {
        int64_t size = n - i < kRowBlock ? n - i : kRowBlock;
        C value = RowFold<Value>::run(x + i, size, 0);
        if (i > 0 && !F::beats(value, best.value)) continue;
        int64_t j = i + place_of(value, x + i, size);
        best = F::map(x[j], position + j);
        if (F::is_decided(best)) break;
      }
    }
    return best;
  }

  // Of the first NaN if value is one, else of the first equal element, which
  // there is. A run of elements is compared at once.
  TENORITE_ALWAYS_INLINE static int64_t place_of(C value, const T* x,
                                                 int64_t n) {
    constexpr int64_t kRun = 64;
    const bool nan = value != value;
    int64_t j = 0;
    for (; j + kRun <= n; j += kRun) {
      unsigned_t<C> found = 0;
      for (int64_t k = j; k < j + kRun; ++k)
        found |= nan ? (C)x[k] != (C)x[k] : (C)x[k] == value;
      if (found) break;
    }
    while (nan ? (C)x[j] == (C)x[j] : (C)x[j] != value) ++j;
    return j;
  }
};

// A bool that is in memory may be any byte.
template <bool Largest>
struct RowFold<reduction::Position<bool, Largest>> {
  using F = reduction::Position<bool, Largest>;
  using Byte = unsigned char;

  TENORITE_ALWAYS_INLINE static typename F::Acc run(const bool* data, int64_t n,
                                                    int64_t position) {
    const auto* x = reinterpret_cast<const Byte*>(data);
    for (int64_t i = 0; i < n; i += kRowBlock) {
      int64_t size = n - i < kRowBlock ? n - i : kRowBlock;
      if (RowFold<reduction::Truth<Byte, !Largest>>::run(x + i, size, 0) !=
          Largest)
        continue;
      while ((x[i] != 0) != Largest) ++i;
      return F::map(Largest, position + i);
    }
    return F::map(!Largest, position);
  }
};

// Two passes over each block, merged by Chan's formula.
template <class T>
struct RowFold<reduction::Spread<T>> {
  using F = reduction::Spread<T>;
  using Acc = typename F::Acc;
  using Wide = typename F::Wide;
  static constexpr int kLanes = 8;

  TENORITE_ALWAYS_INLINE static Acc run(const T* x, int64_t n, int64_t) {
    Acc acc = F::neutral();
    for (int64_t i = 0; i < n; i += kRowBlock)
      acc =
          F::combine(acc, block(x + i, n - i < kRowBlock ? n - i : kRowBlock));
    return acc;
  }

  TENORITE_ALWAYS_INLINE static Acc block(const T* x, int64_t n) {
    Wide zero{};
    Wide sum =
        over(x, n, zero, [](Wide d) TENORITE_LAMBDA_INLINE { return d; });
    Wide mean = F::scale(sum, 1.0 / (double)n);
    double squares = over(
        x, n, mean, [](Wide d) TENORITE_LAMBDA_INLINE { return F::norm(d); });
    return {(double)n, mean, squares};
  }

  template <class G>
  TENORITE_ALWAYS_INLINE static auto over(const T* x, int64_t n, Wide origin,
                                          G g) {
    using R = decltype(g(origin));
    R lane[kLanes] = {};
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
      for (int l = 0; l < kLanes; ++l)
        lane[l] = lane[l] + g(F::widen(x[i + l]) - origin);
    for (int l = 0; i < n; ++i, ++l)
      lane[l] = lane[l] + g(F::widen(x[i]) - origin);
    for (int step = 1; step < kLanes; step *= 2)
      for (int l = 0; l < kLanes; l += 2 * step)
        lane[l] = lane[l] + lane[l + step];
    return lane[0];
  }
};

}  // namespace
}  // namespace tenorite::cpu
