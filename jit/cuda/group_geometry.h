// SPDX-License-Identifier: Apache-2.0
// How the library's own kernels do the reductions of groups. Pure functions.
#pragma once

#include "jit/groups/group.h"
#include "ops/cuda/reduce/reduce_table.h"

namespace tenorite::cuda {

// GroupDevice::row_folding for elements that are folded as they are.
bool row_folding(const Folding& how, ReduceOp op, DType in, DType compute,
                 int64_t rows, int64_t length, int64_t multiprocessors,
                 jit::RowFolding* folding);

// GroupDevice::fold_geometry.
bool fold_geometry(const Folding& how, const ReducePlan& plan,
                   int64_t multiprocessors, jit::FoldGeometry* geometry);

}  // namespace tenorite::cuda
