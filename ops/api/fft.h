// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms on devices that have a library for them.
#pragma once

#include <vector>

#include "core/ndarray.h"
#include "ops/plan/fft_plan.h"

namespace tenorite {

// A transform of n points along one axis; its input is cut or padded with
// zeros to the length that the kind asks for.
struct FftStep {
  FftKind kind;
  bool inverse;
  int axis;
  int64_t n;
  double factor;  // of every item of the result
};

namespace ops {

// The steps in turn, in single precision for float16, float32 and complex64,
// else in double; on the CPU device in the precision and the dtypes of
// numpy.fft. `out` has the shape and, but for the CPU device, the dtype of the
// result; a new array has numpy.fft's memory order. With `consume` the items of
// `a`, which nobody else sees, may be overwritten. ValueError for a step that
// is not possible.
ndarray fft(const ndarray& a, const std::vector<FftStep>& steps,
            const ndarray* out = nullptr, bool consume = false);

}  // namespace ops

}  // namespace tenorite
