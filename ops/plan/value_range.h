// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tenorite {

// A range of numbers: each is from `least` to `most`, and none is a NaN.
struct ValueRange {
  // Doubles have every integer up to here.
  static constexpr double kMostKnown = 4503599627370496;  // 2^52

  double least, most;
};

}  // namespace tenorite
