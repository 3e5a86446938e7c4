// SPDX-License-Identifier: Apache-2.0
// What oscillates, with one polynomial for sine and cosine.
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

// Rare: what follows, by sines and cosines for arguments of any size.
TENORITE_HD_NOINLINE double far_wave(double x, double eighths, double phase) {
  const double angle = phase - eighths * (kPi / 4);
  return math::sin(x) * math::cos(angle) + math::cos(x) * math::sin(angle);
}

// sin(x + phase) for x > 0 after some eighths of a turn back.
template <class T>
TENORITE_HD double wave(double x, double eighths, double phase) {
  if (!(x < 0x1p17)) return far_wave(x, eighths, phase);
  // Adding this rounds to a multiple of 4, eighths of the nearest zero.
  constexpr double kShift = 0x1.8p54;
  const double shifted = multiply_add(x + phase, 4 / kPi, -eighths) + kShift;
  const double zero = (shifted - kShift) + eighths;
  double r, series;
  if constexpr (kIsShort<T>) {
    r = multiply_add(zero, -kPi / 4, x) + phase;
    series = polynomial(r * r, -0.166666666616, 0.00833333269173, -0x1.a019p-13,
                        0x1.71964p-19, -0x1.9da8ep-26);
  } else {
    // The first part of pi / 4 leaves products exact.
    r = multiply_add(zero, -0x1.921fb544p-1, x) +
        multiply_add(zero, -0x1.0b4611a626331p-35, phase);
    series = polynomial(r * r, -0.16666666666666666, 0.008333333333333316,
                        -0.00019841269841254971, 2.7557319219162273e-06,
                        -2.5052107616873647e-08, 1.6058977304519656e-10,
                        -7.643970043159376e-13, 2.731441604451164e-15);
  }
  const double sine = multiply_add(r * (r * r), series, r);
  // The last place tells odd from even half turns.
  return bit_cast<double>(bit_cast<unsigned long>(sine) ^
                          (bit_cast<unsigned long>(shifted) << 63));
}

}  // namespace tenorite::special
