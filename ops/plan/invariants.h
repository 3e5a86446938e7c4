// SPDX-License-Identifier: Apache-2.0
// What is true of every instruction, plan and group: conditions of assertions
// (core/assert.h), which nothing else asks for.
#pragma once

#include "ops/plan/group.h"
#include "ops/plan/instruction.h"

namespace tenorite {

bool broadcasts_to(const ndarray& array, const Dims& shape);
// Elements of `ndim` axes; 1 for none.
int64_t elements_of(const int64_t* shape, int ndim);

// As many operands as the operation's row says, all of them there.
bool has_its_operands(const Instruction& instruction);
// Inputs and mask broadcast to what is iterated over; results have its shape,
// or that of its kept axes.
bool has_matching_shapes(const Instruction& instruction);
// A mask is bool, a scalar of the dtype that the loop or the copy wants.
bool has_matching_dtypes(const Instruction& instruction);
bool is_on_one_device(const Instruction& instruction);

// Sources are within their lists, and values those of earlier steps.
bool has_its_sources(const GroupPlan& plan);
// Arrays broadcast to the shape, those that are written without repetition.
bool has_matching_arrays(const GroupPlan& plan);
// Each array that is written is the target of one store, and no other is.
bool has_matching_stores(const GroupPlan& plan);

}  // namespace tenorite
