// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/complex_exponential.h"

namespace tenorite::math {

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
  return exp(b * log(a));
}

}  // namespace tenorite::math
