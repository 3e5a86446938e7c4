// SPDX-License-Identifier: Apache-2.0
// What one thread keeps while it folds elements:
//   State start()
//   void take(State&, x[N], position, step, taken)   N elements, the first one
//       at `position`, the others `step` further each; `taken` came before
//   Acc settle(State, taken)   what is exchanged with other threads
//   Value pad(State, first, taken)   what may follow the element `first` of an
//       incomplete batch and changes nothing; only if kPads
// kSkips: what pads changes nothing in any place.
// kWholeBatches: larger N are worth the registers.
#pragma once

#include "ops/device/reduce.h"

namespace tenorite::cuda {

template <class F>
struct LaneFold {
  using State = typename F::Acc;
  static constexpr bool kWholeBatches = false;
  // The product with the complex 1 turns an infinity into NaN.
  static constexpr bool kPads = !is_complex<typename F::Value>;
  static constexpr bool kSkips = kPads;
  __device__ __forceinline__ static State start() { return F::neutral(); }
  __device__ __forceinline__ static typename F::Value pad(State,
                                                          typename F::Value,
                                                          long) {
    return (typename F::Value)F::neutral();
  }
  template <int N>
  __device__ __forceinline__ static void take(State& s,
                                              const typename F::Value (&x)[N],
                                              long position, long step, long) {
#pragma unroll
    for (int i = 0; i < N; ++i)
      s = F::combine(s, F::map(x[i], position + i * step));
  }
  __device__ __forceinline__ static typename F::Acc settle(State s, long) {
    return s;
  }
};

template <class T>
struct LaneFold<reduction::FloatingSum<T, true>> {
  using F = reduction::FloatingSum<T, true>;
  using State = typename F::Sum;
  static constexpr bool kWholeBatches = false;
  static constexpr bool kPads = !is_complex<T>;
  static constexpr bool kSkips = kPads;
  __device__ __forceinline__ static T pad(State s, T first, long taken) {
    return (T)-0.0;
  }
  __device__ __forceinline__ static State start() { return F::neutral().sum; }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const T (&x)[N], long,
                                              long, long) {
    if constexpr (is_same<T, double>) {
      // Of two neighbours the plain sum is added: its rounding is within what
      // any order has, and what the error of each addition takes is halved.
#pragma unroll
      for (int i = 0; i < N; i += 2) s.add(i + 1 < N ? x[i] + x[i + 1] : x[i]);
    } else {
#pragma unroll
      for (int i = 0; i < N; ++i) s = s + F::widen(x[i]);
    }
  }
  __device__ __forceinline__ static typename F::Acc settle(State s,
                                                           long taken) {
    return {s, taken};
  }
};

namespace detail {

// Four neighbouring bytes at once, where there are as many.
template <class T, int N>
inline constexpr bool kByWords = sizeof(T) == 1 && N % 4 == 0;

template <class T, int N>
__device__ __forceinline__ unsigned word_of(const T (&x)[N], int i) {
  static_assert(sizeof(T) == 1);
  return (unsigned)(unsigned char)x[4 * i] |
         (unsigned)(unsigned char)x[4 * i + 1] << 8 |
         (unsigned)(unsigned char)x[4 * i + 2] << 16 |
         (unsigned)(unsigned char)x[4 * i + 3] << 24;
}

// The upper bit of each byte that is not zero.
__device__ __forceinline__ unsigned nonzero_bytes(unsigned word) {
  constexpr unsigned kLow = 0x7f7f7f7fu;
  return (((word & kLow) + kLow) | word) & ~kLow;
}

// What turns a byte's bits into its rank in the order of an argmax or argmin.
template <class T, bool Largest>
__device__ __forceinline__ constexpr unsigned rank_flip() {
  return (is_signed_integer<T> ? 0x80u : 0) ^ (Largest ? 0 : 0xffu);
}

}  // namespace detail

// Narrow elements are added in 32 bits first.
template <class T>
struct LaneFold<reduction::WideningSum<T>> {
  using F = reduction::WideningSum<T>;
  using State = unsigned long;
  static constexpr bool kWholeBatches = false;
  static constexpr bool kPads = true;
  static constexpr bool kSkips = true;
  __device__ __forceinline__ static T pad(State s, T first, long taken) {
    return 0;
  }
  __device__ __forceinline__ static State start() { return 0; }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const T (&x)[N], long,
                                              long, long) {
    if constexpr (detail::kByWords<T, N>) {
      int sum = 0;
      unsigned positive = 0;
#pragma unroll
      for (int i = 0; i < N / 4; ++i)
        if constexpr (is_signed_integer<T>)
          sum = __dp4a((int)detail::word_of(x, i), 0x01010101, sum);
        else
          positive = __dp4a(detail::word_of(x, i), 0x01010101u, positive);
      s += (unsigned long)(long)sum + positive;
    } else if constexpr (sizeof(T) < 4) {
      int sum = 0;
#pragma unroll
      for (int i = 0; i < N; ++i) sum += x[i];
      s += (unsigned long)(long)sum;
    } else {
#pragma unroll
      for (int i = 0; i < N; ++i) s += (unsigned long)x[i];
    }
  }
  __device__ __forceinline__ static unsigned long settle(State s, long) {
    return s;
  }
};

