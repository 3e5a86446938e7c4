// SPDX-License-Identifier: Apache-2.0
// Whether views share elements: more exact than their byte ranges.
#pragma once

#include "core/ndarray.h"

namespace tenorite {

// False where certainly no byte belongs to elements of both views, whose
// offsets count from the same storage: also of rows, columns and blocks that
// lie between each other.
bool may_meet(const ndarray& a, const ndarray& b);

// The same elements in the same places, unit axes aside. Offsets count from the
// same storage.
bool same_view(const ndarray& a, const ndarray& b);

}  // namespace tenorite
