// SPDX-License-Identifier: Apache-2.0
// The bits of arrays that are the same however they were computed: all but the
// sign and payload of NaNs, which IEEE 754 leaves open, and which byte other
// than 0 stands for true.
#pragma once

#include <cstddef>

#include "core/dtype.h"
#include "core/ndarray.h"

namespace tenorite {

// Makes one NaN of all NaNs, and 1 of every true, among `n` bytes of a dtype.
void unify_open_bits(void* bytes, size_t n, DType dtype);

// Whether two arrays of one shape and dtype have equal promised bits. Waits.
bool same_promised_bits(const ndarray& a, const ndarray& b);

}  // namespace tenorite
