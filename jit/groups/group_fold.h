// SPDX-License-Identifier: Apache-2.0
// What kernels of groups need to know of a reduction.
#pragma once

#include <string>

#include "ops/device/reduce.h"
#include "ops/plan/group.h"

namespace tenorite::jit {

// The type of ops/device/reduce.h that folds elements of dtype `in`, or what
// they are converted to.
std::string fold_functor(const GroupStep& fold, DType in);
// The dtype of its results, before they are converted.
DType fold_result(const GroupStep& fold);

reduction::Finishing finishing_of(const GroupStep& fold);

// Whether a variance is made of those of whole batches of elements.
inline bool takes_batches(ReduceOp op, DType compute) {
  return info(op).makes == ReduceResult::kSpread &&
         (compute == DType::kFloat64 || compute == DType::kComplex128);
}

}  // namespace tenorite::jit
