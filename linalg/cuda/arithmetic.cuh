// SPDX-License-Identifier: Apache-2.0
// Loading, summing and storing for products of every dtype. Signed integers go
// as unsigned ones, whose bits are the same.
#pragma once

#include "ops/device/types.h"

namespace tenorite::linalg::cuda {

// What sums are kept in: 32 bits at least, so that narrow integers wrap only
// when stored.
template <class T>
struct SumOf {
  using type = unsigned;
};
template <>
struct SumOf<unsigned long> {
  using type = unsigned long;
};
template <class T>
  requires is_real_floating<T>
struct SumOf<T> {
  using type = compute_t<T>;
};
template <class R>
struct SumOf<complex<R>> {
  using type = complex<R>;
};
template <class T>
using Sum = typename SumOf<T>::type;

template <class T>
__device__ __forceinline__ Sum<T> load(const T* p) {
  if constexpr (is_bool<T>)
    return *reinterpret_cast<const unsigned char*>(p) != 0;
  else
    return static_cast<Sum<T>>(*p);
}

template <class T>
__device__ __forceinline__ void store(T* p, Sum<T> x) {
  *p = static_cast<T>(x);
}

template <class T>
__device__ __forceinline__ void add(Sum<T>& sum, const Sum<T>& x) {
  if constexpr (is_bool<T>)
    sum |= x;
  else
    sum = sum + x;
}

template <class T>
__device__ __forceinline__ void add_product(Sum<T>& sum, const Sum<T>& x,
                                            const Sum<T>& y) {
  if constexpr (is_bool<T>)
    sum |= x & y;
  else
    sum = sum + x * y;
}

template <class S>
__device__ __forceinline__ S shuffle_down(S x, int lanes) {
  if constexpr (is_complex<S>)
    return {shuffle_down(x.re, lanes), shuffle_down(x.im, lanes)};
  else
    return __shfl_down_sync(0xffffffffu, x, lanes);
}

// The sum over a warp, in lane 0; all lanes must take part.
template <class T>
__device__ __forceinline__ Sum<T> warp_sum(Sum<T> x) {
  for (int lanes = 16; lanes > 0; lanes /= 2) add<T>(x, shuffle_down(x, lanes));
  return x;
}

// The sum over a block of `Threads`, in thread 0; may be called repeatedly.
template <class T, int Threads>
__device__ __forceinline__ Sum<T> block_sum(Sum<T> x) {
  __shared__ Sum<T> parts[Threads / 32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  x = warp_sum<T>(x);
  __syncthreads();
  if (lane == 0) parts[warp] = x;
  __syncthreads();
  if (warp == 0) {
    x = lane < Threads / 32 ? parts[lane] : Sum<T>{};
    x = warp_sum<T>(x);
  }
  return x;
}

}  // namespace tenorite::linalg::cuda
