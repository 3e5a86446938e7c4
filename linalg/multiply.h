// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ndarray.h"

namespace tenorite::linalg {

// c[..., m, n] = a[..., m, k] @ b[..., k, n]. Batch axes are equally many and
// broadcast (length 1, or stride 0) to those of c, which has any strides and
// overlaps neither input. Inputs are converted to c's dtype, and copied only
// if BLAS cannot read them in place. conjugate_a needs m == 1.
// Floating-point errors are those of `name`, if it is not null.
// A product of the CPU device that takes long is run_aside(): c must be an
// array of which nobody else knows, then.
void multiply(const ndarray& a, const ndarray& b, const ndarray& c,
              const char* name, bool conjugate_a = false);

// Whether a product is better made in memory of its own and copied to an array
// that somebody else knows: it takes so long that one wants to interrupt it.
bool wants_own_result(const ndarray& a, const ndarray& c);

}  // namespace tenorite::linalg
