// SPDX-License-Identifier: Apache-2.0
// One-dimensional correlation.
#pragma once

#include "core/ndarray.h"

namespace tenorite::ops {

// out[i] = sum of v[k] * a[i + k - before] over k, as far as `a` reaches: a new
// line of that length in the promoted dtype. Products are rounded and added in
// the order of k, those of float16 in single precision, on every device.
ndarray correlate(const ndarray& a, const ndarray& v, int64_t before,
                  int64_t length);

}  // namespace tenorite::ops
