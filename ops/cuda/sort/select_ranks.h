// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/sort_plan.h"

namespace tenorite::cuda {

// Both are for plans that selects() takes. A block for each row; whether it
// keeps the whole row while it works, so that `out` may be `in`.
void select_rows(const PartitionPlan& plan);
bool keeps_whole_rows(const PartitionPlan& plan);
// Many blocks for each; `out` may not be `in`.
void select_lines(const PartitionPlan& plan);

}  // namespace tenorite::cuda
