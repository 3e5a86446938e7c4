// SPDX-License-Identifier: Apache-2.0
// exp of vectors of doubles, for the CPU device: that of the C library misses 2
// units in the last place, and its function of single numbers takes five times
// as long. Loops and generated kernels compile this same text, without fused
// operations, so that they have the same bits.
#pragma once

namespace tenorite::host {

#ifndef __CUDACC__  // whose compilers have no such vectors

// Four numbers, the argument of functions for AVX2 in the vector ABI.
typedef double Doubles __attribute__((vector_size(32)));
typedef long DoubleBits __attribute__((vector_size(32)));

// 2^k for whole numbers k in [-1022, 1023].
__attribute__((target("avx2"), always_inline)) inline Doubles power_of_two(
    Doubles k) {
  // The sum's last bits are k and the exponent's bias.
  const Doubles sum = k + (0x1.8p52 + 1023);
  return (Doubles)((DoubleBits)sum << 52);
}

// e^x = 2^k e^r with |r| <= log(2) / 2, by the series of e^r; largest error
// found: see ops/cpu/elementwise/vector_math.def.
__attribute__((target("avx2"))) inline Doubles exp_of_vector(Doubles x) {
  // Beyond these bounds the result is infinite or zero; NaN passes.
  x = x > 710.0 ? (Doubles{} + 710.0) : x;
  x = x < -746.0 ? (Doubles{} - 746.0) : x;
  constexpr double kRounding = 0x1.8p52;
  const Doubles k = (x * 0x1.71547652b82fep+0 + kRounding) - kRounding;
  // k times the first part of log(2) is exact.
  const Doubles most = x - k * 0x1.62e42fefa38p-1,
                rest = k * 0x1.ef35793c7673p-45;
  const Doubles r = most - rest;
  const Doubles lost = (most - r) - rest;  // by that rounding
  const Doubles r2 = r * r, r4 = r2 * r2;
  const Doubles p0 = 1.0 / 2 + r * (1.0 / 6);
  const Doubles p2 = 1.0 / 24 + r * (1.0 / 120);
  const Doubles p4 = 1.0 / 720 + r * (1.0 / 5040);
  const Doubles p6 = 1.0 / 40320 + r * (1.0 / 362880);
  const Doubles p8 = 1.0 / 3628800 + r * (1.0 / 39916800);
  const Doubles p10 = 1.0 / 479001600 + r * (1.0 / 6227020800);
  const Doubles low = p0 + r2 * p2;
  const Doubles high = (p4 + r2 * p6) + r4 * (p8 + r2 * p10);
  const Doubles sum = 1.0 + r;
  const Doubles e = sum + (((1.0 - sum) + r) + (lost + r2 * (low + r4 * high)));
  // In two steps, for results that are no normal numbers and for infinity.
  const Doubles half = (k * 0.5 + kRounding) - kRounding;
  return (e * power_of_two(half)) * power_of_two(k - half);
}

// What takes the place of a function of the C library, by its name; or null.
inline void* own_vector_function(const char* name) {
  const char* exp = "_ZGVdN4v_exp";
  while (*name && *name == *exp) ++name, ++exp;
  return *name == *exp ? reinterpret_cast<void*>(exp_of_vector) : nullptr;
}

#endif

}  // namespace tenorite::host
