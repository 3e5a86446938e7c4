// SPDX-License-Identifier: Apache-2.0
// Groups whose steps make up the elements of reductions: the kernels of
// ops/cuda fold them, in the same order as if they lay in memory in C order. A
// `Group` is a FoldLoop with
//   Folds                      Siblings, what is folded
//   kMasked                    whether a mask leaves elements out
//   make(at, count, x, taken)  x[u][v] = what they fold of element at[u] + v of
//                              the shape, for v < count[u]; each is made once.
//                              taken[u][v] = false where a mask says so
//   keep(output, acc)          takes what they have folded
#pragma once

#include "jit/prelude/groups/siblings.cuh"
#include "jit/prelude/kernels/vectors.h"

namespace tenorite::kernel {

// Where a ReduceArgs has the first of the elements that are made up; the others
// follow a byte apart.
inline constexpr unsigned long kNowhere = 1ul << 40;

// Of an element, or of an output: its index along each axis.
template <int Axes>
struct Place {
  unsigned index[Axes];
};
template <int Axes>
__device__ __forceinline__ Place<Axes> place_in(const Divisor (&shape)[Axes],
                                                unsigned rest) {
  Place<Axes> at;
#pragma unroll
  for (int d = Axes - 1; d > 0; --d) {
    const unsigned next = shape[d].divide(rest);
    at.index[d] = rest - next * shape[d].by;
    rest = next;
  }
  at.index[0] = rest;
  return at;
}

// offset + index * stride, in one instruction, which the compiler does not
// find.
__device__ __forceinline__ long further(long offset, unsigned index,
                                        int stride) {
#ifdef __CUDA_ARCH__
  long sum;
  asm("mad.wide.s32 %0, %1, %2, %3;"
      : "=l"(sum)
      : "r"((int)index), "r"(stride), "l"(offset));
  return sum;
#else
  return offset + (long)index * stride;
#endif
}

// `Results` are arrays of what other kernels of the group have folded, side by
// side.
template <int Folds, int Arrays, int Results, int Axes, int KeptAxes>
struct FoldLoop : cuda::ReduceArgs {
  reduction::Finishing finishings[Folds];  // `finishing` is nobody's
  char* data[Arrays + Results];
  long kept_strides[Arrays][KeptAxes];  // over the outputs
  int strides[Arrays][Axes];            // over the shape
  Divisor shape[Axes];
  Divisor kept_shape[KeptAxes];

