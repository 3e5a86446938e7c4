// SPDX-License-Identifier: Apache-2.0
// NumPy's RuntimeWarnings of means and variances of slices that have too few
// elements. Those that a mask leaves without any are found by a look at the
// result, on the CPU device alone.
#pragma once

#include "ops/api/ops.h"

namespace tenorite::ops {

// Whether an operation divides by the number of elements.
inline bool divides_by_count(ReduceOp op) {
  const ReduceResult makes = info(op).makes;
  return makes == ReduceResult::kMean || makes == ReduceResult::kSpread;
}
// Elements of `a` in each slice; bit i of `bits` is set if axis i is reduced.
int64_t slice_length(const ndarray& a, uint64_t bits);

// "Mean of empty slice" or "Degrees of freedom <= 0 for slice".
void warn_short_slices(ReduceOp op);
// For divides_by_count(op). Before the reduction: by the shape of `a`. Whether
// there is more to find out afterwards.
bool warn_by_shape(ReduceOp op, const ndarray& a, uint64_t bits,
                   const ReduceOptions& options);
// After it: by the values of the mask, and what became of divisions by zero.
void warn_by_result(ReduceOp op, const ndarray& a, uint64_t bits,
                    const ReduceOptions& options, const ndarray& result);

// reduce() without these warnings, for callers with warnings of their own.
ndarray reduce_quietly(ReduceOp op, const ndarray& a,
                       const ReduceOptions& options);

}  // namespace tenorite::ops
