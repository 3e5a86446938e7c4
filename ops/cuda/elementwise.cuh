// SPDX-License-Identifier: Apache-2.0
// The two kernels of an elementwise loop: operands of unit stride, and any
// layout, with conversion and masking.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <tuple>

#include "ops/cuda/loop.h"
#include "ops/cuda/tuning.h"
#include "ops/cuda/wide.cuh"
#include "ops/functor_loop.h"

namespace tenorite::cuda {

__device__ __forceinline__ uint32_t divide(uint32_t n, const FastDivisor& d) {
  return (__umulhi(n, d.multiplier) + n) >> d.shift;
}

// `Bytes` bytes that are moved at once; 32 are moved as twice 16.
template <int Bytes>
struct Chunk;
template <>
struct Chunk<1> {
  unsigned char x;
};
template <>
struct Chunk<2> {
  unsigned short x;
};
template <>
struct Chunk<4> {
  unsigned x;
};
template <>
struct Chunk<8> {
  uint2 x;
};
template <>
struct Chunk<16> {
  uint4 x;
};
template <>
struct Chunk<32> {
  uint4 x, y;
};

template <class T, int Count>
__device__ __forceinline__ void load_chunk(const char* p, T* to) {
  using C = Chunk<Count * sizeof(T)>;
  C chunk = *reinterpret_cast<const C*>(p);
  __builtin_memcpy(to, &chunk, sizeof(chunk));
}
template <class T, int Count>
__device__ __forceinline__ void store_chunk(char* p, const T* from) {
  using C = Chunk<Count * sizeof(T)>;
  C chunk;
  __builtin_memcpy(&chunk, from, sizeof(chunk));
  *reinterpret_cast<C*>(p) = chunk;
}

// What a loop computes for elements that do not exist; 1 divides everything
// and is no error for any operation.
template <class T>
__device__ __forceinline__ T filler() {
  return cast<T>(1);
}

template <class T>
__device__ __forceinline__ T scalar_value(const ScalarBytes& scalar) {
  T x;
  __builtin_memcpy(&x, scalar.bytes, sizeof(T));
  return x;
}

// One thread's values of each operand.
template <size_t K, class T, int N>
struct Slot {
  T x[N];
};
template <class Index, int N, class... T>
struct SlotList;
template <size_t... K, int N, class... T>
struct SlotList<std::index_sequence<K...>, N, T...> : Slot<K, T, N>... {};
template <int N, class... T>
using Slots = SlotList<std::index_sequence_for<T...>, N, T...>;
template <size_t K, class T, int N>
__device__ __forceinline__ T (&values(Slot<K, T, N>& slot))
    [N] { return slot.x; }

template <class Loop>
struct Kernels;

template <class F, class... In, class... Out>
struct Kernels<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Loop = FunctorLoop<F, Types<In...>, Types<Out...>>;
  using Inputs = std::index_sequence_for<In...>;
  using Outputs = std::index_sequence_for<Out...>;
  static constexpr int kOut = sizeof...(Out);

  static constexpr int kWidest =
      std::max({int{sizeof(In)}..., int{sizeof(Out)}...});
  static constexpr int kNarrowest =
      std::min({int{sizeof(In)}..., int{sizeof(Out)}...});

  template <int N, size_t... I, size_t... O>
  __device__ __forceinline__ static unsigned compute(
      Slots<N, In...>& in, Slots<N, Out...>& out, unsigned valid,
      std::index_sequence<I...>, std::index_sequence<O...>) {
    unsigned error = 0;
#pragma unroll
    for (int e = 0; e < N; ++e) {
      unsigned bits = 0;
      Loop::apply(bits, values<O>(out)[e]..., values<I>(in)[e]...);
      if (valid >> e & 1) error |= bits;
    }
    return error;
  }

  // Contiguous. `full`: all elements of the block exist.

