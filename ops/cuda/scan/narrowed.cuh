// SPDX-License-Identifier: Apache-2.0
// Values of a loop's type T that are kept in memory of a narrower type of the
// same kind, which has `size` bytes: floats are rounded to it, of integers the
// lowest bits are kept.
#pragma once

#include "ops/device/cast.h"

namespace tenorite::cuda {
namespace {

// Calls f with a value of the narrower type.
template <class T, class F>
__device__ __forceinline__ void with_narrower(int size, F f) {
  if constexpr (is_same<T, double>) {
    size == 2 ? f(half()) : f(float());
  } else if constexpr (is_same<T, float>) {
    f(half());
  } else if constexpr (is_same<T, complex<double>>) {
    f(complex<float>());
  } else if constexpr (is_integer<T>) {
    constexpr bool kSigned = T(-1) < T(0);
    if (size == 1)
      kSigned ? f((signed char)0) : f((unsigned char)0);
    else if (size == 2)
      kSigned ? f(short()) : f((unsigned short)0);
    else
      kSigned ? f(0) : f(0u);
  }
}

template <class T>
__device__ __noinline__ T load_narrowed(const char* from, int size) {
  T result{};
  with_narrower<T>(size, [&]<class N>(N) {
    result = cast<T>(*reinterpret_cast<const N*>(from));
  });
  return result;
}

template <class T>
__device__ __noinline__ T narrowed(T x, int size) {
  with_narrower<T>(size, [&]<class N>(N) { x = cast<T>(cast<N>(x)); });
  return x;
}

template <class T>
__device__ __noinline__ void store_narrowed(char* to, T x, int size) {
  with_narrower<T>(size,
                   [&]<class N>(N) { *reinterpret_cast<N*>(to) = cast<N>(x); });
}

}  // namespace
}  // namespace tenorite::cuda
