// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/index_walk.h"

#include "core/assert.h"
#include "ops/plan/invariants.h"

namespace tenorite {

IndexInner merge_inner(const IndexPlan& plan) {
  TENORITE_ASSERT(
      elements_of(plan.inner_shape, plan.inner_ndim) == plan.inner_size,
      "the inner axes of an index have not their number of elements");
  TENORITE_ASSERT(
      elements_of(plan.index_shape, plan.index_ndim) == plan.index_size,
      "the axes of an index have not their number of elements");
  IndexInner inner;
  inner.size = plan.inner_size;
  inner.ndim = 0;
  for (int d = 0; d < plan.inner_ndim; ++d) {
    int64_t shape = plan.inner_shape[d];
    if (shape == 1) continue;
    int64_t base = plan.inner_base_strides[d];
    int64_t other = plan.other_inner_strides[d];
    int last = inner.ndim - 1;
    if (last >= 0 && inner.base_strides[last] == base * shape &&
        inner.other_strides[last] == other * shape) {
      inner.shape[last] *= shape;
      inner.base_strides[last] = base;
      inner.other_strides[last] = other;
    } else {
      inner.shape[inner.ndim] = shape;
      inner.base_strides[inner.ndim] = base;
      inner.other_strides[inner.ndim] = other;
      ++inner.ndim;
    }
  }
  if (inner.ndim == 0) {
    inner.ndim = 1;
    inner.shape[0] = 1;
    inner.base_strides[0] = inner.other_strides[0] =
        static_cast<int64_t>(plan.itemsize);
  }
  return inner;
}

}  // namespace tenorite
