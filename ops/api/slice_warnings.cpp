// SPDX-License-Identifier: Apache-2.0
#include "ops/api/slice_warnings.h"

#include <cstring>

#include "core/warning.h"

namespace tenorite::ops {
namespace {

bool is_mean(ReduceOp op) { return info(op).makes == ReduceResult::kMean; }

}  // namespace

int64_t slice_length(const ndarray& a, uint64_t bits) {
  int64_t length = 1;
  for (int i = 0; i < a.ndim(); ++i)
    if (bits >> i & 1) length *= a.shape(i);
  return length;
}

void warn_short_slices(ReduceOp op) {
  warn(is_mean(op) ? "Mean of empty slice"
                   : "Degrees of freedom <= 0 for slice");
}

bool warn_by_shape(ReduceOp op, const ndarray& a, uint64_t bits,
                   const ReduceOptions& options) {
  const bool on_cpu = a.device().is_cpu();
  if (options.where) return on_cpu;
  const int64_t length = slice_length(a, bits);
  const double needed = is_mean(op) ? 0 : options.correction;
  if (static_cast<double>(length) > needed && length > 0) [[likely]]
    return false;
  warn_short_slices(op);
  return on_cpu;
}

namespace {

bool any(const ndarray& flags) {
  return is_true(item(reduce(ReduceOp::any, flags, {})));
}

// Fewest elements that the mask leaves of a slice.
int64_t fewest_chosen(const ndarray& a, uint64_t bits,
                      const ReduceOptions& options) {
  if (!options.where) return slice_length(a, bits);
  ReduceOptions along;
  along.axes.emplace();
  for (int i = 0; i < a.ndim(); ++i)
    if (bits >> i & 1) along.axes->push_back(i);
  along.dtype = DType::kInt64;
  const ndarray counts =
      reduce(ReduceOp::sum, broadcast_to(*options.where, a.shape()), along);
  if (counts.size() == 0) return 1;
  const Scalar least = item(reduce(ReduceOp::min, counts, {}));
  int64_t count;
  std::memcpy(&count, least.bytes, sizeof(count));
  return count;
}

// The divisions 0 / 0 and x / 0 that made a result.
FloatErrors errors_of(const ndarray& result) {
  FloatErrors errors = 0;
  if (any(unary(Op::isinf, result))) errors |= kDivideByZero;
  if (any(unary(Op::isnan, result))) errors |= kInvalid;
  return errors;
}

}  // namespace

void warn_by_result(ReduceOp op, const ndarray& a, uint64_t bits,
                    const ReduceOptions& options, const ndarray& result) {
  const FloatErrors errors = errors_of(result);
  if (!errors) return;
  const int64_t fewest = fewest_chosen(a, bits, options);
  const double needed = is_mean(op) ? 0 : options.correction;
  if (fewest > 0 && static_cast<double>(fewest) > needed) return;
  if (options.where) warn_short_slices(op);
  // A variance first divides a sum that keeps its axes.
  if (!is_mean(op) && fewest == 0) report_float_errors("divide", kInvalid);
  const bool is_scalar = result.ndim() == 0 && !options.out &&
                         (result.dtype() == DType::kFloat64 ||
                          result.dtype() == DType::kComplex128);
  report_float_errors(is_scalar ? "scalar divide" : "divide", errors);
}

}  // namespace tenorite::ops
