// SPDX-License-Identifier: Apache-2.0
// Sums of products with a filter that slides along a line.
#pragma once

#include "core/ndarray.h"
#include "core/stream.h"

namespace tenorite {

// out[i] = sum of v[k] * a[i + k - before] over k, as far as `a` reaches, for
// `length` i. All are dense and of the dtype, which is not float16; extents are
// at least 1.
struct SlidePlan {
  DType dtype;
  const char* a;
  int64_t n;
  const char* v;
  int64_t m;
  int64_t before;
  char* out;
  int64_t length;
  Device device;
  StreamId stream;
};

namespace ops {

// A new line of that length in the promoted dtype; products are added in the
// order of k, those of float16 in single precision.
ndarray slide(const ndarray& a, const ndarray& v, int64_t before,
              int64_t length);

}  // namespace ops
}  // namespace tenorite
