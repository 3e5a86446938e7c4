// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of several lines at once, one in each lane of a vector.
#pragma once

#include "ops/plan/line_transforms.h"

namespace tenorite::cpu {

// The lanes, and what transforms lines of `points` points with the bits of
// NumPy's transforms of single ones. Runs nothing where the processor has no
// wide vectors, or NumPy would go another way for such lines.
struct VectorLines {
  int lanes = 0;
  LineTransform transform;  // `factor` is of the precision of the arithmetic
};
VectorLines vector_lines(LineKind kind, LinePrecision precision,
                         int64_t points);

}  // namespace tenorite::cpu
