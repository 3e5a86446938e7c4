// SPDX-License-Identifier: Apache-2.0
// What all kernels of a loop share: a thread's values, and the functor applied
// to them.
#pragma once

#include <cuda_runtime_api.h>

#include "ops/cuda/abi/fast_divisor.cuh"
#include "ops/cuda/elementwise/loop.h"
#include "ops/table/functor_loop.h"

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
struct LoopValues;

template <class F, class... In, class... Out>
struct LoopValues<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Loop = FunctorLoop<F, Types<In...>, Types<Out...>>;
  using Inputs = std::index_sequence_for<In...>;
  using Outputs = std::index_sequence_for<Out...>;
  static constexpr int kIn = sizeof...(In), kOut = sizeof...(Out);

  template <int N>
  using InSlots = Slots<N, In...>;
  template <int N>
  using OutSlots = Slots<N, Out...>;

  static constexpr int widest() {
    int most = 0;
    for (int size : {int{sizeof(In)}..., int{sizeof(Out)}...})
      most = size > most ? size : most;
    return most;
  }
  static constexpr int narrowest_result() {
    int least = 16;
    for (int size : {int{sizeof(Out)}...}) least = size < least ? size : least;
    return least;
  }

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
};

}  // namespace tenorite::cuda
