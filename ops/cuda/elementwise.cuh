// SPDX-License-Identifier: Apache-2.0
// The two kernels of an elementwise loop: operands of unit stride, and any
// layout, with conversion and masking.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>

#include "ops/cuda/fast_divisor.cuh"
#include "ops/cuda/loop.h"
#include "ops/cuda/tuning.h"
#include "ops/cuda/wide.cuh"
#include "ops/functor_loop.h"

namespace tenorite::cuda {

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

  // Strided.

  static constexpr int kE = kStridedElements;
  struct Place {
    int32_t offset[kE];
  };

  // Elements of the block's tile: bit e of the result is set where they exist.
  // Of a staged operand lane l takes the l-th row, of others the l-th column.
  template <int Operands>
  __device__ __forceinline__ static unsigned place_tiled(
      const StridedArgs& a, Place (&place)[Operands], unsigned& valid_staged) {
    const int x_axis = a.ndim - 1, y_axis = a.ndim - 2;
    uint32_t rest = divide(blockIdx.x, a.tiles_x);
    uint32_t x0 = (blockIdx.x - rest * a.tiles_x.divisor) * kTile;
    uint32_t outer = divide(rest, a.tiles_y);
    uint32_t y0 = (rest - outer * a.tiles_y.divisor) * kTile;
    int32_t base[Operands] = {};
    for (int d = y_axis - 1; d >= 0; --d) {
      uint32_t next = divide(outer, a.shape[d]);
      int32_t i = outer - next * a.shape[d].divisor;
#pragma unroll
      for (int k = 0; k < Operands; ++k) base[k] += i * a.strides[k][d];
      outer = next;
    }
    const uint32_t nx = a.shape[x_axis].divisor, ny = a.shape[y_axis].divisor;
    const uint32_t lane = threadIdx.x % kTile, line = threadIdx.x / kTile;
    unsigned valid = 0;
    valid_staged = 0;
#pragma unroll
    for (int e = 0; e < kE; ++e) {
      uint32_t step = line + e * (kThreads / kTile);
      if (x0 + lane < nx && y0 + step < ny) valid |= 1u << e;
      if (x0 + step < nx && y0 + lane < ny) valid_staged |= 1u << e;
#pragma unroll
      for (int k = 0; k < Operands; ++k) {
        bool staged = a.staged >> k & 1;
        int32_t x = x0 + (staged ? step : lane);
        int32_t y = y0 + (staged ? lane : step);
        place[k].offset[e] =
            base[k] + x * a.strides[k][x_axis] + y * a.strides[k][y_axis];
      }
    }
    return valid;
  }

  template <int Operands>
  __device__ __forceinline__ static unsigned place_flat(
      const StridedArgs& a, Place (&place)[Operands]) {
    uint32_t index[kE];
    unsigned valid = 0;
#pragma unroll
    for (int e = 0; e < kE; ++e) {
      index[e] = (blockIdx.x * kE + e) * kThreads + threadIdx.x;
      if (index[e] < a.n) valid |= 1u << e;
#pragma unroll
      for (int k = 0; k < Operands; ++k) place[k].offset[e] = 0;
    }
    for (int d = a.ndim - 1; d >= 0; --d) {
      const FastDivisor shape = a.shape[d];
#pragma unroll
      for (int e = 0; e < kE; ++e) {
        uint32_t next = d == 0 ? 0 : divide(index[e], shape);
        int32_t i = index[e] - next * shape.divisor;
#pragma unroll
        for (int k = 0; k < Operands; ++k)
          place[k].offset[e] += i * a.strides[k][d];
        index[e] = next;
      }
    }
    return valid;
  }

