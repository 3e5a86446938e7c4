// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of several lines at once, one in each lane of a vector.
#pragma once

#include "ops/plan/line_transforms.h"

namespace tenorite::cpu {

// A transform of lines, and the number of lines that it takes at a time; it is
// worth its while for as many. The results have the bits of NumPy's transforms.
struct VectorLines {
  int lanes = 0;
  LineTransform transform;
};
// Runs nothing where the processor has no AVX2, or where lines are too long for
// several to be in the caches, or have a length with a large prime factor, for
// which NumPy convolves.
VectorLines vector_lines(LineKind kind, LinePrecision precision,
                         int64_t points);

}  // namespace tenorite::cpu
