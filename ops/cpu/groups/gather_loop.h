// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cpu/elementwise/loop.h"
#include "ops/device/index.h"
#include "ops/table/op.h"

namespace tenorite::cpu {

// An array whose items a group reads by indices. Of the bounds and strides only
// as many count as the array has axes.
using GatherTable = Table<kMaxInputs - 1>;

// A loop over a block: its operands are the results, one GatherTable, and for
// each of the table's `ndim` axes (1 or 2) indices. `itemsize` is in bytes. The
// mode is not kRaise: groups of the CPU device find no index out of bounds.
// Indices are int64; with kWithin and one axis, any integers of `index_size`
// bytes.
CpuLoop gather_loop(size_t itemsize, int ndim, IndexMode mode,
                    size_t index_size);

}  // namespace tenorite::cpu
