// SPDX-License-Identifier: Apache-2.0
// The kernel of an elementwise loop for operands of any layout that have the
// loop's dtypes.
#pragma once

#include <tuple>

#include "ops/cuda/elementwise/join_vectors.cuh"
#include "ops/cuda/elementwise/loop_values.cuh"

namespace tenorite::cuda {

template <class Loop>
struct Strided;

template <class F, class... In, class... Out>
struct Strided<FunctorLoop<F, Types<In...>, Types<Out...>>>
    : LoopValues<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Values = LoopValues<FunctorLoop<F, Types<In...>, Types<Out...>>>;
  using Loop = typename Values::Loop;
  static constexpr int kOut = Values::kOut;

  // A thread has U vectors of V elements, of which those exist whose bits are
  // set in a mask: bit u * V + e. All loads are issued before any value is
  // used.

  // Where one thread finds its elements of an operand.
  template <int U>
  struct Place {
    int32_t offset[U];  // of each vector's first element
    int32_t step;       // to the vector's next element
  };

  template <int Bits>
  static constexpr unsigned kAllOf = ~0u >> (32 - Bits);

  // Which of the elements first, first + step, ... of an axis exist.
  template <int V>
  __device__ __forceinline__ static unsigned existing(int32_t first,
                                                      int32_t step,
                                                      int32_t length) {
    if (first >= 0 && first + (V - 1) * step < length) return kAllOf<V>;
    unsigned bits = 0;
#pragma unroll
    for (int e = 0; e < V; ++e)
      if (static_cast<uint32_t>(first + e * step) <
          static_cast<uint32_t>(length))
        bits |= 1u << e;
    return bits;
  }

