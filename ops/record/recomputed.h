// SPDX-License-Identifier: Apache-2.0
// Results that are worth no memory: of a few operations on what those who read
// them have at hand. Each group that reads one computes it again. Pure.
#pragma once

#include <vector>

#include "ops/record/grouping.h"

namespace tenorite {

// By storage: the instruction that computes it in each group that reads it, or
// -1; empty if there is none. `groups` are those of the instructions where none
// is computed again.
std::vector<int> find_recomputed(const Window& window,
                                 const std::vector<int>& instructions,
                                 const std::vector<Group>& groups,
                                 const GroupLimits& limits, const Fates& fates);

}  // namespace tenorite
