// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/device.h"
#include "core/dtype.h"
#include "ops/device/bins.h"

namespace tenorite {

// The bins of n real items, dense and aligned: either how many are in each, or
// the number of each item's, which is bins.count where it is in none. Without
// edges the items are integers in [0, bins.count).
struct BinPlan {
  const char* in;
  DType dtype;
  int64_t n;
  Bins bins;
  int64_t* counts;   // zero before
  int64_t* numbers;  // or null
  Device device;
  StreamId stream;
};

// out[b] = the sum of the weights of the items whose number is b.
struct BinSumPlan {
  const int64_t* numbers;  // in [0, bins]
  const double* weights;
  int64_t n;
  int64_t bins;
  double* out;
  Device device;
  StreamId stream;
};

}  // namespace tenorite
