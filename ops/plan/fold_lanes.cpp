// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/fold_lanes.h"

#include <algorithm>
#include <cstdlib>

#include "core/assert.h"
#include "ops/plan/invariants.h"

namespace tenorite {

FoldLanes order_lanes(const FoldPlan& plan) {
  TENORITE_ASSERT(elements_of(plan.lane_shape, plan.lane_ndim) == plan.lanes,
                  "the axes of a fold's lanes have not their number");
  int order[kMaxDims];
  int ndim = 0;
  for (int d = 0; d < plan.lane_ndim; ++d)
    if (plan.lane_shape[d] != 1) order[ndim++] = d;
  std::stable_sort(order, order + ndim, [&](int a, int b) {
    int64_t in_a = std::abs(plan.lane_in_strides[a]);
    int64_t in_b = std::abs(plan.lane_in_strides[b]);
    if (in_a != in_b) return in_a > in_b;
    return std::abs(plan.lane_out_strides[a]) >
           std::abs(plan.lane_out_strides[b]);
  });
  FoldLanes lanes;
  lanes.size = plan.lanes;
  lanes.ndim = 0;
  for (int i = 0; i < ndim; ++i) {
    int64_t shape = plan.lane_shape[order[i]];
    int64_t in = plan.lane_in_strides[order[i]];
    int64_t out = plan.lane_out_strides[order[i]];
    int last = lanes.ndim - 1;
    if (last >= 0 && lanes.in_strides[last] == in * shape &&
        lanes.out_strides[last] == out * shape) {
      lanes.shape[last] *= shape;
      lanes.in_strides[last] = in;
      lanes.out_strides[last] = out;
    } else {
      lanes.shape[lanes.ndim] = shape;
      lanes.in_strides[lanes.ndim] = in;
      lanes.out_strides[lanes.ndim] = out;
      ++lanes.ndim;
    }
  }
  return lanes;
}

}  // namespace tenorite