template <class T>
struct LaneFold<reduction::NonzeroCount<T>> {
  using F = reduction::NonzeroCount<T>;
  using State = long;
  static constexpr bool kWholeBatches = false;
  static constexpr bool kPads = true;
  static constexpr bool kSkips = true;
  __device__ __forceinline__ static T pad(State s, T first, long taken) {
    return (T)0;
  }
  __device__ __forceinline__ static State start() { return 0; }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const T (&x)[N], long,
                                              long, long) {
    unsigned count = 0;
    if constexpr (detail::kByWords<T, N>) {
#pragma unroll
      for (int i = 0; i < N / 4; ++i)
        count += __popc(detail::nonzero_bytes(detail::word_of(x, i)));
    } else {
#pragma unroll
      for (int i = 0; i < N; ++i) count += reduction::detail::is_nonzero(x[i]);
    }
    s += count;
  }
  __device__ __forceinline__ static long settle(State s, long) { return s; }
};

template <class T, bool IsAll>
struct LaneFold<reduction::Truth<T, IsAll>> {
  using F = reduction::Truth<T, IsAll>;
  using State = unsigned;
  static constexpr bool kWholeBatches = false;
  static constexpr bool kPads = true;
  static constexpr bool kSkips = true;
  __device__ __forceinline__ static T pad(State s, T first, long taken) {
    return (T)(int)IsAll;
  }
  __device__ __forceinline__ static State start() { return IsAll; }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const T (&x)[N], long,
                                              long, long) {
    // Whether an element was seen that decides the result.
    unsigned found = 0;
    if constexpr (detail::kByWords<T, N>) {
#pragma unroll
      for (int i = 0; i < N / 4; ++i) {
        unsigned word = detail::word_of(x, i);
        found |= IsAll ? detail::nonzero_bytes(word) ^ 0x80808080u : word;
      }
    } else {
#pragma unroll
      for (int i = 0; i < N; ++i)
        found |= (unsigned)(reduction::detail::is_nonzero(x[i]) != IsAll);
    }
    if (found != 0) s = !IsAll;
  }
  __device__ __forceinline__ static unsigned char settle(State s, long) {
    return (unsigned char)s;
  }
};

// The best element of a batch is found by its place in the batch. A thread
// sees its positions in ascending order, so that equals never replace.
template <class T, bool Largest>
struct LaneFold<reduction::Position<T, Largest>> {
  using F = reduction::Position<T, Largest>;
  using State = typename F::Acc;
  static constexpr bool kWholeBatches = false;
  static constexpr bool kPads = !is_complex<T>;
  static constexpr bool kSkips = false;
  __device__ __forceinline__ static T pad(State s, T first, long taken) {
    return (T)F::neutral().value;
  }
  __device__ __forceinline__ static State start() { return F::neutral(); }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const T (&x)[N],
                                              long position, long step,
                                              long taken) {
    compute_t<T> best = (compute_t<T>)x[0];
    int place = 0;
    if constexpr (detail::kByWords<T, N>) {
      // 16 bits each: the rank above what counts down the places.
      constexpr unsigned kFlip = detail::rank_flip<T, Largest>();
      unsigned most = 0;
#pragma unroll
      for (int i = 0; i < N; i += 4) {
        unsigned word = detail::word_of(x, i / 4);
        unsigned down = kFlip * 0x01000100u | (N - 1 - i) * 0x00010001u;
        unsigned even = (word << 8 & 0xff00ff00u) ^ (down - 0x00020000u);
        unsigned odd = (word & 0xff00ff00u) ^ (down - 0x00030001u);
        most = __vimax3_u16x2(most, even, odd);
      }
      most = max(most & 0xffffu, most >> 16);
      best = (T)(most >> 8 ^ kFlip);
      place = N - 1 - (int)(most & 0xff);
    } else {
#pragma unroll
      for (int i = 1; i < N; ++i) {
        compute_t<T> other = (compute_t<T>)x[i];
        bool better = F::beats(other, best);
        best = better ? other : best;
        place = better ? i : place;
      }
    }
    bool better = (taken == 0) | F::beats(best, s.value);
    s.value = better ? best : s.value;
    s.position = better ? position + place * step : s.position;
  }
  __device__ __forceinline__ static State settle(State s, long) { return s; }
};

