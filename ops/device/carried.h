// SPDX-License-Identifier: Apache-2.0
// Sums of a few numbers, one after the other, as the wide folds of
// ops/device/reduce.h add them: with what the rounding of each addition left
// out.
#pragma once

#include "ops/device/accumulate.h"

namespace tenorite::op {

// A further number: the sum so far, and what it lacks.
struct CarriedAdd {
  TENORITE_HD void operator()(double x, double high, double low, double& sum,
                              double& lack) const {
    compensated before(high);
    before.low = low;
    const compensated after = before + compensated(x);
    sum = after.high;
    lack = after.low;
  }
};

// The last one: the sum, rounded once.
struct CarriedSum {
  TENORITE_HD double operator()(double x, double high, double low) const {
    compensated before(high);
    before.low = low;
    return (double)(before + compensated(x)) + 0.0;
  }
};

}  // namespace tenorite::op