  __device__ __forceinline__ char* element(int array,
                                           const Place<Axes>& at) const {
    long offset = 0;
#pragma unroll
    for (int d = 0; d < Axes; ++d)
      offset = further(offset, at.index[d], strides[array][d]);
    return data[array] + offset;
  }
  __device__ __forceinline__ int last_stride(int array) const {
    return strides[array][Axes - 1];
  }
  __device__ __forceinline__ char* kept(int array, long output) const {
    const Place<KeptAxes> at = place_in(kept_shape, (unsigned)output);
    char* p = data[array];
#pragma unroll
    for (int d = 0; d < KeptAxes; ++d)
      p += at.index[d] * kept_strides[array][d];
    return p;
  }
  template <class F, int I, class Acc>
  __device__ __forceinline__ typename F::Result finish(
      const Slot<I, Acc>& acc) const {
    return F::finish(acc.x, reduced_size, finishings[I]);
  }
};

// Of an array over the shape: whole vectors side by side, elements side by
// side, whole vectors that come again, any, one for all. (What is the same for
// all elements of an output is loaded once for all that a call makes.)
enum class FoldAccess { kVector, kUnit, kRepeated, kStrided, kConstant };

// No more than 32 bytes at a time.
template <int V, class T>
inline constexpr int kPiece =
    V * (int)sizeof(T) <= 32 ? V : 32 / (int)sizeof(T);

// V elements side by side from p on, or as many of them as there are.
template <bool kWhole, int V, class T>
__device__ __forceinline__ void load_side_by_side(const char* p, int count,
                                                  T (&x)[V]) {
  if constexpr (kWhole)
    if (count == V) {
#pragma unroll
      for (int v = 0; v < V; v += kPiece<V, T>)
        load<kPiece<V, T>>(p + v * (int)sizeof(T), x + v);
      return;
    }
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (v < count) x[v] = ((const T*)p)[v];
}

// V elements, the first of them `at`: kVector, kUnit, kConstant.
template <FoldAccess kAccess, class Loop, int V, class T>
__device__ __forceinline__ void load_made(const Loop& loop, int array, long at,
                                          int count, T (&x)[V]) {
  if constexpr (kAccess == FoldAccess::kConstant) {
    const T one = *(const T*)loop.data[array];
#pragma unroll
    for (int v = 0; v < V; ++v) x[v] = one;
  } else {
    load_side_by_side<kAccess == FoldAccess::kVector>(
        loop.data[array] + at * (long)sizeof(T), count, x);
  }
}
template <FoldAccess kAccess, class Loop, int V, class T>
__device__ __forceinline__ void store_made(const Loop& loop, int array, long at,
                                           int count, const T (&x)[V]) {
  char* p = loop.data[array] + at * (long)sizeof(T);
  if constexpr (kAccess == FoldAccess::kVector)
    if (count == V) {
#pragma unroll
      for (int v = 0; v < V; v += kPiece<V, T>)
        store<kPiece<V, T>>(p + v * (int)sizeof(T), x + v);
      return;
    }
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (v < count) ((T*)p)[v] = x[v];
}

// V elements, the first of them `at` elements further than `first` along the
// last axis: kRepeated, kStrided.
template <FoldAccess kAccess, class Loop, int V, class T>
__device__ __forceinline__ void load_along(const Loop& loop, int array,
                                           const char* first, long at,
                                           int count, T (&x)[V]) {
  const int stride = loop.last_stride(array);
  const char* const p = (const char*)further((long)first, (unsigned)at, stride);
  if constexpr (kAccess == FoldAccess::kRepeated) {
    load_side_by_side<true>(p, count, x);
  } else {
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (v < count) x[v] = *(const T*)(p + v * (long)stride);
  }
}
template <class Loop, int V, class T>
__device__ __forceinline__ void store_along(const Loop& loop, int array,
                                            char* first, long at, int count,
                                            const T (&x)[V]) {
  const int stride = loop.last_stride(array);
  char* const p = (char*)further((long)first, (unsigned)at, stride);
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (v < count) *(T*)(p + v * (long)stride) = x[v];
}

// V elements in these places: kRepeated, kStrided.
template <FoldAccess kAccess, class Loop, int Axes, int V, class T>
__device__ __forceinline__ void load_placed(const Loop& loop, int array,
                                            const Place<Axes> (&places)[V],
                                            int count, T (&x)[V]) {
  if constexpr (kAccess == FoldAccess::kRepeated) {
    load_side_by_side<true>(loop.element(array, places[0]), count, x);
  } else {
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (v < count) x[v] = *(const T*)loop.element(array, places[v]);
  }
}
template <class Loop, int Axes, int V, class T>
__device__ __forceinline__ void store_placed(const Loop& loop, int array,
                                             const Place<Axes> (&places)[V],
                                             int count, const T (&x)[V]) {
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (v < count) *(T*)loop.element(array, places[v]) = x[v];
}

}  // namespace tenorite::kernel

// What the kernels call; see ops/cuda/reduce/reduce_bodies.cuh.
namespace tenorite::cuda {

template <class Group>
concept MakesElements = requires { typename Group::Folds; };

__device__ __forceinline__ long place_of(const char* p) {
  return (long)((unsigned long)p - kernel::kNowhere);
}

template <class Value, int N, int K, MakesElements Group>
__device__ __forceinline__ void load_lumps(const Group& group,
                                           const char* const (&p)[K],
                                           const int (&count)[K],
                                           LumpOf<Value, N> (&raw)[K]) {
  long at[K];
#pragma unroll
  for (int u = 0; u < K; ++u) at[u] = place_of(p[u]);
  Value x[K][N] = {};
  bool taken[K][N];  // groups with masks are folded by fold_any()
  group.make(at, count, x, taken);
#pragma unroll
  for (int u = 0; u < K; ++u)
    raw[u] = bit_cast<LumpOf<Value, N>>(Group::Folds::load(x[u]));
}

template <class Value, bool kConverts, int N, MakesElements Group>
__device__ __forceinline__ void load_elements(const Group& group,
                                              const char* const (&p)[N],
                                              unsigned& valid, Value (&x)[N]) {
  long at[N];
  int count[N];
#pragma unroll
  for (int u = 0; u < N; ++u) {
    at[u] = place_of(p[u]);
    count[u] = valid >> u & 1;
  }
  Value made[N][1] = {};
  bool taken[N][1];
#pragma unroll
  for (int u = 0; u < N; ++u) taken[u][0] = true;
  group.make(at, count, made, taken);
#pragma unroll
  for (int u = 0; u < N; ++u) {
    x[u] = made[u][0];
    if (!taken[u][0]) valid &= ~(1u << u);
  }
}

template <MakesElements Group>
__device__ __forceinline__ bool is_masked(const Group&) {
  return Group::kMasked;
}

template <class F, MakesElements Group>
__device__ __forceinline__ void write_result(const Group& group, long output,
                                             const typename F::Acc& acc) {
  group.keep(output, acc);
}

}  // namespace tenorite::cuda
