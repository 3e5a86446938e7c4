// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cpu/elementwise/loop.h"
#include "ops/device/index.h"
#include "ops/table/op.h"

namespace tenorite::cpu {

// The first operand of an instruction that reads items by indices, of at most
// as many axes.
using GatherTable = Table<kMaxInputs - 1>;

// A loop whose operands are the result, a GatherTable, and int64 indices for
// each of its `ndim` axes. Indices out of bounds are an error of no group.
CpuLoop gather_loop(size_t itemsize, int ndim, IndexMode mode);

}  // namespace tenorite::cpu