// double: a batch is centred on its own mean and merged by Chan's formula.
template <class T>
struct LaneFold<reduction::Spread<T>> {
  using F = reduction::Spread<T>;
  using Wide = typename F::Wide;
  struct State {
    Wide mean;
    double squares;
  };
  static constexpr bool kWholeBatches = true;
  static constexpr bool kPads = false;
  static constexpr bool kSkips = false;
  __device__ __forceinline__ static State start() { return State{}; }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const T (&x)[N], long,
                                              long, long taken) {
    Wide mean = F::widen(x[0]);
#pragma unroll
    for (int i = 1; i < N; ++i) mean = mean + F::widen(x[i]);
    mean = F::scale(mean, 1.0 / N);
    double squares = 0;
#pragma unroll
    for (int i = 0; i < N; ++i) squares += F::norm(F::widen(x[i]) - mean);
    merge(s, mean, squares, N, taken);
  }
  // Those of a batch whose bits are set.
  template <int N>
  __device__ __forceinline__ static void take_some(State& s, const T (&x)[N],
                                                   unsigned valid, long, long,
                                                   long taken) {
    const int n = __popc(valid);
    if (n == 0) return;
    double share = 1;
#pragma unroll
    for (int i = 2; i <= N; ++i) share = n == i ? 1.0 / i : share;
    Wide sum{};
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (valid >> i & 1) sum = sum + F::widen(x[i]);
    const Wide mean = F::scale(sum, share);
    double squares = 0;
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (valid >> i & 1) squares += F::norm(F::widen(x[i]) - mean);
    merge(s, mean, squares, n, taken);
  }
  __device__ __forceinline__ static typename F::Acc settle(State s,
                                                           long taken) {
    return {(double)taken, s.mean, s.squares};
  }

 private:
  __device__ __forceinline__ static void merge(State& s, Wide mean,
                                               double squares, int n,
                                               long taken) {
    // The columns of a thread share the count, hence this division.
    double weight = n / (double)(taken + n);
    Wide apart = mean - s.mean;
    double between = F::norm(apart) * ((double)taken * weight);
    if (taken == 0) {
      s.mean = mean;
      s.squares = squares;
    } else {
      s.mean = s.mean + F::scale(apart, weight);
      s.squares = s.squares + squares + between;
    }
  }
};

// Narrower types: sums of the deviations from the thread's first element and
// of their squares. What cancels is at most (count of the thread) * 2^-53 of
// the result, whatever the elements are, since the first one deviates too.
template <class T>
struct ShiftedSpread {
  using F = reduction::Spread<T>;
  using Wide = typename F::Wide;
  struct State {
    T origin;
    Wide sum;
    double squares;
  };
  static constexpr bool kWholeBatches = false;
  static constexpr bool kPads = !is_complex<T>;
  static constexpr bool kSkips = false;
  __device__ __forceinline__ static T pad(State s, T first, long taken) {
    if (taken == 0) return first;
    return s.origin;
  }
  __device__ __forceinline__ static State start() { return State{}; }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const T (&x)[N], long,
                                              long, long taken) {
    if (taken == 0) s.origin = x[0];
#pragma unroll
    for (int i = 0; i < N; ++i) {
      Wide apart = F::widen(x[i]) - F::widen(s.origin);
      s.sum = s.sum + apart;
      s.squares += F::norm(apart);
    }
  }
  __device__ __forceinline__ static typename F::Acc settle(State s,
                                                           long taken) {
    if (taken == 0) return F::neutral();
    double n = (double)taken;
    Wide mean = F::scale(s.sum, 1.0 / n);
    double squares = s.squares - F::norm(mean) * n;
    // Rounding may leave less than nothing; NaN stays.
    return {n, F::widen(s.origin) + mean, squares < 0 ? 0 : squares};
  }
};
template <>
struct LaneFold<reduction::Spread<half>> : ShiftedSpread<half> {};
template <>
struct LaneFold<reduction::Spread<float>> : ShiftedSpread<float> {};
template <>
struct LaneFold<reduction::Spread<complex<float>>>
    : ShiftedSpread<complex<float>> {};

// Takes those of N elements whose bits are set.
template <class F, int N>
__device__ __forceinline__ void take_some(typename LaneFold<F>::State& s,
                                          const typename F::Value (&x)[N],
                                          unsigned valid, long position,
                                          long step, long taken) {
  using Lane = LaneFold<F>;
  if constexpr (requires {
                  Lane::template take_some<N>(s, x, valid, position, step,
                                              taken);
                }) {
    Lane::template take_some<N>(s, x, valid, position, step, taken);
  } else if constexpr (Lane::kSkips) {
    typename F::Value all[N];
#pragma unroll
    for (int i = 0; i < N; ++i)
      all[i] = valid >> i & 1 ? x[i] : Lane::pad(s, x[i], taken);
    Lane::template take<N>(s, all, position, step, taken);
  } else {
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (valid >> i & 1) {
        const typename F::Value one[1] = {x[i]};
        Lane::template take<1>(s, one, position + i * step, 1, taken);
        ++taken;
      }
  }
}

}  // namespace tenorite::cuda