  template <class T>
  __device__ __forceinline__ static void load(const StridedArgs& a, int input,
                                              const Place& place,
                                              unsigned valid, T (&x)[kE]) {
    const int k = kOut + input;
    if (a.scalars >> k & 1) {
      T value = scalar_value<T>(a.scalar[input]);
#pragma unroll
      for (int e = 0; e < kE; ++e) x[e] = value;
    } else if (a.converted >> k & 1) {
      const WideKind kind = wide_kind(a.letter[k]);
#pragma unroll
      for (int e = 0; e < kE; ++e)
        x[e] =
            valid >> e & 1
                ? narrow<T>(load_wide(a.data[k] + place.offset[e], a.letter[k]),
                            kind)
                : filler<T>();
    } else {
#pragma unroll
      for (int e = 0; e < kE; ++e) {
        if (valid >> e & 1)
          load_chunk<T, 1>(a.data[k] + place.offset[e], x + e);
        else
          x[e] = filler<T>();
      }
    }
    if (a.staged >> k & 1) transpose(x);
  }

  // Hands the tile's elements from the threads that loaded them by rows to
  // those that store them by columns.
  template <class T>
  __device__ __forceinline__ static void transpose(T (&x)[kE]) {
    extern __shared__ uint4 shared[];
    T* tile = reinterpret_cast<T*>(shared);
    constexpr int kPitch = kTile + 1;
    const int lane = threadIdx.x % kTile, line = threadIdx.x / kTile;
    __syncthreads();
#pragma unroll
    for (int e = 0; e < kE; ++e)
      tile[(line + e * (kThreads / kTile)) * kPitch + lane] = x[e];
    __syncthreads();
#pragma unroll
    for (int e = 0; e < kE; ++e)
      x[e] = tile[lane * kPitch + line + e * (kThreads / kTile)];
  }

  template <class T>
  __device__ __forceinline__ static void store(const StridedArgs& a, int output,
                                               const Place& place,
                                               unsigned valid,
                                               const T (&x)[kE]) {
    const bool converted = a.converted >> output & 1;
#pragma unroll
    for (int e = 0; e < kE; ++e) {
      if (!(valid >> e & 1)) continue;
      char* p = a.data[output] + place.offset[e];
      if (converted)
        store_wide(p, a.letter[output], widen(x[e]), kWideKind<T>);
      else
        store_chunk<T, 1>(p, x + e);
    }
  }

  template <size_t... I, size_t... O>
  __device__ __forceinline__ static void strided(
      const StridedArgs& a, std::index_sequence<I...> inputs,
      std::index_sequence<O...> outputs) {
    constexpr int kMask = kOut + sizeof...(In);
    Place place[kMask + 1];
    unsigned valid, valid_staged;
    if (a.tiled)
      valid = place_tiled(a, place, valid_staged);
    else
      valid = valid_staged = place_flat(a, place);
    Slots<kE, In...> in;
    Slots<kE, Out...> out;
    (load(a, I, place[kOut + I],
          a.staged >> (kOut + I) & 1 ? valid_staged : valid, values<I>(in)),
     ...);
    if (a.masked) {
#pragma unroll
      for (int e = 0; e < kE; ++e)
        if ((valid >> e & 1) && !a.data[kMask][place[kMask].offset[e]])
          valid &= ~(1u << e);
    }
    unsigned error = compute<kE>(in, out, valid, inputs, outputs);
    (store(a, O, place[O], valid, values<O>(out)), ...);
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

template <class Loop>
__global__ void __launch_bounds__(kThreads)
    strided_kernel(const __grid_constant__ StridedArgs args) {
  using K = Kernels<Loop>;
  K::strided(args, typename K::Inputs(), typename K::Outputs());
}

template <class Loop, bool heavy>
CudaLoop make_loop() {
  using K = Kernels<Loop>;
  constexpr ContiguousTuning t =
      contiguous_tuning(K::kWidest, K::kNarrowest, K::Inputs::size(), heavy);
  return {contiguous_kernel<Loop, t.vector, t.unroll>, strided_kernel<Loop>,
          t.vector, t.unroll};
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
