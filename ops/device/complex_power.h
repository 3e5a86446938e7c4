// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/complex_exponential.h"

namespace tenorite::math {

namespace detail {

// 0 with the sign of x, 1 if x is infinite.
TENORITE_HD double unit_of_infinity(double x) {
  return copysign(isinf(x) ? 1.0 : 0.0, x);
}

TENORITE_HD double zero_for_nan(double x) {
  return isnan(x) ? copysign(0.0, x) : x;
}

// The product of C99 Annex G: infinite if a factor or a partial product is.
TENORITE_HD complex<double> multiply_annex_g(complex<double> a,
                                             complex<double> b) {
  complex<double> product = a * b;
  if (!isnan(product.re) || !isnan(product.im)) return product;
  bool a_infinite = isinf(a.re) || isinf(a.im);
  bool b_infinite = isinf(b.re) || isinf(b.im);
  bool overflow = isinf(a.re * b.re) || isinf(a.im * b.im) ||
                  isinf(a.re * b.im) || isinf(a.im * b.re);
  if (!a_infinite && !b_infinite && !overflow) return product;
  if (a_infinite) {
    a = {unit_of_infinity(a.re), unit_of_infinity(a.im)};
    b = {zero_for_nan(b.re), zero_for_nan(b.im)};
  }
  if (b_infinite) {
    b = {unit_of_infinity(b.re), unit_of_infinity(b.im)};
    a = {zero_for_nan(a.re), zero_for_nan(a.im)};
  }
  a = {zero_for_nan(a.re), zero_for_nan(a.im)};
  b = {zero_for_nan(b.re), zero_for_nan(b.im)};
  product = a * b;
  return {kInf<double> * product.re, kInf<double> * product.im};
}

}  // namespace detail

// NumPy's cases: powers of 0 first, small integers by squaring.
TENORITE_HD_NOINLINE complex<double> pow(complex<double> a, complex<double> b) {
  if (b.re == 0 && b.im == 0) return {1, 0};
  if (a.re == 0 && a.im == 0) {
    if (b.re > 0) return {0, 0};
    return {kNan<double>, kNan<double>};
  }
  if (b.im == 0 && fabs(b.re) < 100 && trunc(b.re) == b.re) {
    int n = (int)b.re;
    // Without the first product by 1, which turns inf into nan.
    if (n == 1) return a;
    if (n == 2) return a * a;
    if (n == 3) return a * (a * a);
    complex<double> result{1, 0}, factor = a;
    for (int rest = n < 0 ? -n : n;;) {
      if (rest & 1) result = result * factor;
      rest >>= 1;
      if (rest == 0) break;
      factor = factor * factor;
    }
    return n < 0 ? complex<double>{1, 0} / result : result;
  }
  return exp(detail::multiply_annex_g(b, log(a)));
}

}  // namespace tenorite::math
