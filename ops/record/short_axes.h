// SPDX-License-Identifier: Apache-2.0
// Folds of what is still to be computed from smaller arrays where the last axis
// is short, such as coordinates of what lies between all pairs of points. They
// are submitted as the operations on each position of that axis and, where the
// axis is folded, what combines them; where it is kept, a fold for each.
#pragma once

#include <vector>

#include "ops/plan/instruction.h"

namespace tenorite {

// False, with nothing done, where that is not worth it.
bool submit_unrolled(const Instruction& fold);

// What a large array is at each position of its last axis, which is short and
// then of length one, where it is still to be computed by few light operations,
// or any of one byte that the device looks up, from arrays of half as many
// bytes at most, such as a photograph's: these are read in its place. Empty
// elsewhere.
std::vector<ndarray> submit_narrow_positions(const ndarray& array);
// The same for an elementwise operation, or a copy, that reads such an array at
// one position, such as a photograph's channel, on a GPU. False, with nothing
// done, elsewhere.
bool submit_narrow(const Instruction& instruction);

}  // namespace tenorite
