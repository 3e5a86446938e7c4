// SPDX-License-Identifier: Apache-2.0
// Distributions that try until they accept, for many elements: the first trials
// of all of them are loops over vectors.
#pragma once

#include "ops/cpu/random/philox_blocks.h"
#include "ops/device/random_distributions.h"
#include "ops/plan/random_plan.h"

namespace tenorite::cpu {

// Elements [begin, end) of a call whose parameters are no arrays: NaN where the
// first trial fails, so that the element is to be drawn by itself. Whole
// numbers are doubles still. False, with nothing done, where the distribution
// or its parameters have no such trials.
bool first_trials(const RandomPlan& plan, const rng::Parameters& p,
                  int64_t begin, int64_t end);
// The means of n <= kPhiloxBlocks negative binomial numbers, of which `ahead`
// has the first blocks, or NaN; how many words of 32 bits each of them took. 0,
// with nothing done, where the shape or the blocks do not do.
unsigned first_means(const rng::Parameters& p, const PhiloxWords* ahead,
                     unsigned blocks, int n, double* means);
// The same as first_trials where parameters are arrays.
bool first_trials_of_each(const RandomPlan& plan, int64_t begin, int64_t end);

}  // namespace tenorite::cpu
