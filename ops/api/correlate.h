// SPDX-License-Identifier: Apache-2.0
// One-dimensional correlation.
#pragma once

#include "core/ndarray.h"

namespace tenorite::ops {

// A new line of that length in the promoted dtype; products are added in the
// order of k, those of float16 in single precision.
ndarray correlate(const ndarray& a, const ndarray& v, int64_t before,
                  int64_t length);

}  // namespace tenorite::ops
