// SPDX-License-Identifier: Apache-2.0
// Division of many numbers by one.
#pragma once

#include "ops/device/math.h"

namespace tenorite {

// A divisor whose reciprocal is known as the sum of two numbers, so that a
// product and a fused multiply-add are the quotient, correctly rounded
// (Brisebarre, Muller and Raina, IEEE Transactions on Computers 53, 2004).
template <class T>
struct ScalarDivisor {
  T y;
  T high, low;  // 1 / y, rounded towards zero, and the rest
  T least;      // smaller quotients, but for zeros, are found in another way
};

// What becomes of quotients that are found in another way: they are computed at
// once, or noted as missed by a bool. Without a branch the compiler computes
// several elements side by side, for which it is worth starting again.
struct AtOnce {};

template <class T>
TENORITE_HD T divide(T x, const ScalarDivisor<T>& by, AtOnce) {
  T quotient = math::fma(x, by.high, x * by.low);
  if (!(math::fabs(quotient) >= by.least))
    if (x != 0) quotient = x / by.y;
  return quotient;
}
template <class T>
TENORITE_HD T divide(T x, const ScalarDivisor<T>& by, bool& missed) {
  const T quotient = math::fma(x, by.high, x * by.low);
  missed |= !(math::fabs(quotient) >= by.least) & (x != 0);
  return quotient;
}

}  // namespace tenorite
