// SPDX-License-Identifier: Apache-2.0
// What scans are made of, in kernels that are made at run time as well: how
// accumulators are combined, by a thread and by the threads that share a lane,
// and where a tile's elements are in shared memory.
#pragma once

#include "ops/cuda/abi/scan_tiles.h"
#include "ops/device/arithmetic.h"
#include "ops/device/bits.h"
#include "ops/device/cast.h"
#include "ops/device/integer.h"
#include "ops/device/minmax.h"
#include "ops/device/running_sum.h"

namespace tenorite::cuda {

// Stands for 1 among complex factors, because the true product of 1 and an
// infinity is NaN in one part. No arithmetic makes this NaN.
inline constexpr unsigned long kNeutralBits = 0x7ff8'4e65'7574'726cul;

template <class T>
__device__ __forceinline__ bool is_neutral(complex<T> x) {
  return bit_cast<unsigned long>(x.re) == kNeutralBits &&
         bit_cast<unsigned long>(x.im) == kNeutralBits;
}

// x such that combine<F>(x, y) and combine<F>(y, x) are y.
template <class F, class Acc>
__device__ __forceinline__ Acc identity() {
  if constexpr (is_complex<Acc>) {
    if constexpr (is_same<F, op::Multiply>)
      return {bit_cast<double>(kNeutralBits), bit_cast<double>(kNeutralBits)};
    else
      return {identity<F, double>(), identity<F, double>()};
  } else if constexpr (is_same<F, op::Add>) {
    return is_real_floating<Acc> ? -Acc(0) : Acc(0);
  } else if constexpr (is_same<F, op::Multiply>) {
    return 1;
  } else if constexpr (is_same<F, op::BitwiseAnd>) {
    return ~Acc(0);
  } else if constexpr (is_same<F, op::BitwiseOr> ||
                       is_same<F, op::BitwiseXor>) {
    return 0;
  } else if constexpr (is_same<F, op::Fmax> || is_same<F, op::Fmin>) {
    return math::kNan<Acc>;
  } else {
    constexpr bool kLowest = is_same<F, op::Maximum>;
    if constexpr (is_real_floating<Acc>)
      return kLowest ? -math::kInf<Acc> : math::kInf<Acc>;
    else if constexpr (is_signed_integer<Acc>)
      return kLowest ? Acc(1ul << 63) : Acc(~0ul >> 1);
    else
      return kLowest ? Acc(0) : ~Acc(0);
  }
}

template <class F, class Acc>
__device__ __forceinline__ Acc combine(Acc a, Acc b) {
  if constexpr (is_complex<Acc> && is_same<F, op::Multiply>) {
    if (is_neutral(a)) return b;
    if (is_neutral(b)) return a;
  }
  return F()(a, b);
}

// A result that grows by many steps, one after the other.
template <class F, class Acc>
struct Running {
  Acc total;
  __device__ void start(Acc x) { total = x; }
  __device__ void add(Acc x) { total = combine<F>(total, x); }
  __device__ Acc value() const { return total; }
};
template <>
struct Running<op::Add, double> {
  RunningSum total;
  __device__ void start(double x) { total.start(x); }
  __device__ void add(double x) { total.add(x); }
  __device__ double value() const { return total.result(); }
};
template <>
struct Running<op::Add, complex<double>> {
  RunningSum re, im;
  __device__ void start(complex<double> x) {
    re.start(x.re);
    im.start(x.im);
  }
  __device__ void add(complex<double> x) {
    re.add(x.re);
    im.add(x.im);
  }
  __device__ complex<double> value() const {
    return {re.result(), im.result()};
  }
};

// Elements that follow each other in shared memory, loaded and stored at once.
template <class T, int N>
struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) Run {
  T at[N];
};
template <class T, class Acc, int N>
__device__ __forceinline__ void load_run_of(Acc (&x)[N], const char* tile,
                                            int first) {
  const int at = padded(first * int{sizeof(T)});
  const auto run = *reinterpret_cast<const Run<T, N>*>(tile + at);
#pragma unroll
  for (int i = 0; i < N; ++i) x[i] = cast<Acc>(run.at[i]);
}
template <class T, class Acc, int N>
__device__ __forceinline__ void store_run_of(const Acc (&x)[N], char* tile,
                                             int first) {
  Run<T, N> run;
#pragma unroll
  for (int i = 0; i < N; ++i) run.at[i] = cast<T>(x[i]);
  *reinterpret_cast<Run<T, N>*>(tile + padded(first * int{sizeof(T)})) = run;
}

template <class T>
__device__ __forceinline__ T shuffle_up(T x, int delta, int width) {
  if constexpr (is_complex<T>)
    return {__shfl_up_sync(~0u, x.re, delta, width),
            __shfl_up_sync(~0u, x.im, delta, width)};
  else
    return __shfl_up_sync(~0u, x, delta, width);
}
template <class T>
__device__ __forceinline__ T shuffle(T x, int lane, int width) {
  if constexpr (is_complex<T>)
    return {__shfl_sync(~0u, x.re, lane, width),
            __shfl_sync(~0u, x.im, lane, width)};
  else
    return __shfl_sync(~0u, x, lane, width);
}

// The combination of the threads of the same lane before this one; `total`
// that of all of them. `of_warp`, one for each warp, is shared by the threads
// for which sync() waits.
template <class F, class Acc, class Sync>
__device__ Acc scan_lane(Acc x, int width, Acc& total, Acc* of_warp,
                         Sync sync) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int part = min(width, 32), w = threadIdx.x % part;
  for (int delta = 1; delta < part; delta *= 2) {
    Acc before = shuffle_up(x, delta, part);
    if (w >= delta) x = combine<F>(before, x);
  }
  Acc exclusive = shuffle_up(x, 1, part);
  if (w == 0) exclusive = identity<F, Acc>();
  total = shuffle(x, part - 1, part);
  if (width <= 32) return exclusive;
  if (lane == 31) of_warp[warp] = x;
  sync();
  int warps = width / 32, first = warp & -warps;
  Acc prefix = identity<F, Acc>();
  total = identity<F, Acc>();
  for (int i = 0; i < warps; ++i) {
    if (first + i == warp) prefix = total;
    total = combine<F>(total, of_warp[first + i]);
  }
  return combine<F>(prefix, exclusive);
}

// Combines each element with those before it; those from `valid` on, which are
// not of the lane, change nothing.
template <class F, class Acc, int N>
__device__ __forceinline__ void scan_run(Acc (&x)[N], int valid) {
  if (valid < N) {
#pragma unroll
    for (int k = 0; k < N; ++k)
      if (k >= valid) x[k] = identity<F, Acc>();
  }
#pragma unroll
  for (int k = 1; k < N; ++k) x[k] = combine<F>(x[k - 1], x[k]);
}

}  // namespace tenorite::cuda
