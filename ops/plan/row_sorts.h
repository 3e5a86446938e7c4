// SPDX-License-Identifier: Apache-2.0
// Sorts of rows in host memory that a library above offers to the CPU device:
// the bindings register NumPy's, which use vector instructions.
#pragma once

#include <cstdint>

#include "core/dtype.h"

namespace tenorite {

// Sorts n items in place: NaNs last, items that are equal in any order. The
// last argument is null. Called by several threads at once and without the lock
// of the layer above.
using RowSort = int (*)(void* items, intptr_t n, void*);

void set_row_sort(DType dtype, RowSort sort);
// Null where nobody offers one.
RowSort row_sort(DType dtype);

}  // namespace tenorite
