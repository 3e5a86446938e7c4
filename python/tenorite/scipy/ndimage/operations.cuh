// SPDX-License-Identifier: Apache-2.0
// What filters do with the K items of a window (K is 0 where `size()` says it at run
// time). An operation sees items as its type Value; `apply(window, many)` makes the
// result, where `window(j)` is item j and `many` what does not fit a kernel's arguments.
#pragma once

// On the CPU one thread makes a span of neighbours: `apply_all(window, many, count,
// results)`, where `window.row(j)` points to item j of the first window, and to those of
// the others behind it, or is null where all are the constant.
template <typename Value, typename Window>
__device__ inline void take(const Window& window, Index j, int count, Value* items) {
  auto row = window.row(j);
  if (row) {
    for (int i = 0; i < count; ++i) items[i] = (Value)row[i];
  } else {
    for (int i = 0; i < count; ++i) items[i] = window.constant;
  }
}

// Sums of products in SciPy's order: pairs first where weights are symmetric (kind 1)
// or antisymmetric (-1), the last product first where they are not (0).
template <int K_, int kind>
struct Correlate {
  static const int K = K_;
  typedef double Value;
  double weights[K_];
  __device__ Index size() const { return K_; }

  template <typename Window>
  __device__ double apply(Window window, const double* many) const {
    if (kind == 0) {
      double sum = (double)window(K - 1) * weights[K - 1];
      Count<K - 1>::each([&](int j) { sum += (double)window(j) * weights[j]; });
      return sum;
    }
    const int half = K / 2;
    double sum = (double)window(half) * weights[half];
    Count<half>::each([&](int j) {
      double a = window(j), b = window(K - 1 - j);
      sum += (kind > 0 ? a + b : a - b) * weights[j];
    });
    return sum;
  }
};

// As Correlate, of any number of weights, which stand in memory (`many`).
struct CorrelateMany {
  static const int K = 0;
  typedef double Value;
  long long count;
  long long kind;
  __device__ Index size() const { return count; }

  template <typename Window>
  __device__ double apply(Window window, const double* many) const {
    if (kind == 0) {
      double sum = (double)window(count - 1) * many[count - 1];
      for (Index j = 0; j < count - 1; ++j) sum += (double)window(j) * many[j];
      return sum;
    }
    Index half = count / 2;
    double sum = (double)window(half) * many[half];
    for (Index j = 0; j < half; ++j) {
      double a = window(j), b = window(count - 1 - j);
      sum += (kind > 0 ? a + b : a - b) * many[j];
    }
    return sum;
  }

  template <int span, typename Window>
  __device__ void apply_all(const Window& window, const double* many, int items,
                            double* sum) const {
    double a[span], b[span];
    Index first = kind == 0 ? count - 1 : count / 2;
    Index products = kind == 0 ? count - 1 : count / 2;
    take(window, first, items, a);
    for (int i = 0; i < items; ++i) sum[i] = a[i] * many[first];
    for (Index j = 0; j < products; ++j) {
      double weight = many[j];
      take(window, j, items, a);
      if (kind == 0) {
        for (int i = 0; i < items; ++i) sum[i] += a[i] * weight;
        continue;
      }
      take(window, count - 1 - j, items, b);
      if (kind > 0) {
        for (int i = 0; i < items; ++i) sum[i] += (a[i] + b[i]) * weight;
      } else {
        for (int i = 0; i < items; ++i) sum[i] += (a[i] - b[i]) * weight;
      }
    }
  }
};

// The mean; sums of integers are exact, so that their order does not matter.
template <int K_>
struct Mean {
  static const int K = K_;
  typedef double Value;
  long long count;
  __device__ Index size() const { return count; }

  template <typename Window>
  __device__ double apply(Window window, const double* many) const {
    double sum = 0;
    if (K_ > 0) {
      Count<K_>::each([&](int j) { sum += (double)window(j); });
    } else {
      for (Index j = 0; j < count; ++j) sum += (double)window(j);
    }
    return sum / (double)count;
  }
  template <int span, typename Window>
  __device__ void apply_all(const Window& window, const double* many, int items,
                            double* sum) const {
    double a[span];
    for (int i = 0; i < items; ++i) sum[i] = 0;
    for (Index j = 0; j < count; ++j) {
      take(window, j, items, a);
      for (int i = 0; i < items; ++i) sum[i] += a[i];
    }
    for (int i = 0; i < items; ++i) sum[i] /= (double)count;
  }
};

// The least or greatest item; NaNs are passed over where there is anything else.
template <int K_, bool least, typename T>
struct Extremum {
  static const int K = K_;
  typedef T Value;
  long long count;
  __device__ static T better(T x, T best) {
    return (least ? x < best : x > best) || best != best ? x : best;
  }
  __device__ Index size() const { return count; }

  template <typename Window>
  __device__ T apply(Window window, const double* many) const {
    T best = window(0);
    if (K_ > 0) {
      Count<K_>::each([&](int j) { best = better(window(j), best); });
    } else {
      for (Index j = 1; j < count; ++j) best = better(window(j), best);
    }
    return best;
  }

