// SPDX-License-Identifier: Apache-2.0
// From a window of recorded instructions to groups: pure, greedy and
// deterministic.
#pragma once

#include <vector>

#include "ops/window.h"

namespace tenorite {

struct Group {
  std::vector<int> instructions;  // in program order
  GroupPlan plan;
};

// What becomes of the storages of a window.
struct Fates {
  std::vector<uint8_t> live;            // somebody else refers to it
  std::vector<std::vector<int>> users;  // instructions, in program order
};

// Splits `instructions` (in program order) into groups, which run one after
// the other. Values stay inside of a group unless their storage is live, or
// used by an instruction that is not in the group.
std::vector<Group> make_groups(const Window& window,
                               const std::vector<int>& instructions,
                               GroupLevel level, const Fates& fates);

}  // namespace tenorite
