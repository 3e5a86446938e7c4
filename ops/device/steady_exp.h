// SPDX-License-Identifier: Apache-2.0
// The exponential of a double, in two forms of equal bits. One has no branch:
// the compiler computes those of a thread's elements side by side, which hides
// the latency of a long chain of operations where there are few threads.
#pragma once

#include "ops/device/math.h"

namespace tenorite::math {

// 2^n, for -1022 <= n <= 1023.
TENORITE_HD double power_of_two(int n) {
  return bit_cast<double>((unsigned long)(n + 1023) << 52);
}

// exp(x) is 2^n f, where f = exp(r) = 1 + r + r^2 q(r) and |r| <= ln(2) / 2. q
// meets its function in the Chebyshev nodes; its relative error is 2e-17.
TENORITE_HD double exp_fraction(double x, int& n) {
  // The lowest bits of the sum are n.
  constexpr double kRounder = 0x1.8p52;
  const double sum = fma(x, 0x1.71547652b82fep+0, kRounder);
  n = (int)bit_cast<unsigned long>(sum);
  const double whole = sum - kRounder;
  const double rest = fma(whole, -0x1.62e42fefa39efp-1, x);
  const double r = fma(whole, -0x1.abc9e3b39803fp-56, rest);
  double q = 0x1.af38a9b0ec855p-26;
  q = fma(q, r, 0x1.289185613a3d6p-22);
  q = fma(q, r, 0x1.71de0dae63bb3p-19);
  q = fma(q, r, 0x1.a019b90d2ae7ap-16);
  q = fma(q, r, 0x1.a01a01a7c41d5p-13);
  q = fma(q, r, 0x1.6c16c1788bd90p-10);
  q = fma(q, r, 0x1.11111111109b3p-7);
  q = fma(q, r, 0x1.5555555553d63p-5);
  q = fma(q, r, 0x1.5555555555556p-3);
  q = fma(q, r, 0x1.0000000000001p-1);
  q = fma(q, r, 1.0);
  return fma(q, r, 1.0);
}

TENORITE_HD double steady_exp(double x) {
  // Beyond these nothing changes any more. NaN stays.
  x = x > 710 ? 710 : x;
  x = x < -746 ? -746 : x;
  int n;
  const double fraction = exp_fraction(x, n);
  // In two steps, of which the first is exact: one rounds, be it to a number
  // below the normal ones.
  const int half = n >> 1;
  return fraction * power_of_two(half) * power_of_two(n - half);
}

// The same bits with fewer operations, where threads enough hide what they
// take: what comes near the end of the range is left to a branch.
TENORITE_HD double branching_exp(double x) {
  int n;
  const double fraction = exp_fraction(x, n);
  // As floats the upper halves of |x| < 708 are in order, too.
  constexpr float kMost = 0x1.0c4p+2f;
  const auto upper = (unsigned)(bit_cast<unsigned long>(x) >> 32);
  if (fabs(bit_cast<float>(upper)) < kMost)
    return bit_cast<double>(bit_cast<unsigned long>(fraction) +
                            ((unsigned long)n << 52));
  return steady_exp(x);
}

}  // namespace tenorite::math
