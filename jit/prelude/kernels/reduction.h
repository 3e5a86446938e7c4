// SPDX-License-Identifier: Apache-2.0
// How generated reduction kernels find the elements of an output. Work is
// counted in units: vectors of elements along the last reduced axis (rows), or
// reduced positions of a vector of neighbouring outputs (columns).
#pragma once

#include "ops/device/config.h"

namespace tenorite::kernel {

inline constexpr int kFoldThreads = 256;

// Division by an invariant; `multiplier` serves dividends below 2^31.
struct Divider {
  long by;
  unsigned multiplier, shift;
};
template <bool kWide>
TENORITE_HD long divide(long n, const Divider& d) {
  if (kWide) return n / d.by;
  const unsigned x = (unsigned)n;
  return ((unsigned)(((unsigned long)x * d.multiplier) >> 32) + x) >> d.shift;
}

// Arrays are listed inputs first. The last row of `kept` numbers the outputs
// in C order, that of `reduced` what is reduced.
template <int In, int Out, int Kept, int Reduced>
struct Reduce {
  static constexpr int kIn = In, kOut = Out;
  char* data[In + Out];
  char* partials;       // a value per output and split
  long outputs, total;  // outputs; elements of each
  long groups;          // outputs, or vectors of them
  long units, chunk;    // of a group, of a split
  long splits;
  long lanes_log2;  // threads of a group
  // The last reduced axis (rows) or kept axis (columns), and its vectors.
  long run;
  Divider run_vectors;
  Divider kept_shape[Kept];
  Divider reduced_shape[Reduced];
  long kept[In + Out + 1][Kept];
  long reduced[In + 1][Reduced];
};

// The offsets of output number `output`, by the kept axes as they are planned.
template <bool kWide, int In, int Out, int Kept, int Reduced>
TENORITE_HD void place_output(const Reduce<In, Out, Kept, Reduced>& r,
                              long output, long (&at)[In + Out + 1]) {
  for (int k = 0; k <= In + Out; ++k) at[k] = 0;
#pragma unroll
  for (int d = Kept - 1; d >= 0; --d) {
    const long next = d == 0 ? 0 : divide<kWide>(output, r.kept_shape[d]);
    const long i = output - next * r.kept_shape[d].by;
    for (int k = 0; k <= In + Out; ++k) at[k] += i * r.kept[k][d];
    output = next;
  }
}

// The offsets of a vector of V outputs along the last kept axis, the number of
// its first one, and how many there are.
template <int V, bool kWide, int In, int Out, int Kept, int Reduced>
TENORITE_HD int place_outputs(const Reduce<In, Out, Kept, Reduced>& r,
                              long group, long (&at)[In + Out + 1],
                              long& output) {
  const long row = Kept == 1 ? 0 : divide<kWide>(group, r.run_vectors);
  const long first = (group - row * r.run_vectors.by) * V;
  output = row * r.run + first;
  place_output<kWide>(r, output, at);
  return r.run - first < V ? (int)(r.run - first) : V;
}

// The offsets of a reduced position from those of its output.
template <bool kWide, int In, int Out, int Kept, int Reduced>
TENORITE_HD void place_position(const Reduce<In, Out, Kept, Reduced>& r,
                                long position, long (&at)[In + 1]) {
  for (int k = 0; k <= In; ++k) at[k] = 0;
#pragma unroll
  for (int d = Reduced - 1; d >= 0; --d) {
    const long next = d == 0 ? 0 : divide<kWide>(position, r.reduced_shape[d]);
    const long i = position - next * r.reduced_shape[d].by;
    for (int k = 0; k <= In; ++k) at[k] += i * r.reduced[k][d];
    position = next;
  }
}

// The same for a vector of V elements along the last reduced axis; a bit for
// each of them that exists.
template <int V, bool kWide, int In, int Out, int Kept, int Reduced>
TENORITE_HD unsigned place_unit(const Reduce<In, Out, Kept, Reduced>& r,
                                long unit, long (&at)[In + 1]) {
  const long row = Reduced == 1 ? 0 : divide<kWide>(unit, r.run_vectors);
  const long first = (unit - row * r.run_vectors.by) * V;
  place_position<kWide>(r, row * r.run + first, at);
  const long left = r.run - first;
  return left >= V ? ~0u >> (32 - V) : (1u << left) - 1;
}

// What was folded of some elements. Without an identity there is nothing until
// the first one.
template <class T, bool kIdentity>
struct Folded {
  T value;

