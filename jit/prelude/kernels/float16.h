// SPDX-License-Identifier: Apache-2.0
// CuPy's float16: stored as binary16, computed with as float.
#pragma once

#include "ops/device/types.h"

class float16 {
 public:
  float16() = default;
  TENORITE_HD float16(float x) : value_(x) {}
  TENORITE_HD float16(double x) : value_(x) {}
  template <class Number>
  TENORITE_HD float16(Number x) : value_((float)x) {}
  TENORITE_HD operator float() const { return (float)value_; }

  TENORITE_HD static float16 from_bits(unsigned short bits) {
    float16 x;
    x.value_.bits = bits;
    return x;
  }
  TENORITE_HD unsigned short bits() const { return value_.bits; }

  TENORITE_HD bool iszero() const { return (value_.bits & 0x7fff) == 0; }
  TENORITE_HD bool isnan() const { return (value_.bits & 0x7fff) > 0x7c00; }
  TENORITE_HD bool isinf() const { return (value_.bits & 0x7fff) == 0x7c00; }
  TENORITE_HD bool isfinite() const { return (value_.bits & 0x7c00) != 0x7c00; }
  TENORITE_HD bool signbit() const { return value_.bits >> 15; }

#define TENORITE_ASSIGNMENT(op)                       \
  template <class Number>                             \
  TENORITE_HD float16& operator op## = (Number x) {   \
    return *this = float16((float)*this op(float) x); \
  }
  TENORITE_ASSIGNMENT(+)
  TENORITE_ASSIGNMENT(-)
  TENORITE_ASSIGNMENT(*)
  TENORITE_ASSIGNMENT(/)
#undef TENORITE_ASSIGNMENT

 private:
  tenorite::half value_;
};

TENORITE_HD bool isnan(float16 x) { return x.isnan(); }
TENORITE_HD bool isinf(float16 x) { return x.isinf(); }
TENORITE_HD bool isfinite(float16 x) { return x.isfinite(); }
TENORITE_HD bool signbit(float16 x) { return x.signbit(); }
// The larger or smaller one; NaN where one is.
TENORITE_HD float16 max(float16 x, float16 y) {
  return x.isnan() || (float)x >= (float)y ? x : y;
}
TENORITE_HD float16 min(float16 x, float16 y) {
  return x.isnan() || (float)x <= (float)y ? x : y;
}
TENORITE_HD float16 fmax(float16 x, float16 y) {
  return y.isnan() || (float)x >= (float)y ? x : y;
}
TENORITE_HD float16 fmin(float16 x, float16 y) {
  return y.isnan() || (float)x <= (float)y ? x : y;
}
TENORITE_HD float16 copysign(float16 x, float16 y) {
  return float16::from_bits(
      (unsigned short)((x.bits() & 0x7fff) | (y.bits() & 0x8000)));
}
