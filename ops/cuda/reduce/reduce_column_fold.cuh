// SPDX-License-Identifier: Apache-2.0
// What one thread keeps while it folds N neighbouring columns:
//   ColumnFold start()
//   void take(raw[K], rows, position, step, taken)   the first `rows` of K
//       vectors of the columns, one at `position` and each `step` further;
//       `taken` rows came before
//   Acc settle(n, first, step, taken)   column n after `taken` rows, of which
//       the first was at `first`
#pragma once

#include "ops/cuda/reduce/reduce_access.cuh"

namespace tenorite::cuda {

// Folds whose columns are folded by words, not each by itself.
template <class F>
inline constexpr bool kFoldsWords = false;
template <class T, bool IsAll>
inline constexpr bool kFoldsWords<reduction::Truth<T, IsAll>> = sizeof(T) == 1;

template <class F, int N>
struct ColumnFold {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  typename Lane::State state[N];

  __device__ __forceinline__ static ColumnFold start() {
    ColumnFold fold;
#pragma unroll
    for (int n = 0; n < N; ++n) fold.state[n] = Lane::start();
    return fold;
  }
  template <int K>
  __device__ __forceinline__ void take(const LumpOf<Value, N> (&raw)[K],
                                       int rows, long position, long step,
                                       long taken) {
    Value x[N][K];
#pragma unroll
    for (int u = 0; u < K; ++u) {
      auto e = bit_cast<Elements<Value, N>>(raw[u]);
#pragma unroll
      for (int n = 0; n < N; ++n) x[n][u] = e.x[n];
    }
    if constexpr (Lane::kPads) {
      if (rows < K) {
#pragma unroll
        for (int n = 0; n < N; ++n)
#pragma unroll
          for (int u = 1; u < K; ++u)
            x[n][u] = u < rows ? x[n][u] : Lane::pad(state[n], x[n][0], taken);
      }
    } else if (rows < K) {
#pragma unroll
      for (int u = 0; u < K - 1; ++u) {
        if (u >= rows) break;
#pragma unroll
        for (int n = 0; n < N; ++n) {
          Value one[1] = {x[n][u]};
          Lane::template take<1>(state[n], one, position + u * step, step,
                                 taken + u);
        }
      }
      return;
    }
#pragma unroll
    for (int n = 0; n < N; ++n)
      Lane::template take<K>(state[n], x[n], position, step, taken);
  }
  __device__ __forceinline__ typename F::Acc settle(int n, long, long,
                                                    long taken) const {
    return Lane::settle(state[n], taken);
  }
};

// Truths of bytes: whether an element was seen that decides, a byte each.
template <class T, bool IsAll, int N>
  requires(kFoldsWords<reduction::Truth<T, IsAll>>)
struct ColumnFold<reduction::Truth<T, IsAll>, N> {
  unsigned found[N / 4];

  __device__ __forceinline__ static ColumnFold start() { return {}; }
  template <int K>
  __device__ __forceinline__ void take(const LumpOf<T, N> (&raw)[K], int rows,
                                       long, long, long) {
#pragma unroll
    for (int u = 0; u < K; ++u) {
      if (u >= rows) break;
#pragma unroll
      for (int i = 0; i < N / 4; ++i)
        found[i] |= IsAll ? detail::nonzero_bytes(raw[u].w[i]) ^ 0x80808080u
                          : raw[u].w[i];
    }
  }
  __device__ __forceinline__ unsigned char settle(int n, long, long,
                                                  long) const {
    return ((found[n / 4] >> n % 4 * 8 & 0xff) != 0) != IsAll;
  }
};

// Positions in bytes: a column's best element of at most 256 rows is 16 bits,
// its rank in the order above the number of rows that follow it.
template <class T, bool Largest, int N>
  requires(sizeof(T) == 1)
struct ColumnFold<reduction::Position<T, Largest>, N> {
  using F = reduction::Position<T, Largest>;
  static constexpr int kWindow = 256;
  unsigned recent[N / 2];  // of this window; even columns, then odd ones
  unsigned best[N / 2];    // of the windows before
  int window[N];           // where that was

  __device__ __forceinline__ static ColumnFold start() { return {}; }
  template <int K>
  __device__ __forceinline__ void take(const LumpOf<T, N> (&raw)[K], int rows,
                                       long, long, long taken) {
    static_assert(kWindow % K == 0 && K % 2 == 0);
    const int row = (int)taken & (kWindow - 1);
    if (row == 0 && taken > 0) close(taken);
    unsigned x[N / 2][K];
#pragma unroll
    for (int u = 0; u < K; ++u) {
      const bool inside = u < rows;
      const unsigned mask = inside ? 0xff00ff00u : 0;
      const unsigned place = (unsigned)(kWindow - 1 - row - u) * 0x00010001u;
      const unsigned flip =
          inside ? place | detail::rank_flip<T, Largest>() * 0x01000100u : 0;
#pragma unroll
      for (int i = 0; i < N / 4; ++i) {
        x[2 * i][u] = (raw[u].w[i] << 8 & mask) ^ flip;
        x[2 * i + 1][u] = (raw[u].w[i] & mask) ^ flip;
      }
    }
#pragma unroll
    for (int i = 0; i < N / 2; ++i)
#pragma unroll
      for (int u = 0; u < K; u += 2)
        recent[i] = __vimax3_u16x2(recent[i], x[i][u], x[i][u + 1]);
  }
  __device__ __forceinline__ typename F::Acc settle(int n, long first,
                                                    long step,
                                                    long taken) const {
    if (taken == 0) return F::neutral();
    unsigned now = half(recent, n), before = half(best, n);
    int open = (int)((taken - 1) / kWindow), at = window[n];
    if (open == 0 || now >> 8 > before >> 8) {
      before = now;
      at = open;
    }
    long row = (long)at * kWindow + (kWindow - 1 - (int)(before & 0xff));
    return {(T)(before >> 8 ^ detail::rank_flip<T, Largest>()),
            first + row * step};
  }

 private:
  // Column n's 16 bits.
  __device__ __forceinline__ static unsigned half(const unsigned (&x)[N / 2],
                                                  int n) {
    return x[n / 4 * 2 + n % 2] >> n % 4 / 2 * 16 & 0xffff;
  }
  __device__ __forceinline__ void close(long taken) {
    const int closed = (int)(taken / kWindow) - 1;
#pragma unroll
    for (int n = 0; n < N; ++n) {
      unsigned& to = best[n / 4 * 2 + n % 2];
      const unsigned lost = 0xffffu << n % 4 / 2 * 16;
      bool better = closed == 0 || half(recent, n) >> 8 > half(best, n) >> 8;
      to = better ? (to & ~lost) | (recent[n / 4 * 2 + n % 2] & lost) : to;
      window[n] = better ? closed : window[n];
    }
#pragma unroll
    for (unsigned& x : recent) x = 0;
  }
};

}  // namespace tenorite::cuda
