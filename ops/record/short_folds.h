// SPDX-License-Identifier: Apache-2.0
// Sums and extremes over a short last axis of what is still to be computed from
// smaller arrays, such as distances between all pairs of points: submitted as
// the operations on each position of the axis, and what combines them.
#pragma once

#include "ops/plan/instruction.h"

namespace tenorite {

// False, with nothing done, where that is not worth it.
bool submit_unrolled(const Instruction& fold);

}  // namespace tenorite
