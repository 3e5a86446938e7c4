// SPDX-License-Identifier: Apache-2.0
// The kernel of an elementwise loop for operands of unit stride that have the
// loop's dtypes.
#pragma once

#include "ops/cuda/elementwise/loop_values.cuh"

namespace tenorite::cuda {

template <class Loop>
struct Contiguous;

template <class F, class... In, class... Out>
struct Contiguous<FunctorLoop<F, Types<In...>, Types<Out...>>>
    : LoopValues<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Values = LoopValues<FunctorLoop<F, Types<In...>, Types<Out...>>>;
  using Loop = typename Values::Loop;
  static constexpr int kOut = Values::kOut;

  // `full`: all elements of the block exist.

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
    unsigned error =
        Values::template compute<U * V>(in, out, ~0u, inputs, outputs);
    (store<V, U>(a, O, first, full, values<O>(out)), ...);
    if constexpr (Loop::kChecked)
      if (error) atomicOr(a.error, error);
  }
};

template <class Loop, int V, int U>
__global__ void __launch_bounds__(kThreads)
    contiguous_kernel(const __grid_constant__ ContiguousArgs args) {
  using K = Contiguous<Loop>;
  K::template contiguous<V, U>(args, typename K::Inputs(),
                               typename K::Outputs());
}

template <class Loop, bool heavy>
ContiguousLoop contiguous_loop() {
  using K = LoopValues<Loop>;
  constexpr ContiguousTuning t =
      contiguous_tuning(K::widest(), K::narrowest_result(), K::kIn, heavy);
  return {contiguous_kernel<Loop, t.vector, t.unroll>, t};
}

}  // namespace tenorite::cuda
