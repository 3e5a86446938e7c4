// SPDX-License-Identifier: Apache-2.0
// Membership.
#pragma once

#include "core/ndarray.h"

namespace tenorite::ops {

// Which items of `values` are among those of `tests` (numpy.isin): bool, with
// the shape of `values`. NaN never is; integers are compared exactly. `sorts`:
// by a sort of the tests even where a table of their range is faster.
ndarray isin(const ndarray& values, const ndarray& tests, bool sorts = false);

}  // namespace tenorite::ops
