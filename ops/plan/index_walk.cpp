// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/index_walk.h"

#include <algorithm>

#include "core/assert.h"
#include "ops/plan/invariants.h"
#include "ops/plan/planning.h"

namespace tenorite {

IndexInner merge_inner(const IndexPlan& plan) {
  TENORITE_ASSERT(
      elements_of(plan.inner_shape, plan.inner_ndim) == plan.inner_size,
      "the inner axes of an index have not their number of elements");
  TENORITE_ASSERT(
      elements_of(plan.index_shape, plan.index_ndim) == plan.index_size,
      "the axes of an index have not their number of elements");
  AxisSet axes;  // of the array, then of the other side
  axes.operands = 2;
  for (int d = 0; d < plan.inner_ndim; ++d) {
    const int64_t strides[] = {plan.inner_base_strides[d],
                               plan.other_inner_strides[d]};
    if (plan.inner_shape[d] != 1) axes.push(plan.inner_shape[d], strides);
  }
  axes.merge();
  if (axes.ndim == 0) {
    const auto item = static_cast<int64_t>(plan.itemsize);
    const int64_t strides[] = {item, item};
    axes.push(1, strides);
  }
  IndexInner inner;
  inner.size = plan.inner_size;
  inner.ndim = axes.ndim;
  std::copy_n(axes.shape, axes.ndim, inner.shape);
  std::copy_n(axes.strides[0], axes.ndim, inner.base_strides);
  std::copy_n(axes.strides[1], axes.ndim, inner.other_strides);
  return inner;
}

}  // namespace tenorite