  template <class F>
  TENORITE_HD void take(const T& x, F combine) {
    value = combine(value, x);
  }
  template <class F>
  TENORITE_HD void merge(const Folded& other, F combine) {
    take(other.value, combine);
  }
};
template <class T>
struct Folded<T, false> {
  T value;
  bool has;

  template <class F>
  TENORITE_HD void take(const T& x, F combine) {
    value = has ? combine(value, x) : x;
    has = true;
  }
  template <class F>
  TENORITE_HD void merge(const Folded& other, F combine) {
    if (other.has) take(other.value, combine);
  }
};

#ifdef __CUDACC__

// Combines what neighbouring threads of a block hold, `lanes` (a power of two)
// at a time; the first of each has the result. All threads take part.
template <class T>
__device__ __forceinline__ T shuffle_down(const T& x, int by) {
  constexpr int kWords = (sizeof(T) + 3) / 4;
  unsigned words[kWords] = {};
  memcpy(words, &x, sizeof(T));
#pragma unroll
  for (int i = 0; i < kWords; ++i)
    words[i] = __shfl_down_sync(0xffffffffu, words[i], by);
  T result;
  memcpy((void*)&result, words, sizeof(T));
  return result;
}
template <class Part, class F>
__device__ __forceinline__ void combine_lanes(Part& part, int lanes,
                                              F combine) {
  alignas(16) __shared__ unsigned char bytes[kFoldThreads / 32 * sizeof(Part)];
  Part* warps = (Part*)bytes;
#pragma unroll 1
  for (int half = min(lanes, 32) / 2; half > 0; half /= 2)
    part.merge(shuffle_down(part, half), combine);
  if (lanes <= 32) return;
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) warps[warp] = part;
  __syncthreads();
  if (threadIdx.x % lanes == 0)
#pragma unroll 1
    for (int i = 1; i < lanes / 32; ++i) part.merge(warps[warp + i], combine);
}

// stage[part * outputs + o] for `parts` (a power of two) parts of each output
// becomes stage[o].
template <class Part, class F>
__device__ __forceinline__ void combine_parts(Part* stage, int outputs,
                                              int parts, F combine) {
#pragma unroll 1
  for (int half = parts / 2; half > 0; half /= 2) {
    __syncthreads();
#pragma unroll 1
    for (int i = threadIdx.x; i < half * outputs; i += kFoldThreads)
      stage[i].merge(stage[i + half * outputs], combine);
  }
  __syncthreads();
}

#else

// Elements of a row go to as many accumulators in turn, which vectorise.
inline constexpr int kFoldLanes = 16;

template <class T, bool kIdentity>
struct FoldedRow {
  Folded<T, kIdentity> lane[kFoldLanes];
  bool full = kIdentity;  // every lane has a value

  // n elements, of which at(j) is the j-th.
  template <class At, class F>
  inline void take(long n, At at, F combine) {
    long j = 0;
    for (; !full && j < n && j < kFoldLanes; ++j) lane[j].take(at(j), combine);
    if (!full) {
      full = j == kFoldLanes;
      if (j < kFoldLanes) return;
    }
    for (; j + kFoldLanes <= n; j += kFoldLanes)
      for (int l = 0; l < kFoldLanes; ++l)
        lane[l].value = combine(lane[l].value, at(j + l));
    for (int l = 0; j + l < n; ++l)
      lane[l].value = combine(lane[l].value, at(j + l));
  }
  template <class F>
  inline Folded<T, kIdentity> result(F combine) {
    for (int half = kFoldLanes / 2; half > 0; half /= 2)
      for (int l = 0; l < half; ++l) lane[l].merge(lane[l + half], combine);
    return lane[0];
  }
};

#endif

}  // namespace tenorite::kernel
