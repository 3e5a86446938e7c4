// SPDX-License-Identifier: Apache-2.0
// The processor's floating-point flags of the calling thread.
#pragma once

#include "core/warning.h"

#if defined(__SSE2__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace tenorite::cpu {

// Bits of MXCSR: 1 invalid, 4 divide by zero, 8 overflow, 16 underflow.
inline constexpr unsigned kMxcsrErrors = 0x1d;

inline FloatErrors float_flags() {
#if defined(__SSE2__)
  const unsigned bits = _mm_getcsr() & kMxcsrErrors;
  if (!bits) [[likely]]
    return 0;
  return (bits >> 2 & 7) | (bits & 1) << 3;
#else
  const int bits = std::fetestexcept(FE_ALL_EXCEPT);
  return (bits & FE_DIVBYZERO ? kDivideByZero : 0) |
         (bits & FE_OVERFLOW ? kOverflow : 0) |
         (bits & FE_UNDERFLOW ? kUnderflow : 0) |
         (bits & FE_INVALID ? kInvalid : 0);
#endif
}

// Most often none is set, and writing is dear.
inline void clear_float_flags() {
#if defined(__SSE2__)
  const unsigned bits = _mm_getcsr();
  if (bits & kMxcsrErrors) [[unlikely]]
    _mm_setcsr(bits & ~kMxcsrErrors);
#else
  std::feclearexcept(FE_ALL_EXCEPT);
#endif
}

}  // namespace tenorite::cpu
