// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/ndarray.h"
#include "ops/plan/value_range.h"

namespace tenorite::cpu {

// Of an array in memory that has elements; none where one is a NaN, an
// infinity, complex or an integer that a double may not have.
std::optional<ValueRange> value_range(const ndarray& array);

}  // namespace tenorite::cpu