  template <int V, int U, class T>
  __device__ __forceinline__ static void load(const ContiguousArgs& a,
                                              int input, int64_t first,
                                              bool full, T (&x)[U * V]) {
    const int k = kOut + input;
    const char* data = a.data[k];
    if ((a.scalars | a.singles) >> k & 1) {
      T value = a.scalars >> k & 1 ? scalar_value<T>(a.scalar[input])
                                   : *reinterpret_cast<const T*>(data);
#pragma unroll
      for (int e = 0; e < U * V; ++e) x[e] = value;
    } else if (full && a.aligned >> k & 1) {
#pragma unroll
      for (int u = 0; u < U; ++u)
        load_chunk<T, V>(data + (first + u * (kThreads * V)) * int{sizeof(T)},
                         x + u * V);
    } else {
#pragma unroll
      for (int e = 0; e < U * V; ++e) {
        int64_t i = first + e / V * (kThreads * V) + e % V;
        x[e] = full || (i >= 0 && i < a.n) ? reinterpret_cast<const T*>(data)[i]
                                           : filler<T>();
      }
    }
  }

  template <int V, int U, class T>
  __device__ __forceinline__ static void store(const ContiguousArgs& a,
                                               int output, int64_t first,
                                               bool full, const T (&x)[U * V]) {
    char* data = a.data[output];
    if (full && a.aligned >> output & 1) {
#pragma unroll
      for (int u = 0; u < U; ++u)
        store_chunk<T, V>(data + (first + u * (kThreads * V)) * int{sizeof(T)},
                          x + u * V);
    } else {
#pragma unroll
      for (int e = 0; e < U * V; ++e) {
        int64_t i = first + e / V * (kThreads * V) + e % V;
        if (full || (i >= 0 && i < a.n)) reinterpret_cast<T*>(data)[i] = x[e];
      }
    }
  }

  template <int V, int U, size_t... I, size_t... O>
  __device__ __forceinline__ static void contiguous(
      const ContiguousArgs& a, std::index_sequence<I...> inputs,
      std::index_sequence<O...> outputs) {
    Slots<U * V, In...> in;
    Slots<U * V, Out...> out;
    constexpr int kBlock = kThreads * U * V;
    const int64_t start = static_cast<int64_t>(blockIdx.x) * kBlock - a.shift;
    const bool full = start >= 0 && start + kBlock <= a.n;
    const int64_t first = start + threadIdx.x * V;
    (load<V, U>(a, I, first, full, values<I>(in)), ...);
    unsigned error = compute<U * V>(in, out, ~0u, inputs, outputs);
    (store<V, U>(a, O, first, full, values<O>(out)), ...);
    if constexpr (Loop::kChecked)
      if (error) atomicOr(a.error, error);
  }

  // Strided: U vectors of V elements along the last axis, of which those exist
  // whose bits are set in a mask: bit u * V + e.

  template <int U>
  struct Place {
    int32_t offset[U];  // of each vector's first element
  };

  // Which of the elements first .. first + V - 1 of an axis exist.
  template <int V>
  __device__ __forceinline__ static unsigned existing(int32_t first,
                                                      int32_t length) {
    constexpr unsigned kAll = (1u << V) - 1;
    int32_t low = first < 0 ? -first : 0;
    int32_t high = length - first < V ? length - first : V;
    if (low >= high) return 0;
    return (kAll >> (V - high)) & (kAll << low);
  }

