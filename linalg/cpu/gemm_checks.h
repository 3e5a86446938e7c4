// SPDX-License-Identifier: Apache-2.0
// NumPy's floating-point errors of matrix products.
#pragma once

#include "core/warning.h"
#include "linalg/provider.h"

namespace tenorite::linalg::cpu {

// Whether an element of the product at `c` is infinite or NaN.
bool has_nonfinite_products(const GemmPlan& plan, const char* c);

// The errors of a product of the batch, once it is computed: only those of
// elements whose row and column bear them out, since kernels multiply infinite
// elements by the zeros with which they fill their blocks. a, b and c are those
// of the plan at the product's index.
FloatErrors errors_of_products(const GemmPlan& plan, const char* a,
                               const char* b, const char* c);

}  // namespace tenorite::linalg::cpu
