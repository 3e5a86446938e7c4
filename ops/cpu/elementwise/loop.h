// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/table/op.h"

namespace tenorite::cpu {

// One pass over `n` elements. `data` and `strides` (bytes) list the outputs,
// then the inputs; a scalar has stride 0; any alignment will do. The elements
// of one call must not depend on each other: an output may be the same view as
// an input but never overlap another element. Bits of ops/device/errors.h are
// ORed into *error.
using CpuLoop = void (*)(char** data, const int64_t* strides, int64_t n,
                         unsigned* error);

// Indexed like info(op).loops; null when the operation is not built.
const CpuLoop* loops_of(Op op);
// Elements of a loop that make about 5 us of work.
int64_t grain_of(Op op, int loop);
void register_loops(Op op, const CpuLoop* loops, const int64_t* grains);

// data = {to, from}.
CpuLoop cast_loop(DType from, DType to);
// Moves bytes; `itemsize` is 1, 2, 4, 8 or 16.
CpuLoop move_loop(size_t itemsize);

}  // namespace tenorite::cpu