  template <class Tiling, int Operands>
  __device__ __forceinline__ static unsigned place_rows(
      const StridedArgs& a, Place<Tiling::U> (&place)[Operands]) {
    constexpr int V = Tiling::V;
    const int last = a.ndim - 1;
    const int32_t length = a.shape[last].divisor;
    unsigned valid = 0;
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      const uint32_t vector =
          (blockIdx.x * Tiling::U + u) * kThreads + threadIdx.x;
      uint32_t row = divide(vector, a.vectors_per_row);
      int32_t i = (vector - row * a.vectors_per_row.divisor) * V;
      const bool any = vector < a.vectors;
#pragma unroll
      for (int k = 0; k < Operands; ++k) place[k].offset[u] = 0;
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
      if (any) valid |= existing<V>(i, length) << (u * V);
#pragma unroll
      for (int k = 0; k < Operands; ++k)
        place[k].offset[u] += i * a.strides[k][last];
    }
    return valid;
  }

  // A tile of the last two axes. Vectors of staged operands lie along y.
  template <class Tiling, int Operands>
  __device__ __forceinline__ static unsigned place_tiled(
      const StridedArgs& a, Place<Tiling::U> (&place)[Operands],
      unsigned& valid_staged) {
    constexpr int V = Tiling::V;
    const int x_axis = a.ndim - 1, y_axis = a.ndim - 2;
    uint32_t rest = divide(blockIdx.x, a.tiles_x);
    const int32_t x0 = (blockIdx.x - rest * a.tiles_x.divisor) * Tiling::kTileX;
    uint32_t outer = divide(rest, a.tiles_y);
    const int32_t y0 = (rest - outer * a.tiles_y.divisor) * Tiling::kTileY;
    int32_t base[Operands] = {};
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
      const int32_t x = x0 + Tiling::x(u), y = y0 + Tiling::y(u);
      const int32_t staged_x = x0 + Tiling::staged_x(u),
                    staged_y = y0 + Tiling::staged_y(u);
      if (y < ny) valid |= existing<V>(x, nx) << (u * V);
      if (staged_x < nx) valid_staged |= existing<V>(staged_y, ny) << (u * V);
#pragma unroll
      for (int k = 0; k < Operands; ++k) {
        bool staged = a.staged >> k & 1;
        place[k].offset[u] = base[k] +
                             (staged ? staged_x : x) * a.strides[k][x_axis] +
                             (staged ? staged_y : y) * a.strides[k][y_axis];
      }
    }
    return valid;
  }

  template <class T, int V>
  __device__ __forceinline__ static void load_vector(const char* p,
                                                     int32_t stride,
                                                     unsigned valid, T* x) {
    constexpr unsigned kAll = (1u << V) - 1;
    constexpr int kSize = sizeof(T), kBytes = V * kSize;
    const bool reversed = stride == -kSize;
    const char* low = reversed ? p - (V - 1) * kSize : p;
    if (V > 1 && (stride == kSize || reversed) && valid == kAll &&
        reinterpret_cast<uintptr_t>(low) % (kBytes < 16 ? kBytes : 16) == 0) {
      T forward[V];
      load_chunk<T, V>(low, forward);
#pragma unroll
      for (int e = 0; e < V; ++e)
        x[e] = reversed ? forward[V - 1 - e] : forward[e];
    } else if (stride == 0) {
      T value = filler<T>();
      if (valid) load_chunk<T, 1>(p, &value);
#pragma unroll
      for (int e = 0; e < V; ++e) x[e] = value;
    } else {
#pragma unroll
      for (int e = 0; e < V; ++e) {
        if (valid >> e & 1)
          load_chunk<T, 1>(p + e * stride, x + e);
        else
          x[e] = filler<T>();
      }
    }
  }

  template <class T, int V>
  __device__ __forceinline__ static void load_converted(const char* p,
                                                        int32_t stride,
                                                        char letter,
                                                        unsigned valid, T* x) {
    constexpr int N = V < 4 ? V : 4;
    const WideKind kind = wide_kind(letter);
#pragma unroll
    for (int e = 0; e < V; e += N) {
      const auto wide = load_wide<N, is_complex<T>>(p + e * stride, stride,
                                                    letter, valid >> e);
#pragma unroll
      for (int i = 0; i < N; ++i)
        x[e + i] =
            valid >> (e + i) & 1 ? narrow<T>(wide.at(i), kind) : filler<T>();
    }
  }

  template <class Tiling, class T>
  __device__ __forceinline__ static void load(const StridedArgs& a, int input,
                                              const Place<Tiling::U>& place,
                                              unsigned valid,
                                              T (&x)[Tiling::E]) {
    constexpr int V = Tiling::V;
    constexpr unsigned kAll = (1u << V) - 1;
    const int k = kOut + input;
    const bool staged = a.staged >> k & 1;
    const int32_t stride = a.strides[k][a.ndim - (staged ? 2 : 1)];
    if (a.scalars >> k & 1) {
      T value = scalar_value<T>(a.scalar[input]);
#pragma unroll
      for (int e = 0; e < Tiling::E; ++e) x[e] = value;
    } else if (a.converted >> k & 1) {
#pragma unroll
      for (int u = 0; u < Tiling::U; ++u)
        load_converted<T, V>(a.data[k] + place.offset[u], stride, a.letter[k],
                             valid >> (u * V) & kAll, x + u * V);
    } else {
#pragma unroll
      for (int u = 0; u < Tiling::U; ++u)
        load_vector<T, V>(a.data[k] + place.offset[u], stride,
                          valid >> (u * V) & kAll, x + u * V);
    }
    if (staged) transpose<Tiling>(x);
  }

  // Hands the tile's elements from the threads that loaded them along y to
  // those that store them along x.
  template <class Tiling, class T>
  __device__ __forceinline__ static void transpose(T (&x)[Tiling::E]) {
    constexpr int V = Tiling::V, kBytes = V * sizeof(T);
    constexpr int kPitch = tile_pitch(Tiling::kTileY, sizeof(T));
    extern __shared__ uint4 shared[];
    T* tile = reinterpret_cast<T*>(shared);
    __syncthreads();
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      T* to = tile + Tiling::staged_x(u) * kPitch + Tiling::staged_y(u);
      if constexpr (sizeof(T) < 4 && kBytes % 4 == 0) {
        constexpr int kWords = kBytes / 4, kPer = 4 / sizeof(T);
#pragma unroll
        for (int w = 0; w < kWords; ++w)
          store_chunk<T, kPer>(reinterpret_cast<char*>(to + w * kPer),
                               x + u * V + w * kPer);
      } else {
#pragma unroll
        for (int e = 0; e < V; ++e) to[e] = x[u * V + e];
      }
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u)
#pragma unroll
      for (int e = 0; e < V; ++e)
        x[u * V + e] = tile[(Tiling::x(u) + e) * kPitch + Tiling::y(u)];
  }

  template <class Tiling, class T>
  __device__ __forceinline__ static void store(const StridedArgs& a, int output,
                                               const Place<Tiling::U>& place,
                                               unsigned valid,
                                               const T (&x)[Tiling::E]) {
    constexpr int V = Tiling::V, kBytes = V * sizeof(T);
    constexpr unsigned kAll = (1u << V) - 1;
    const int32_t stride = a.strides[output][a.ndim - 1];
    const bool converted = a.converted >> output & 1;
#pragma unroll
    for (int u = 0; u < Tiling::U; ++u) {
      char* p = a.data[output] + place.offset[u];
      const unsigned mine = valid >> (u * V) & kAll;
      if (V > 1 && !converted && stride == int{sizeof(T)} && mine == kAll &&
          reinterpret_cast<uintptr_t>(p) % (kBytes < 16 ? kBytes : 16) == 0) {
        store_chunk<T, V>(p, x + u * V);
        continue;
      }
#pragma unroll
      for (int e = 0; e < V; ++e) {
        if (!(mine >> e & 1)) continue;
        if (converted)
          store_wide(p + e * stride, a.letter[output], widen(x[u * V + e]),
                     kWideKind<T>);
        else
          store_chunk<T, 1>(p + e * stride, x + u * V + e);
      }
    }
  }

  // How the threads of a block share a tile.
  template <int V_, int U_, int X, int Y>
  struct Tile {
    static constexpr int V = V_, U = U_, E = V * U, kTileX = X, kTileY = Y;
    static_assert(X * Y == kThreads * E && X % V == 0 && Y % V == 0);
    static_assert(kThreads % (X / V) == 0 && kThreads % (Y / V) == 0);
    static constexpr int kFirstOutSize =
        sizeof(std::tuple_element_t<0, std::tuple<Out...>>);
    static constexpr int kAcross = X / V, kAlong = Y / V;
    __device__ __forceinline__ static int x(int) {
      return threadIdx.x % kAcross * V;
    }
    __device__ __forceinline__ static int y(int u) {
      return threadIdx.x / kAcross + u * (kThreads / kAcross);
    }
    __device__ __forceinline__ static int staged_x(int u) {
      return threadIdx.x / kAlong + u * (kThreads / kAlong);
    }
    __device__ __forceinline__ static int staged_y(int) {
      return threadIdx.x % kAlong * V;
    }
  };

  template <class Tiling, size_t... I, size_t... O>
  __device__ __forceinline__ static void strided(
      const StridedArgs& a, std::index_sequence<I...> inputs,
      std::index_sequence<O...> outputs) {
    constexpr int kMask = kOut + sizeof...(In);
    Place<Tiling::U> place[kMask + 1];
    unsigned valid, valid_staged;
    if (a.tiled)
      valid = place_tiled<Tiling>(a, place, valid_staged);
    else
      valid = valid_staged = place_rows<Tiling>(a, place);
    Slots<Tiling::E, In...> in;
    Slots<Tiling::E, Out...> out;
    (load<Tiling>(a, I, place[kOut + I],
                  a.staged >> (kOut + I) & 1 ? valid_staged : valid,
                  values<I>(in)),
     ...);
    if (a.masked) {
      const int32_t stride = a.strides[kMask][a.ndim - 1];
#pragma unroll
      for (int i = 0; i < Tiling::E; ++i) {
        const int32_t at =
            place[kMask].offset[i / Tiling::V] + i % Tiling::V * stride;
        if ((valid >> i & 1) && !a.data[kMask][at]) valid &= ~(1u << i);
      }
    }
    unsigned error = compute<Tiling::E>(in, out, valid, inputs, outputs);
    (store<Tiling>(a, O, place[O], valid, values<O>(out)), ...);
    if constexpr (Loop::kChecked)
      if (error) atomicOr(a.error, error);
  }
};

