// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "ops/table/op.h"
#include "ops/table/reduce_op.h"

namespace tenorite {

// The row of the reduction table that computes the .reduce of a binary ufunc.
std::optional<ReduceOp> reduction_of(Op op);

}  // namespace tenorite
