// SPDX-License-Identifier: Apache-2.0
// From a window of recorded instructions to groups: pure, greedy and
// deterministic.
#pragma once

#include <vector>

#include "ops/record/partial_copies.h"
#include "ops/record/window_group.h"

namespace tenorite {

// What becomes of the storages of a window.
struct Fates {
  std::vector<uint8_t> live;            // somebody else refers to it
  std::vector<std::vector<int>> users;  // instructions, in program order
  const Assemblies* assemblies;
  const std::vector<PartialCopy>* partial_copies;
};

// Splits `instructions` (in program order) into groups, which run one after
// the other. Values stay inside of a group unless their storage is live, or
// used by an instruction that is not in the group. With `again`, several groups
// may have the same instruction (ops/record/recomputed.h).
std::vector<Group> make_groups(const Window& window,
                               const std::vector<int>& instructions,
                               const GroupLimits& limits, const Fates& fates,
                               bool again = false);

}  // namespace tenorite