  // `inner`: whether all vectors have whole ones before and after them.
  template <class Tiling, int Operands>
  __device__ __forceinline__ static unsigned place_rows(
      const StridedArgs& a, Place<Tiling::U> (&place)[Operands], bool& inner) {
    constexpr int V = Tiling::V;
    const int last = a.ndim - 1;
    const int32_t length = a.shape[last].divisor;
    const int32_t step = a.scattered ? kWarp : 1;
    unsigned valid = 0;
    inner = !a.scattered;
#pragma unroll
    for (int k = 0; k < Operands; ++k)
      place[k].step = step * a.strides[k][last];
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      const uint32_t vector =
          (blockIdx.x * Tiling::U + u) * kThreads + threadIdx.x;
      uint32_t row = divide(vector, a.vectors_per_row);
      int32_t i = vector - row * a.vectors_per_row.divisor;
      // The vectors of a warp together are as many consecutive elements.
      i = a.scattered ? i / kWarp * (kWarp * V) + i % kWarp : i * V;
#pragma unroll
      for (int k = 0; k < Operands; ++k) place[k].offset[u] = 0;
#pragma unroll 1
      for (int d = last - 1; d >= 0; --d) {
        uint32_t next = d == 0 ? 0 : divide(row, a.shape[d]);
        int32_t at = row - next * a.shape[d].divisor;
#pragma unroll
        for (int k = 0; k < Operands; ++k)
          place[k].offset[u] += at * a.strides[k][d];
        row = next;
      }
      if (a.shifted) {
        constexpr int kSize = Tiling::kFirstOutSize;
        auto start = reinterpret_cast<uintptr_t>(a.data[0]) +
                     static_cast<int64_t>(place[0].offset[u]);
        i -= start / kSize % V;
      }
      if (vector < a.vectors) valid |= existing<V>(i, step, length) << (u * V);
      inner = inner && i >= V && i + 2 * V <= length;
#pragma unroll
      for (int k = 0; k < Operands; ++k)
        place[k].offset[u] += i * a.strides[k][last];
    }
    return valid;
  }

  // How the threads of a block share a tile. Vectors lie along x, or along y
  // for staged operands; scattered ones lie across such lines, so that
  // neighbouring threads have neighbouring elements at any alignment.
  template <int V_, int U_, int X, int Y>
  struct Tile {
    static constexpr int V = V_, U = U_, E = V * U, kTileX = X, kTileY = Y;
    static_assert(X * Y == kThreads * E && X % V == 0 && Y % V == 0);
    static_assert(kThreads % X == 0 && kThreads % Y == 0);
    static constexpr int kFirstOutSize =
        sizeof(std::tuple_element_t<0, std::tuple<Out...>>);

    struct Spot {
      int along, across;  // the vector's first element
    };
    // `Along`: the tile's side along which vectors lie.
    template <int Along>
    __device__ __forceinline__ static Spot spot(bool scattered, int u) {
      constexpr int kVectors = Along / V;
      const int t = threadIdx.x;
      if (scattered) return {t % Along, t / Along + u * V * kLines<Along>};
      return {t % kVectors * V, t / kVectors + u * (kThreads / kVectors)};
    }
    // Lines that a block takes at a time.
    template <int Along>
    static constexpr int kLines = kThreads / Along;
  };

  // A tile of the last two axes.
  template <class Tiling, int Operands>
  __device__ __forceinline__ static unsigned place_tiled(
      const StridedArgs& a, Place<Tiling::U> (&place)[Operands],
      unsigned& valid_staged) {
    constexpr int V = Tiling::V, X = Tiling::kTileX, Y = Tiling::kTileY;
    const int x_axis = a.ndim - 1, y_axis = a.ndim - 2;
    uint32_t rest = divide(blockIdx.x, a.tiles_x);
    const int32_t x0 = (blockIdx.x - rest * a.tiles_x.divisor) * X;
    uint32_t outer = divide(rest, a.tiles_y);
    const int32_t y0 = (rest - outer * a.tiles_y.divisor) * Y;
    int32_t base[Operands] = {};
#pragma unroll 1
    for (int d = y_axis - 1; d >= 0; --d) {
      uint32_t next = divide(outer, a.shape[d]);
      int32_t at = outer - next * a.shape[d].divisor;
#pragma unroll
      for (int k = 0; k < Operands; ++k) base[k] += at * a.strides[k][d];
      outer = next;
    }
    const int32_t nx = a.shape[x_axis].divisor, ny = a.shape[y_axis].divisor;
    unsigned valid = 0;
    valid_staged = 0;
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      const auto direct = Tiling::template spot<X>(a.scattered, u);
      const auto staged = Tiling::template spot<Y>(a.scattered, u);
      const int32_t x = x0 + direct.along, y = y0 + direct.across;
      const int32_t staged_x = x0 + staged.across, staged_y = y0 + staged.along;
      if (a.scattered) {
        constexpr int kAcrossX = Tiling::template kLines<Y>;
        constexpr int kAcrossY = Tiling::template kLines<X>;
        if (x < nx) valid |= existing<V>(y, kAcrossY, ny) << (u * V);
        if (staged_y < ny)
          valid_staged |= existing<V>(staged_x, kAcrossX, nx) << (u * V);
      } else {
        if (y < ny) valid |= existing<V>(x, 1, nx) << (u * V);
        if (staged_x < nx)
          valid_staged |= existing<V>(staged_y, 1, ny) << (u * V);
      }
#pragma unroll
      for (int k = 0; k < Operands; ++k) {
        const bool turned = a.staged >> k & 1;
        const int32_t along_x = a.strides[k][x_axis];
        const int32_t along_y = a.strides[k][y_axis];
        place[k].offset[u] = base[k] + (turned ? staged_x : x) * along_x +
                             (turned ? staged_y : y) * along_y;
        place[k].step = a.scattered
                            ? (turned ? along_x * Tiling::template kLines<Y>
                                      : along_y * Tiling::template kLines<X>)
                            : (turned ? along_y : along_x);
      }
    }
    return valid;
  }

  // What was loaded of an operand beside its values.
  template <size_t K, class Tiling, class T>
  struct Fetched {
    // Small elements off their vectors' alignment: the aligned vectors around.
    static constexpr bool kSplits =
        sizeof(T) <= 2 && Tiling::V * sizeof(T) == 16;
    uint4 next[kSplits ? Tiling::U : 1];
    bool split = false;
    bool reversed = false;  // vectors were loaded from their far end
  };

  // Loads what needs no more than moving.
  template <size_t K, class Tiling, class T>
  __device__ __forceinline__ static void fetch(const StridedArgs& a,
                                               const Place<Tiling::U>& place,
                                               unsigned valid, bool inner,
                                               T (&x)[Tiling::E],
                                               Fetched<K, Tiling, T>& fetched) {
    constexpr int V = Tiling::V, U = Tiling::U, kSize = sizeof(T);
    constexpr int kBytes = V * kSize;
    constexpr int k = kOut + K;
    const char* data = a.data[k];
    if (a.scalars >> k & 1) return;
    if (place.step == 0) {
#pragma unroll
      for (int u = 0; u < U; ++u) {
        x[u * V] = filler<T>();
        if (valid >> (u * V) & kAllOf<V>)
          load_chunk<T, 1>(data + place.offset[u], x + u * V);
      }
      return;
    }
    if constexpr (V > 1) {
      const bool reversed = place.step == -kSize;
      if ((place.step == kSize || reversed) && valid == kAllOf<Tiling::E>) {
        const char* low = data - (reversed ? (V - 1) * kSize : 0);
        unsigned off = 0;
#pragma unroll
        for (int u = 0; u < U; ++u)
          off |= static_cast<unsigned>(
              reinterpret_cast<uintptr_t>(low + place.offset[u]));
        if (off % (kBytes < 16 ? kBytes : 16) == 0) {
#pragma unroll
          for (int u = 0; u < U; ++u)
            load_chunk<T, V>(low + place.offset[u], x + u * V);
          fetched.reversed = reversed;
          return;
        }
        if constexpr (Fetched<K, Tiling, T>::kSplits) {
          if (inner) {
#pragma unroll
            for (int u = 0; u < U; ++u) {
              const char* p = low + place.offset[u];
              p -= reinterpret_cast<uintptr_t>(p) % 16;
              load_chunk<T, V>(p, x + u * V);
              fetched.next[u] = *reinterpret_cast<const uint4*>(p + 16);
            }
            fetched.split = true;
            fetched.reversed = reversed;
            return;
          }
        }
      }
    }
    fetch_each<Tiling>(data, place, valid, x);
  }

  template <class Tiling, class T>
  __device__ __forceinline__ static void fetch_each(
      const char* data, const Place<Tiling::U>& place, unsigned valid,
      T (&x)[Tiling::E]) {
#pragma unroll
    for (int i = 0; i < Tiling::E; ++i) {
      const char* p =
          data + place.offset[i / Tiling::V] + i % Tiling::V * place.step;
      if (valid >> i & 1)
        load_chunk<T, 1>(p, x + i);
      else
        x[i] = filler<T>();
    }
  }

  // Makes the loop's values of what was fetched, in the threads that use them.
  template <size_t K, class Tiling, class T>
  __device__ __forceinline__ static void finish(
      const StridedArgs& a, const Place<Tiling::U>& place, unsigned valid,
      const Fetched<K, Tiling, T>& fetched, T (&x)[Tiling::E]) {
    constexpr int V = Tiling::V;
    constexpr int k = kOut + K;
    if (a.scalars >> k & 1) {
      T value = scalar_value<T>(a.scalar[K]);
#pragma unroll
      for (int i = 0; i < Tiling::E; ++i) x[i] = value;
      return;
    }
    if (place.step == 0) {
#pragma unroll
      for (int i = 0; i < Tiling::E; ++i) x[i] = x[i / V * V];
    } else {
      if constexpr (Fetched<K, Tiling, T>::kSplits) {
        if (fetched.split) {
#pragma unroll
          for (int u = 0; u < Tiling::U; ++u) {
            const auto low = reinterpret_cast<uintptr_t>(a.data[k]) +
                             static_cast<int64_t>(place.offset[u]) -
                             (fetched.reversed ? 16 - sizeof(T) : 0);
            uint4 first;
            __builtin_memcpy(&first, x + u * V, 16);
            first = join_vectors(first, fetched.next[u], low % 16);
            __builtin_memcpy(x + u * V, &first, 16);
          }
        }
      }
      if (fetched.reversed) {
#pragma unroll
        for (int u = 0; u < Tiling::U; ++u)
#pragma unroll
          for (int e = 0; e < V / 2; ++e) {
            T other = x[u * V + e];
            x[u * V + e] = x[u * V + V - 1 - e];
            x[u * V + V - 1 - e] = other;
          }
      }
    }
    if (a.staged >> k & 1) transpose<Tiling>(a.scattered, x);
  }

  // Hands the tile's elements from the threads that loaded them along y to
  // those that store them along x.
  template <class Tiling, class T>
  __device__ __forceinline__ static void transpose(bool scattered,
                                                   T (&x)[Tiling::E]) {
    constexpr int V = Tiling::V, X = Tiling::kTileX, Y = Tiling::kTileY;
    constexpr int kPitch = tile_pitch(Y, sizeof(T));
    extern __shared__ uint4 shared[];
    T* tile = reinterpret_cast<T*>(shared);
    __syncthreads();
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      const auto at = Tiling::template spot<Y>(scattered, u);
      T* to = tile + at.across * kPitch + at.along;
      if (scattered) {
#pragma unroll
        for (int e = 0; e < V; ++e)
          to[e * Tiling::template kLines<Y> * kPitch] = x[u * V + e];
      } else {
        constexpr int kPer = sizeof(T) < 4 && V * sizeof(T) % 4 == 0
                                 ? 4 / static_cast<int>(sizeof(T))
                                 : 1;
#pragma unroll
        for (int e = 0; e < V; e += kPer)
          store_chunk<T, kPer>(reinterpret_cast<char*>(to + e), x + u * V + e);
      }
    }
    __syncthreads();
    const int step = scattered ? Tiling::template kLines<X> : kPitch;
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      const auto at = Tiling::template spot<X>(scattered, u);
      const T* from = tile + at.along * kPitch + at.across;
