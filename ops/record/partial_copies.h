// SPDX-License-Identifier: Apache-2.0
// Copies of which a part is written again before anybody reads it, as in
//
//   v = u.copy()
//   v[1:-1, 1:-1] = ...
//
// Only the rest has to be copied. Pure.
#pragma once

#include <vector>

#include "ops/record/assembly.h"
#include "ops/record/box.h"
#include "ops/record/window.h"

namespace tenorite {

struct PartialCopy {
  int instruction;
  std::vector<Box> left;  // in the indices of what is copied
};

// Of the instructions that are needed, in program order.
std::vector<PartialCopy> partial_copies(const Window& window,
                                        const Assemblies& assemblies,
                                        const std::vector<int>& needed);

}  // namespace tenorite
