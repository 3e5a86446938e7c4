// SPDX-License-Identifier: Apache-2.0
// How reduction kernels find and load elements.
#pragma once

#include "ops/cuda/abi/reduce_args.h"
#include "ops/cuda/reduce/reduce_lane.cuh"

namespace tenorite::cuda {

// Long division is a long routine; one copy is enough.
static __device__ __noinline__ long quotient(long a, long b) { return a / b; }

__device__ __forceinline__ long divide(long x, const Divider& d, bool index32) {
  if (!index32) return quotient(x, d.by);
  unsigned p = (unsigned)x;
  return (__umulhi(p, d.multiplier) + p) >> d.shift;
}

struct Offsets {
  long in, mask, out;
};

// The offsets of a flat position over several axes. One copy serves all
// kernels of a file: it would be most of their code.
static __device__ __noinline__ Offsets offsets_over(const ReduceAxis* axis,
                                                    int ndim, long position,
                                                    bool index32) {
  Offsets sum{0, 0, 0};
#pragma unroll 1
  for (int d = ndim - 1; d >= 0; --d) {
    long index = position;
    if (d > 0) {
      position = divide(position, axis[d].size, index32);
      index -= position * axis[d].size.by;
    }
    sum.in += index * axis[d].in;
    sum.mask += index * axis[d].mask;
    sum.out += index * axis[d].out;
  }
  return sum;
}
__device__ __forceinline__ const ReduceAxis* axes_of(const ReduceArgs& a) {
  return a.far_axes ? a.far_axes : a.axis;
}
__device__ __forceinline__ Offsets offsets_of(const ReduceArgs& a, int first,
                                              int ndim, long position) {
  if (ndim == 0) return {0, 0, 0};
  if (ndim == 1) {
    const ReduceAxis& axis = first == 0 ? a.axis[0] : axes_of(a)[first];
    return {position * axis.in, position * axis.mask, position * axis.out};
  }
  return offsets_over(axes_of(a) + first, ndim, position, a.index32);
}
__device__ __forceinline__ Offsets outer_offsets(const ReduceArgs& a,
                                                 long output) {
  return offsets_of(a, 0, a.outer_ndim, output);
}
// The first reduced axis is repeated at a fixed place, which is faster to read.
__device__ __forceinline__ Offsets reduced_offsets(const ReduceArgs& a,
                                                   long position) {
  if (a.reduced_ndim <= 1)
    return {position * a.reduced_in, position * a.reduced_mask, 0};
  return offsets_over(axes_of(a) + a.outer_ndim, a.reduced_ndim, position,
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
__device__ __forceinline__ void load_elements(const ReduceArgs& a,
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

// `Words * 4` bytes that are loaded at once, as the elements that they are.
template <int Words>
struct Lump {
  unsigned w[Words];
};
template <class Value, int Count>
struct Elements {
  Value x[Count];
};
template <class Value, int Count>
using LumpOf = Lump<(int)sizeof(Value) * Count / 4>;

__device__ __forceinline__ Lump<4> load_lump(const Lump<4>* p) {
  uint4 v = __ldg(reinterpret_cast<const uint4*>(p));
  return {{v.x, v.y, v.z, v.w}};
}
__device__ __forceinline__ Lump<2> load_lump(const Lump<2>* p) {
  uint2 v = __ldg(reinterpret_cast<const uint2*>(p));
  return {{v.x, v.y}};
}

// The bytes from `past` on of two neighbours; a multiple of `Unit` bytes.
template <int Unit, int Words>
__device__ __forceinline__ Lump<Words> straddle(const Lump<Words>& low,
                                                const Lump<Words>& high,
                                                unsigned past) {
  unsigned w[2 * Words];
#pragma unroll
  for (int i = 0; i < Words; ++i) {
    w[i] = low.w[i];
    w[Words + i] = high.w[i];
  }
#pragma unroll
  for (int step = Words / 2; step >= 1 && 4 * step >= Unit; step /= 2) {
    bool moved = past & (4 * step);
#pragma unroll
    for (int i = 0; i + step < 2 * Words; ++i)
      w[i] = moved ? w[i + step] : w[i];
  }
  Lump<Words> result;
#pragma unroll
  for (int i = 0; i < Words; ++i)
    result.w[i] = Unit < 4 ? __funnelshift_r(w[i], w[i + 1], past * 8) : w[i];
  return result;
}

// raw[u] = the `count[u]` elements from p[u] on, and whatever follows them. No
// 16 bytes are read where no element lies.
template <class Value, int Count, int K>
__device__ __forceinline__ void load_lumps(const ReduceArgs& a,
                                           const char* const (&p)[K],
                                           const int (&count)[K],
                                           LumpOf<Value, Count> (&raw)[K]) {
  const bool aligned = a.aligned;
  using Vector = LumpOf<Value, Count>;
  constexpr unsigned kBytes = sizeof(Vector);
#pragma unroll
  for (int u = 0; u < K; ++u) {
    unsigned past = aligned ? 0 : (unsigned)(unsigned long)p[u] % kBytes;
    raw[u] = {};
    if (count[u] > 0)
      raw[u] = load_lump(reinterpret_cast<const Vector*>(p[u] - past));
  }
  if (aligned) return;
#pragma unroll
  for (int u = 0; u < K; ++u) {
    unsigned past = (unsigned)(unsigned long)p[u] % kBytes;
    Vector high{};
    if (past + count[u] * sizeof(Value) > kBytes)
      high = load_lump(reinterpret_cast<const Vector*>(p[u] - past) + 1);
    raw[u] = straddle<alignof(Value)>(raw[u], high, past);
  }
}

// Replaces the elements after the first `count`.
template <class Value, int Count>
__device__ __forceinline__ void pad_lump(LumpOf<Value, Count>& raw, int count,
                                         Value pad) {
  constexpr int kItem = sizeof(Value);
  if constexpr (kItem >= 4) {
    auto e = bit_cast<Elements<Value, Count>>(raw);
#pragma unroll
    for (int i = 0; i < Count; ++i) e.x[i] = i < count ? e.x[i] : pad;
    raw = bit_cast<LumpOf<Value, Count>>(e);
  } else {
    unsigned word = bit_cast<unsigned_t<Value>>(pad);
    word *= kItem == 1 ? 0x01010101u : 0x00010001u;
#pragma unroll
    for (int w = 0; w < (int)(sizeof(raw.w) / 4); ++w) {
      int kept = 8 * min(max(count * kItem - 4 * w, 0), 4);
      unsigned lost = kept == 32 ? 0 : ~0u << kept;
      raw.w[w] = (raw.w[w] & ~lost) | (word & lost);
    }
  }
}

// The first `count` elements of a vector.
template <class F, int Count>
__device__ __forceinline__ void take_vector(
    typename LaneFold<F>::State& state, LumpOf<typename F::Value, Count> raw,
    int count, long position, long taken) {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;
  if constexpr (Lane::kPads && Count > 2) {
    if (count < Count) {
      Value first = bit_cast<Elements<Value, Count>>(raw).x[0];
      pad_lump<Value, Count>(raw, count, Lane::pad(state, first, taken));
    }
    auto e = bit_cast<Elements<Value, Count>>(raw);
    Lane::template take<Count>(state, e.x, position, 1, taken);
  } else {
    static_assert(Count <= 2);
    auto e = bit_cast<Elements<Value, Count>>(raw);
    Value one[1] = {e.x[0]};
    if (count == Count)
      Lane::template take<Count>(state, e.x, position, 1, taken);
    else if (count > 0)
      Lane::template take<1>(state, one, position, 1, taken);
  }
}

// How a thread takes K vectors of a row: the first count[u] elements of each,
// one vector at `position` and each `step` further; `taken` elements came
// before.
template <class F, int N>
struct RowFold {
  using Value = typename F::Value;
  using Lane = LaneFold<F>;

  template <int K>
  __device__ __forceinline__ static void take(typename Lane::State& state,
                                              const LumpOf<Value, N> (&raw)[K],
                                              const int (&count)[K],
                                              long position, long step,
                                              long taken) {
    if constexpr (Lane::kWholeBatches) {
      bool full = true;
#pragma unroll
      for (int u = 0; u < K; ++u) full &= count[u] == N;
      if (full) {
        Value x[K * N];
#pragma unroll
        for (int u = 0; u < K; ++u) {
          auto e = bit_cast<Elements<Value, N>>(raw[u]);
#pragma unroll
          for (int n = 0; n < N; ++n) x[u * N + n] = e.x[n];
        }
        Lane::template take<K * N>(state, x, 0, 1, taken);
        return;
      }
    }
#pragma unroll
    for (int u = 0; u < K; ++u) {
      take_vector<F, N>(state, raw[u], count[u], position + u * step, taken);
      taken += count[u];
    }
  }
};

// The position among the reduced elements of one whose position is `padded` if
// every run takes whole vectors of `size` elements.
static __device__ __noinline__ long position_in_runs(const ReduceArgs& a,
                                                     long padded, int size) {
  long run = divide(padded / size, a.run_vectors, a.index32);
  return run * a.run + (padded - run * a.run_vectors.by * size);
}

// So far positions were counted as if every run were whole vectors, which is
// the same order.
template <class Acc>
__device__ __forceinline__ void place_in_runs(const ReduceArgs& a, Acc& acc,
                                              int size) {
  if constexpr (requires { acc.position; })
    acc.position = position_in_runs(a, acc.position, size);
}

// The places of every `step`th vector among the runs of an output, found by
// additions.
class RunWalk {
 public:
  __device__ __forceinline__ RunWalk(const ReduceArgs& a, long first, int step)
      : run_(divide(first, a.run_vectors, a.index32)),
        step_runs_((int)divide(step, a.run_vectors, a.index32)) {
    vector_ = first - run_ * a.run_vectors.by;
    step_vectors_ = step - step_runs_ * (int)a.run_vectors.by;
  }
  // Of its first element, from that of the output.
  __device__ __forceinline__ long offset(const ReduceArgs& a,
                                         int vector_bytes) const {
    return offsets_of(a, a.outer_ndim, a.reduced_ndim - 1, run_).in +
           vector_ * vector_bytes;
  }
  __device__ __forceinline__ int count(const ReduceArgs& a, int size) const {
    return (int)min(a.run - vector_ * size, (long)size);
  }
  __device__ __forceinline__ void advance(const ReduceArgs& a) {
    run_ += step_runs_;
    vector_ += step_vectors_;
    if (vector_ >= a.run_vectors.by) {
      vector_ -= a.run_vectors.by;
      ++run_;
    }
  }

 private:
  long run_, vector_;
  int step_runs_, step_vectors_;  // no more than the step
};

// In place of a RunWalk where there is one run.
struct NoWalk {
  __device__ __forceinline__ NoWalk(const ReduceArgs&, long, int) {}
};

}  // namespace tenorite::cuda