#pragma unroll
      for (int e = 0; e < V; ++e) x[u * V + e] = from[e * step];
    }
  }

  template <class Tiling, class T>
  __device__ __forceinline__ static void store(const StridedArgs& a, int output,
                                               const Place<Tiling::U>& place,
                                               unsigned valid,
                                               const T (&x)[Tiling::E]) {
    constexpr int V = Tiling::V, kBytes = V * sizeof(T);
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      char* p = a.data[output] + place.offset[u];
      const unsigned mine = valid >> (u * V) & kAllOf<V>;
      if (V > 1 && place.step == int{sizeof(T)} && mine == kAllOf<V> &&
          reinterpret_cast<uintptr_t>(p) % (kBytes < 16 ? kBytes : 16) == 0) {
        store_chunk<T, V>(p, x + u * V);
        continue;
      }
#pragma unroll
      for (int e = 0; e < V; ++e) {
        if (mine >> e & 1) store_chunk<T, 1>(p + e * place.step, x + u * V + e);
      }
    }
  }

  template <class Tiling, size_t... I, size_t... O>
  __device__ __forceinline__ static void strided(
      const StridedArgs& a, std::index_sequence<I...> inputs,
      std::index_sequence<O...> outputs) {
    constexpr int kMask = kOut + sizeof...(In);
    Place<Tiling::U> place[kMask + 1];
    unsigned valid, valid_staged;
    bool inner = false;
    if (a.tiled)
      valid = place_tiled<Tiling>(a, place, valid_staged);
    else
      valid = valid_staged = place_rows<Tiling>(a, place, inner);
    auto existing_of = [&](int k) {
      return a.staged >> k & 1 ? valid_staged : valid;
    };
    Slots<Tiling::E, In...> in;
    Slots<Tiling::E, Out...> out;
    struct : Fetched<I, Tiling, In>... {
    } fetched;
    (fetch<I, Tiling, In>(a, place[kOut + I], existing_of(kOut + I), inner,
                          values<I>(in), fetched),
     ...);
    (finish<I, Tiling, In>(a, place[kOut + I], existing_of(kOut + I), fetched,
                           values<I>(in)),
     ...);
    if (a.masked) {
#pragma unroll
      for (int i = 0; i < Tiling::E; ++i) {
        const int32_t at = place[kMask].offset[i / Tiling::V] +
                           i % Tiling::V * place[kMask].step;
        if ((valid >> i & 1) && !a.data[kMask][at]) valid &= ~(1u << i);
      }
    }
    unsigned error =
        Values::template compute<Tiling::E>(in, out, valid, inputs, outputs);
    (store<Tiling>(a, O, place[O], valid, values<O>(out)), ...);
    if constexpr (Loop::kChecked)
      if (error) atomicOr(a.error, error);
  }
};

template <class Loop>
constexpr StridedTuning kStridedTuning =
    strided_tuning(LoopValues<Loop>::widest(), LoopValues<Loop>::kIn);

template <class Loop>
__global__ void __launch_bounds__(kThreads)
    strided_kernel(const __grid_constant__ StridedArgs args) {
  using K = Strided<Loop>;
  constexpr StridedTuning t = kStridedTuning<Loop>;
  using Tile =
      typename K::template Tile<t.vector, t.unroll, t.tile_x, t.tile_y>;
  K::template strided<Tile>(args, typename K::Inputs(), typename K::Outputs());
}

template <class Loop>
StridedLoop strided_loop() {
  return {strided_kernel<Loop>, kStridedTuning<Loop>};
}

}  // namespace tenorite::cuda
