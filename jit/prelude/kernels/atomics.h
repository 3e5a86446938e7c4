// SPDX-License-Identifier: Apache-2.0
// Atomic functions that CuPy has beyond CUDA's, in its elementwise and
// reduction kernels and as cupy/atomics.cuh: minima and maxima of
// floating-point numbers, where NaNs lose (fmin, fmax), and sums of long long
// and float16.
#pragma once

#include "jit/prelude/kernels/float16.h"

#if defined(__CUDACC_RTC__) || defined(__NVCC__)
#define TENORITE_ATOMIC_FUNCTION __device__ __forceinline__
namespace tenorite::kernel {

// Replaces *p by f(*p) and returns what was there. Bits has the size of T.
template <class Bits, class T, class F>
__device__ __forceinline__ T update(T* p, F f) {
  Bits old = *(volatile Bits*)p;
  for (;;) {
    const Bits seen = old;
    const T value = __builtin_bit_cast(T, seen);
    old = atomicCAS((Bits*)p, seen, __builtin_bit_cast(Bits, (T)f(value)));
    if (old == seen) return value;
  }
}

}  // namespace tenorite::kernel
#define TENORITE_ATOMIC_UPDATE(T, Bits, expression) \
  return tenorite::kernel::update<Bits>(p, [=](T old) { return expression; })
#else
// The emulator's text stands before this one.
#define TENORITE_ATOMIC_FUNCTION TENORITE_CALL
#define TENORITE_ATOMIC_UPDATE(T, Bits, expression) \
  return tenorite::host::update(p, TENORITE_SITE,   \
                                [=](T old) -> T { return expression; })
#endif

// Templates, so that functions of the user's text come first.
#define TENORITE_ATOMIC_BOUNDS(T, Bits, least, most)    \
  template <int = 0>                                    \
  TENORITE_ATOMIC_FUNCTION T atomicMin(T* p, T value) { \
    TENORITE_ATOMIC_UPDATE(T, Bits, least(value, old)); \
  }                                                     \
  template <int = 0>                                    \
  TENORITE_ATOMIC_FUNCTION T atomicMax(T* p, T value) { \
    TENORITE_ATOMIC_UPDATE(T, Bits, most(value, old));  \
  }
TENORITE_ATOMIC_BOUNDS(float, unsigned int, fminf, fmaxf)
TENORITE_ATOMIC_BOUNDS(double, unsigned long long, fmin, fmax)
#undef TENORITE_ATOMIC_BOUNDS

template <int = 0>
TENORITE_ATOMIC_FUNCTION long long atomicAdd(long long* p, long long value) {
  TENORITE_ATOMIC_UPDATE(long long, unsigned long long, old + value);
}
template <int = 0>
TENORITE_ATOMIC_FUNCTION float16 atomicAdd(float16* p, float16 value) {
  TENORITE_ATOMIC_UPDATE(float16, unsigned short,
                         float16((float)old + (float)value));
}
#undef TENORITE_ATOMIC_UPDATE
#undef TENORITE_ATOMIC_FUNCTION
