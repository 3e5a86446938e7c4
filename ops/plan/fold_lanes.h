// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "ops/plan/plan.h"

namespace tenorite {

// The axes that are not folded, sorted by their stride in the input (largest
// first), without unit axes, merged with their neighbours where possible.
struct FoldLanes {
  int ndim;
  int64_t size;
  int64_t shape[kMaxDims];
  int64_t in_strides[kMaxDims];
  int64_t out_strides[kMaxDims];

  // Byte offsets of a lane, added to `in` and `out`.
  void offsets(int64_t lane, int64_t& in, int64_t& out) const {
    for (int d = ndim - 1; d >= 0; --d) {
      int64_t i = lane % shape[d];
      lane /= shape[d];
      in += i * in_strides[d];
      out += i * out_strides[d];
    }
  }
};
TENORITE_EXPORT FoldLanes order_lanes(const FoldPlan& plan);

}  // namespace tenorite