  template <int span, typename Window>
  __device__ void apply_all(const Window& window, const double* many, int items,
                            T* best) const {
    T a[span];
    take(window, 0, items, best);
    for (Index j = 1; j < count; ++j) {
      take(window, j, items, a);
      for (int i = 0; i < items; ++i) best[i] = better(a[i], best[i]);
    }
  }
};

// Sums of products one after the other, from 0, as SciPy's sums over several axes.
template <int K_>
struct Weighted {
  static const int K = K_;
  typedef double Value;
  double weights[K_];
  __device__ Index size() const { return K_; }
  template <typename Window>
  __device__ double apply(Window window, const double* many) const {
    double sum = 0;
    Count<K_>::each([&](int j) { sum += (double)window(j) * weights[j]; });
    return sum;
  }
};
struct WeightedMany {
  static const int K = 0;
  typedef double Value;
  long long count;
  __device__ Index size() const { return count; }
  template <typename Window>
  __device__ double apply(Window window, const double* many) const {
    double sum = 0;
    for (Index j = 0; j < count; ++j) sum += (double)window(j) * many[j];
    return sum;
  }

  template <int span, typename Window>
  __device__ void apply_all(const Window& window, const double* many, int items,
                            double* sum) const {
    double a[span];
    for (int i = 0; i < items; ++i) sum[i] = 0;
    for (Index j = 0; j < count; ++j) {
      take(window, j, items, a);
      for (int i = 0; i < items; ++i) sum[i] += a[i] * many[j];
    }
  }
};

// The least of x + w, or the greatest: double for the first item of a window, and T, which
// may wrap, for the others, as in SciPy.
template <bool least, typename T>
struct Offset {
  static const int K = 0;
  typedef T Value;
  long long count;
  __device__ Index size() const { return count; }
  __device__ static double better(T x, T w, double best) {
    x = (T)(x + w);
    return (least ? x < best : x > best) ? x : best;
  }
  template <typename Window>
  __device__ double apply(Window window, const double* many) const {
    double best = (double)window(0) + many[0];
    for (Index j = 1; j < count; ++j)
      best = better(window(j), Convert<T, double>::from(many[j]), best);
    return best;
  }

  template <int span, typename Window>
  __device__ void apply_all(const Window& window, const double* many, int items,
                            double* best) const {
    T a[span];
    take(window, 0, items, a);
    for (int i = 0; i < items; ++i) best[i] = (double)a[i] + many[0];
    for (Index j = 1; j < count; ++j) {
      T w = Convert<T, double>::from(many[j]);
      take(window, j, items, a);
      for (int i = 0; i < items; ++i) best[i] = better(a[i], w, best[i]);
    }
  }
};

// The bits of items as integers in the items' order, NaNs last.
template <typename T, typename Bits, bool is_float, bool is_signed>
struct Key {
  typedef Bits Type;
  static const int bits = 8 * sizeof(T);
  __device__ static Bits of(T x) {
    union {
      T item;
      Bits bits;
    } value;
    value.item = x;
    if (is_float && x != x) return (Bits)~(Bits)0;
    const Bits top = (Bits)((Bits)1 << (bits - 1));
    if (is_float) return (Bits)(value.bits ^ (value.bits & top ? (Bits)~(Bits)0 : top));
    return (Bits)(is_signed ? value.bits ^ top : value.bits);
  }
  __device__ static T item(Bits key) {
    union {
      T item;
      Bits bits;
    } value;
    const Bits top = (Bits)((Bits)1 << (bits - 1));
    if (is_float)
      value.bits = (Bits)(key & top ? key ^ top : ~key);
    else
      value.bits = (Bits)(is_signed ? key ^ top : key);
    return value.item;
  }
};

// Item `rank` in ascending order: the bits of the result one after the other, each by
// counting the items below.
template <typename T, typename Bits, bool is_float, bool is_signed>
struct RankMany {
  static const int K = 0;
  typedef T Value;
  long long count, rank;
  __device__ Index size() const { return count; }
  template <typename Window>
  __device__ T apply(Window window, const double* many) const {
    typedef Key<T, Bits, is_float, is_signed> Key;
    Bits found = 0;
    for (int bit = Key::bits - 1; bit >= 0; --bit) {
      Bits candidate = (Bits)(found | (Bits)((Bits)1 << bit));
      Index below = 0;
      for (Index j = 0; j < count; ++j) below += Key::of(window(j)) < candidate;
      if (below <= rank) found = candidate;
    }
    return Key::item(found);
  }
};

template <typename Out, typename T>
__device__ inline Out result(T x) {
  return Convert<Out, T>::from(x);
}

// Writes the results of a span of `items` neighbours.
template <int span, typename Out, typename Op, typename Window>
__device__ inline void fill_span(const Op& op, const Window& window, const double* many,
                                 int items, Out* out) {
  decltype(op.apply(window, many)) results[span];
  op.template apply_all<span>(window, many, items, results);
  for (int i = 0; i < items; ++i) out[i] = result<Out>(results[i]);
}
