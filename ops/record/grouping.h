// SPDX-License-Identifier: Apache-2.0
// From a window of recorded instructions to groups: pure, greedy and
// deterministic.
#pragma once

#include <utility>
#include <vector>

#include "ops/record/assembly.h"
#include "ops/record/window.h"

namespace tenorite {

struct Group {
  std::vector<int> instructions;  // in program order
  // Its arrays have views, and its scalars values, from bind() to unbind().
  GroupPlan plan;

  void bind(const Window& window);
  void unbind();

  // Those of the arrays that are put together of parts, which have no memory.
  // The group runs as `boxes`, in each of which every array is one view.
  std::vector<std::pair<size_t, Parts>> assembled;
  std::vector<GroupPlan> boxes;
  // Fills `boxes` for a bound plan like `plan`.
  void fill_boxes(const Window& window, const GroupPlan& bound,
                  std::vector<GroupPlan>& boxes) const;

  // Where those are in a window.
  struct View {
    int16_t number;
    Dims shape, strides;
  };
  std::vector<View> views;        // of the arrays
  std::vector<int16_t> scalars;   // of the scalars
  std::vector<int16_t> initials;  // of the steps, or -1
  // The storages that it uses, and by how many of its instructions.
  std::vector<std::pair<int16_t, int16_t>> uses;
  // What it is split into where a device cannot run it; empty until then.
  std::vector<Group> split;
};

// What becomes of the storages of a window.
struct Fates {
  std::vector<uint8_t> live;            // somebody else refers to it
  std::vector<std::vector<int>> users;  // instructions, in program order
  const Assemblies* assemblies;
};

// Splits `instructions` (in program order) into groups, which run one after
// the other. Values stay inside of a group unless their storage is live, or
// used by an instruction that is not in the group.
std::vector<Group> make_groups(const Window& window,
                               const std::vector<int>& instructions,
                               const GroupLimits& limits, const Fates& fates);

}  // namespace tenorite
