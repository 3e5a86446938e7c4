// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/reduce/value_range.h"

#include <cmath>

#include "core/interrupt.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/plan/planning.h"

namespace tenorite::cpu {
namespace {

// The minimum or maximum of all elements as a double, a NaN if there is one.
double extreme(const ndarray& array, ReduceOp op) {
  alignas(8) char found[sizeof(double)];
  double value;
  ReducePlan plan;
  plan.op = op;
  plan.in_dtype = plan.compute_dtype = plan.out_dtype = array.dtype();
  // Not data(): the array may be claimed by who asks.
  plan.in = array.storage()->address() + array.offset();
  plan.out = found;
  plan.device = array.device();
  plan.stream = kDefaultStream;
  const int64_t none[kMaxDims] = {};
  plan_reduce_axes(array.shape(), ~uint64_t{0}, array.strides().data(), nullptr,
                   none, plan);
  reduce(plan);
  char* data[] = {reinterpret_cast<char*>(&value), found};
  const int64_t strides[] = {0, 0};
  unsigned ignored = 0;
  cast_loop(array.dtype(), DType::kFloat64)(data, strides, 1, &ignored);
  return value;
}

}  // namespace

std::optional<ValueRange> value_range(const ndarray& array) {
  if (kind(array.dtype()) == 'c') return {};
  // Who asks holds what a handler of a signal may want.
  const Unattended unattended;
  const ValueRange found{extreme(array, ReduceOp::min),
                         extreme(array, ReduceOp::max)};
  if (!std::isfinite(found.least) || !std::isfinite(found.most)) return {};
  if (kind(array.dtype()) != 'f' && (found.least <= -ValueRange::kMostKnown ||
                                     found.most >= ValueRange::kMostKnown))
    return {};
  return found;
}

}  // namespace tenorite::cpu
