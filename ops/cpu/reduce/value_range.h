// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/ndarray.h"
#include "ops/plan/value_range.h"

namespace tenorite::cpu {

// The least and the greatest element of an array in memory, which has one.
// Empty if an element is a NaN, an infinity or an integer beyond
// ValueRange::kMostKnown, and for complex arrays.
std::optional<ValueRange> value_range(const ndarray& array);

}  // namespace tenorite::cpu
