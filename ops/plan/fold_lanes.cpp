// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/fold_lanes.h"

#include <algorithm>
#include <cstdlib>

#include "core/assert.h"
#include "ops/plan/invariants.h"
#include "ops/plan/planning.h"

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
  AxisSet axes;  // of the input, then of the output
  axes.operands = 2;
  for (int i = 0; i < ndim; ++i) {
    const int64_t strides[] = {plan.lane_in_strides[order[i]],
                               plan.lane_out_strides[order[i]]};
    axes.push(plan.lane_shape[order[i]], strides);
  }
  axes.merge();
  FoldLanes lanes;
  lanes.size = plan.lanes;
  lanes.ndim = axes.ndim;
  std::copy_n(axes.shape, axes.ndim, lanes.shape);
  std::copy_n(axes.strides[0], axes.ndim, lanes.in_strides);
  std::copy_n(axes.strides[1], axes.ndim, lanes.out_strides);
  return lanes;
}

}  // namespace tenorite
