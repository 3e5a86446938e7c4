// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/sort_plan.h"

namespace tenorite::cuda {

// Sorts rows that fit into a block's shared memory; false for longer ones.
bool sort_short_rows(const SortPlan& plan);

}  // namespace tenorite::cuda
