// SPDX-License-Identifier: Apache-2.0
// Complex overloads of the names in math.h, with C99 Annex G's special values
// (the C library's where Annex G leaves a sign open).
#pragma once

#include "ops/device/complex_exponential.h"
#include "ops/device/complex_inverse.h"
#include "ops/device/complex_power.h"
#include "ops/device/complex_trigonometric.h"

namespace tenorite::math {

// complex<float> is computed in double and rounded once: no overflow inside,
// and half an ulp of error.
#define TENORITE_COMPLEX_FLOAT(name)                       \
  TENORITE_HD complex<float> name(complex<float> z) {      \
    complex<double> w = name(complex<double>{z.re, z.im}); \
    return {(float)w.re, (float)w.im};                     \
  }

TENORITE_COMPLEX_FLOAT(sin)
TENORITE_COMPLEX_FLOAT(cos)
TENORITE_COMPLEX_FLOAT(tan)
TENORITE_COMPLEX_FLOAT(asin)
TENORITE_COMPLEX_FLOAT(acos)
TENORITE_COMPLEX_FLOAT(atan)
TENORITE_COMPLEX_FLOAT(sinh)
TENORITE_COMPLEX_FLOAT(cosh)
TENORITE_COMPLEX_FLOAT(tanh)
TENORITE_COMPLEX_FLOAT(asinh)
TENORITE_COMPLEX_FLOAT(acosh)
TENORITE_COMPLEX_FLOAT(atanh)
TENORITE_COMPLEX_FLOAT(exp)
TENORITE_COMPLEX_FLOAT(exp2)
TENORITE_COMPLEX_FLOAT(expm1)
TENORITE_COMPLEX_FLOAT(log)
TENORITE_COMPLEX_FLOAT(log2)
TENORITE_COMPLEX_FLOAT(log10)
TENORITE_COMPLEX_FLOAT(log1p)

#undef TENORITE_COMPLEX_FLOAT

// The usual formula with nothing that could overflow: no scaling, and a short
// way through double for all but zeros, infinities and NaNs.
TENORITE_HD complex<float> sqrt(complex<float> z) {
  const double x = z.re, y = z.im, square = x * x + y * y;
  if (!(square > 0 && square < kInf<double>)) {
    complex<double> w = sqrt(complex<double>{x, y});
    return {(float)w.re, (float)w.im};
  }
  const double mean = (fabs(x) + square * rsqrt(square)) / 2;
  const double inverse = rsqrt(mean);
  const float root = (float)(mean * inverse);
  const float other = (float)(fabs(y) / 2 * inverse);
  return x < 0 ? complex<float>{other, copysign(root, z.im)}
               : complex<float>{root, copysign(other, z.im)};
}

TENORITE_HD complex<float> pow(complex<float> a, complex<float> b) {
  complex<double> w =
      pow(complex<double>{a.re, a.im}, complex<double>{b.re, b.im});
  return {(float)w.re, (float)w.im};
}

}  // namespace tenorite::math
