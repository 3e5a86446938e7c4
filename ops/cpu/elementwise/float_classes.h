// SPDX-License-Identifier: Apache-2.0
// What elements are: NaN, infinite, zero or near it.
#pragma once

#include <cstdint>

#include "core/dtype.h"

namespace tenorite::cpu {

inline bool is_inexact(DType dtype) {
  return kind(dtype) == 'f' || kind(dtype) == 'c';
}

// What an element is, as bits.
enum : unsigned { kNan = 1, kInfinite = 2, kZero = 4, kTiny = 8 };

// Of complex numbers: of either part, but zero only if both are. Integers are
// zero or not.
unsigned class_of(DType dtype, const char* at);

// Whether an element of n is infinite or NaN.
bool has_nonfinite(DType dtype, const char* data, int64_t stride, int64_t n);

// Whether an integer of n is 0 or, if it has a sign, -1: their quotients alone
// may be undefined or too large.
bool has_rare_divisors(DType dtype, const char* data, int64_t stride,
                       int64_t n);

}  // namespace tenorite::cpu
