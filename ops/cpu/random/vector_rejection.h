// SPDX-License-Identifier: Apache-2.0
// Rejection sampling for many elements: the first trial of each element is part
// of a loop over vectors.
#pragma once

#include "ops/cpu/random/philox_blocks.h"
#include "ops/device/random_distributions.h"
#include "ops/plan/random_plan.h"

namespace tenorite::cpu {

// Writes elements [begin, end) of a call with scalar parameters, as doubles;
// NaN where the first trial was rejected, so that the caller draws the element
// by itself. Returns false, with nothing done, if the distribution or its
// parameters are not supported.
bool first_trials(const RandomPlan& plan, const rng::Parameters& p,
                  int64_t begin, int64_t end);
// Writes the means of n <= kPhiloxBlocks negative binomial draws, whose first
// blocks are in `ahead`; NaN where the draw was rejected. Returns the 32-bit
// words used per element, or 0, with nothing done, if the parameters are not
// supported.
unsigned first_means(const rng::Parameters& p, const PhiloxWords* ahead,
                     unsigned blocks, int n, double* means);
// The same as first_trials where parameters are arrays.
bool first_trials_of_each(const RandomPlan& plan, int64_t begin, int64_t end);

}  // namespace tenorite::cpu
