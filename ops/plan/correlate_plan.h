// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dtype.h"
#include "core/stream.h"

namespace tenorite {

// out[i] = sum of v[k] * a[i + k - before] over k, as far as `a` reaches, for
// `length` i. All are dense and of the dtype, which is not float16; extents are
// at least 1.
struct CorrelatePlan {
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

}  // namespace tenorite