template <class Loop, int V, int U>
__global__ void __launch_bounds__(kThreads)
    contiguous_kernel(const __grid_constant__ ContiguousArgs args) {
  using K = Kernels<Loop>;
  K::template contiguous<V, U>(args, typename K::Inputs(),
                               typename K::Outputs());
}

template <class Loop, bool heavy>
constexpr StridedTuning kStridedTuning = strided_tuning(
    Kernels<Loop>::kWidest, Kernels<Loop>::Inputs::size(), heavy);

template <class Loop, bool heavy>
__global__ void __launch_bounds__(kThreads)
    strided_kernel(const __grid_constant__ StridedArgs args) {
  using K = Kernels<Loop>;
  constexpr StridedTuning t = kStridedTuning<Loop, heavy>;
  K::template strided<
      typename K::template Tile<t.vector, t.unroll, t.tile_x, t.tile_y>>(
      args, typename K::Inputs(), typename K::Outputs());
}

template <class Loop, bool heavy>
CudaLoop make_loop() {
  using K = Kernels<Loop>;
  constexpr ContiguousTuning t =
      contiguous_tuning(K::kWidest, K::kNarrowest, K::Inputs::size(), heavy);
  return {contiguous_kernel<Loop, t.vector, t.unroll>,
          strided_kernel<Loop, heavy>, t, kStridedTuning<Loop, heavy>};
}

template <Op op, size_t... I>
const CudaLoop* make_loops(std::index_sequence<I...>) {
  static const CudaLoop loops[] = {make_loop<LoopOf<op, I>, kIsHeavy<op>>()...};
  return loops;
}

struct RegisterLoops {
  template <Op op>
  void operator()() const {
    register_loops(op,
                   make_loops<op>(std::make_index_sequence<kLoopCount<op>>()));
  }
};

// Registers every operation of a family of the op table.
template <class Family>
bool register_family() {
  for_each_op_of<Family>(RegisterLoops());
  return true;
}

}  // namespace tenorite::cuda
