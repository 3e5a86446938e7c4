// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/config.h"

namespace tenorite {

// A running sum whose error does not grow with the number of terms: the
// rounding errors of the additions (Knuth's two-sum) are summed on the side.
struct RunningSum {
  double sum, lost;

  TENORITE_HD void start(double x) {
    sum = x;
    lost = 0;
  }
  TENORITE_HD void add(double x) {
    double next = sum + x;
    double rest = next - sum;
    lost += (sum - (next - rest)) + (x - rest);
    sum = next;
  }
  // Once the sum is infinite or NaN, or a -0.0, the side sum says nothing.
  TENORITE_HD double result() const {
    double corrected = sum + lost;
    return sum - sum == 0 && lost != 0 ? corrected : sum;
  }
};

}  // namespace tenorite
