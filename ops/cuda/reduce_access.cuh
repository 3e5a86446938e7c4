// SPDX-License-Identifier: Apache-2.0
// How reduction kernels find, load and combine elements.
#pragma once

#include <type_traits>

#include "ops/cuda/reduce_args.h"

namespace tenorite::cuda {

// Long division is a long routine; one copy is enough.
static __device__ __noinline__ long quotient(long a, long b) { return a / b; }

struct Offsets {
  long in, mask, out;
};

// The offsets of a flat position over several axes. One copy serves all
// kernels of a file: it would be most of their code.
static __device__ __noinline__ Offsets offsets_over(const FoldAxis* axis,
                                                    int ndim, long position,
                                                    bool index32) {
  Offsets sum{0, 0, 0};
  for (int d = ndim - 1; d >= 0; --d) {
    long index = position;
    if (d > 0) {
      if (index32) {
        unsigned p = (unsigned)position;
        position = (__umulhi(p, axis[d].multiplier) + p) >> axis[d].shift;
      } else {
        position = quotient(position, axis[d].shape);
      }
      index -= position * axis[d].shape;
    }
    sum.in += index * axis[d].in;
    sum.mask += index * axis[d].mask;
    sum.out += index * axis[d].out;
  }
  return sum;
}

__device__ __forceinline__ Offsets outer_offsets(const FoldArgs& a,
                                                 long output) {
  if (a.outer_ndim == 1)
    return {output * a.axis[0].in, output * a.axis[0].mask,
            output * a.axis[0].out};
  return offsets_over(a.axis, a.outer_ndim, output, a.index32);
}
// The first reduced axis is repeated at a fixed place, which is faster to read.
__device__ __forceinline__ Offsets reduced_offsets(const FoldArgs& a,
                                                   long position) {
  if (a.reduced_ndim <= 1)
    return {position * a.reduced_in, position * a.reduced_mask, 0};
  return offsets_over(a.axis + a.outer_ndim, a.reduced_ndim, position,
                      a.index32);
}

// An element as the compute dtype, in the bits of Value: a fold whose Value is
// unsigned may stand for a signed or a bool row.
template <class Value, class From>
__device__ __forceinline__ Value as_value(From x, char compute) {
  if constexpr (is_unsigned_integer<Value> && !is_integer<From> &&
                !is_bool<From>) {
    if (compute == letter_of<bool>) return (Value)cast<bool>(x);
    if constexpr (sizeof(Value) == 4)
      if (compute == letter_of<int>) return (Value)cast<int>(x);
    if constexpr (sizeof(Value) == 8)
      if (compute == letter_of<long>) return (Value)cast<long>(x);
  } else if constexpr (is_same<Value, unsigned char> && is_integer<From>) {
    if (compute == letter_of<bool>) return (Value)cast<bool>(x);
  }
  return cast<Value>(x);
}

// x[u] = the element at p[u], for the set bits of `valid`.
template <class Value, bool Converts, int N>
__device__ __forceinline__ void load_elements(const FoldArgs& a,
                                              const char* const (&p)[N],
                                              unsigned valid, Value (&x)[N]) {
  if (!Converts || !a.converts) {
#pragma unroll
    for (int u = 0; u < N; ++u)
      if (valid >> u & 1) x[u] = *reinterpret_cast<const Value*>(p[u]);
    return;
  }
  if constexpr (Converts) switch (a.in_letter) {
#define TENORITE_LOAD_CASE(letter, From)                                     \
  case letter: {                                                             \
    _Pragma("unroll") for (int u = 0; u < N; ++u) if (valid >> u & 1) x[u] = \
        as_value<Value>(*reinterpret_cast<const From*>(p[u]),                \
                        a.compute_letter);                                   \
    break;                                                                   \
  }
      TENORITE_FOR_EACH_TYPE(TENORITE_LOAD_CASE)
#undef TENORITE_LOAD_CASE
    }
}

template <int Bytes>
struct VectorOf;
template <>
struct VectorOf<16> {
  using type = uint4;
};
template <>
struct VectorOf<8> {
  using type = uint2;
};

// `Count` elements that are loaded at once.
template <class Value, int Count>
struct Pack {
  using Vector = typename VectorOf<sizeof(Value) * Count>::type;
  struct Elements {
    Value x[Count];
  };
  Vector raw;
  __device__ __forceinline__ void load(const void* p) {
    raw = __ldg(static_cast<const Vector*>(p));
  }
  __device__ __forceinline__ Elements elements() const {
    return bit_cast<Elements>(raw);
  }
};

// Whether a fold takes several elements at once.
template <class F, class = void>
inline constexpr bool kAbsorbs = false;
template <class F>
inline constexpr bool
    kAbsorbs<F, std::void_t<decltype(&F::template absorb<2>)>> = true;

// Folds N elements, `step` positions apart.
template <class F, int N>
__device__ __forceinline__ typename F::Acc absorb(
    typename F::Acc acc, const typename F::Value (&x)[N], long position,
    long step) {
  if constexpr (kAbsorbs<F>) {
    return F::template absorb<N>(acc, x);
  } else {
#pragma unroll
    for (int i = 0; i < N; ++i)
      acc = F::combine(acc, F::map(x[i], position + i * step));
    return acc;
  }
}

// Combines the accumulators of the lanes of each output, which are `step`
// threads apart; lane 0 gets the result. All threads of the block take part.
template <class F>
__device__ __forceinline__ typename F::Acc combine_lanes(typename F::Acc acc,
                                                         int lane, int lanes,
                                                         int step) {
  using Acc = typename F::Acc;
  alignas(16) __shared__ unsigned char bytes[kFoldThreads * sizeof(Acc)];
  if (lanes == 1) return acc;
  Acc* shared = reinterpret_cast<Acc*>(bytes) + threadIdx.x;
  *shared = acc;
  for (int half = 1; half < lanes; half *= 2) {
    __syncthreads();
    // Only lanes that write nothing in this round are read.
    if ((lane & (2 * half - 1)) == 0) {
      acc = F::combine(acc, shared[half * step]);
      *shared = acc;
    }
  }
  __syncthreads();
  return acc;
}

// The end of a tile; kept out of the kernels' loops, where it would only take
// registers and compile time.
template <class F>
__device__ __noinline__ void write_result(const FoldArgs& a, long output,
                                          typename F::Acc acc) {
  *reinterpret_cast<typename F::Result*>(a.out + outer_offsets(a, output).out) =
      F::finish(acc, a.reduced_size, a.finishing);
}

template <class F>
__device__ __forceinline__ void emit(const FoldArgs& a, long output, long split,
                                     typename F::Acc acc) {
  if (a.splits == 1)
    write_result<F>(a, output, acc);
  else
    reinterpret_cast<typename F::Acc*>(a.partials)[output * a.splits + split] =
        acc;
}

// One block's share of the work.
struct Tile {
  long group;  // of outputs
  long split;
  long begin, end;  // reduced positions
};
__device__ __forceinline__ Tile tile_at(const FoldArgs& a, long tile) {
  Tile t{tile, 0, 0, a.reduced_size};
  if (a.splits > 1) {
    t.group = quotient(tile, a.splits);
    t.split = tile - t.group * a.splits;
    t.begin = t.split * a.chunk;
    t.end = min(t.begin + a.chunk, a.reduced_size);
  }
  return t;
}

}  // namespace tenorite::cuda
