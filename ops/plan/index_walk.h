// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "ops/plan/plan.h"

namespace tenorite {

// The inner axes of an IndexPlan, outermost first, without unit axes and
// merged; ndim is at least 1.
struct IndexInner {
  int ndim;
  int64_t size;
  int64_t shape[kMaxDims];
  int64_t base_strides[kMaxDims];
  int64_t other_strides[kMaxDims];
};
TENORITE_EXPORT IndexInner merge_inner(const IndexPlan& plan);

}  // namespace tenorite
