// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of lines in host memory that a library above offers to the
// CPU device: the bindings register NumPy's.
#pragma once

#include <cstdint>

#include "ops/plan/fft_plan.h"

namespace tenorite {

// data: lines, a factor of the results (of their precision), results. lengths:
// lines, items of one, items of its result; a line is cut, or taken as if zeros
// followed. steps, in bytes: from line to line, from factor to factor, from
// result to result, and from item to item of a line and of a result. Called by
// several threads at once and without the lock of the layer above; may throw
// where memory is lacking.
struct LineTransform {
  void (*run)(char** data, const intptr_t* lengths, const intptr_t* steps,
              const void* context) = nullptr;
  const void* context = nullptr;
};

// The results for n reals do not say whether n is odd.
enum class LineKind : uint8_t {
  kForward,
  kInverse,
  kFromReals,
  kFromOddReals,
  kToReals
};
inline constexpr int kNumLineKinds = 5;

// Before anybody asks for it.
void set_line_transform(LineKind kind, bool is_double, LineTransform transform);
// Runs nothing where nobody offers one.
LineTransform line_transform(LineKind kind, bool is_double);

}  // namespace tenorite
