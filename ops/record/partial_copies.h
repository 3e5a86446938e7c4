// SPDX-License-Identifier: Apache-2.0
// Copies of which a part is written again before anybody reads it, as in
//
//   v = u.copy()
//   v[1:-1, 1:-1] = ...
//
// Only the rest has to be copied, and early, so that what writes the part may
// belong to the group that computes it. Pure.
#pragma once

#include <vector>

#include "ops/record/assembly.h"
#include "ops/record/box.h"
#include "ops/record/window.h"

namespace tenorite {

struct PartialCopy {
  int instruction;
  // In the indices of what is copied; none where all of it is copied.
  std::vector<Box> left;
};

// Of the instructions that are needed, in program order.
std::vector<PartialCopy> partial_copies(const Window& window,
                                        const Assemblies& assemblies,
                                        const std::vector<int>& needed);

// The same instructions in an order in which they do the same: such copies come
// as soon as what they copy is there.
std::vector<int> copies_first(const Window& window,
                              const Assemblies& assemblies,
                              const std::vector<int>& needed,
                              const std::vector<PartialCopy>& copies);

}  // namespace tenorite
