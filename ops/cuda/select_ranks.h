// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/sort_plan.h"

namespace tenorite::cuda {

// Both refuse nothing that partition() lets through. By a block for each row;
// `out` may be `in` only where a block keeps whole rows, of which the first
// says whether it does.
bool keeps_whole_rows(const PartitionPlan& plan);
void select_rows(const PartitionPlan& plan);
// By many blocks for each; `out` may not be `in`.
void select_lines(const PartitionPlan& plan);

}  // namespace tenorite::cuda
