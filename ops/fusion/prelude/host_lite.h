// SPDX-License-Identifier: Apache-2.0
// What bodies of elementwise kernels need of CUDA's dialect on the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <cmath>

#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))

using std::abs;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;
template <class A, class B>
inline auto min(A a, B b) -> decltype(a + b) {
  return b < a ? b : a;
}
template <class A, class B>
inline auto max(A a, B b) -> decltype(a + b) {
  return a < b ? b : a;
}
