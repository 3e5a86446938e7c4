// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/reduce/reduce_checks.h"

#include <cmath>
#include <cstring>

#include "core/float_state.h"
#include "ops/cpu/elementwise/float_checks.h"
#include "ops/cpu/elementwise/float_classes.h"
#include "ops/device/types.h"

namespace tenorite::cpu {
namespace {

double number_at(const char* at) {
  double x;
  std::memcpy(&x, at, sizeof x);
  return x;
}

// Of a real number that is infinite or NaN.
bool is_negative(DType dtype, const char* at) {
  return at[itemsize(dtype) - 1] & 0x80;
}

}  // namespace

void ReduceErrors::report() const {
  if (reduce) found_float_errors("reduce", reduce);
  if (subtract) found_float_errors("subtract", subtract);
  if (square) found_float_errors("square", square);
}

unsigned special_bits(DType dtype, const char* at) {
  const unsigned is = class_of(dtype, at);
  if (is & kNan) return kNanElement;
  if (!(is & kInfinite)) return 0;
  if (kind(dtype) == 'c') return kComplexInfinity;
  return is_negative(dtype, at) ? kMinusInfinity : kPlusInfinity;
}

namespace {

// Whether elements are folded in NumPy's order, so that the flags are NumPy's
// whatever the elements are: sums of contiguous ones, and short ones.
bool is_numpys_order(const ResolvedFold& fold, const FoldShape& shape,
                     int64_t n) {
  const bool is_complex = kind(fold.value) == 'c';
  switch (fold.loops->rule) {
    case FoldLoops::Rule::kSum:
      return shape.columns ? n <= shape.leaf : shape.direct || n < 8;
    case FoldLoops::Rule::kProduct:
      // NumPy starts from 1 + 0j, which makes NaN of parts that are infinite.
      return !is_complex && n <= shape.leaf;
    default:
      return false;
  }
}

}  // namespace

ReduceCheck::ReduceCheck(const ResolvedFold& fold, const FoldShape& shape,
                         int64_t n, DType in, DType out)
    : is_spread_(fold.loops->rule == FoldLoops::Rule::kSpread),
      divides_(fold.finishing.finish == reduction::Finish::kMean),
      in_order_(is_numpys_order(fold, shape, n)),
      result_(fold.result),
      acc_bytes_(static_cast<int64_t>(fold.loops->acc_bytes)) {
  if (fold.loops->rule != FoldLoops::Rule::kNone ||
      !FloatCheck::of_cast(in, fold.value).is_none() ||
      !FloatCheck::of_cast(fold.result, out).is_none())
    wanted_ = float_state().reported;
}

// Conversions to float16 raise no flags.
FloatErrors ReduceCheck::lost_overflow(const char* result, const char* acc,
                                       int64_t m) const {
  const auto item = static_cast<int64_t>(itemsize(result_));
  if (!is_short_float(result_) || !(wanted_ & kOverflow) ||
      acc_bytes_ != sizeof(float) || !has_nonfinite(result_, result, item, m))
    return 0;
  for (int64_t k = 0; k < m; ++k) {
    float folded;
    std::memcpy(&folded, acc + k * acc_bytes_, sizeof folded);
    if (std::isfinite(folded) &&
        class_of(result_, result + k * item) & kInfinite)
      return kOverflow;
  }
  return 0;
}

// The errors of one result that `is` NaN or infinite.
void ReduceCheck::add(ReduceErrors& found, FloatErrors flags, unsigned is,
                      const char* acc, unsigned specials) const {
  if (specials & kNanElement) return;
  if (specials == kUnknownElements) {
    flags &= ~kInvalid;
    specials = 0;
  }
  if (!is_spread_) {
    if (!specials) found.reduce |= flags & kOverflow;
    if (is & kNan) found.reduce |= flags & kInvalid;
  } else if (is & kNan && specials) {
    (specials == (kPlusInfinity | kMinusInfinity) ? found.reduce
                                                  : found.subtract) |=
        flags & kInvalid;
  } else {
    // Of finite elements. Accumulators of variances hold a count, the mean, and
    // the squares.
    const char* mean = acc + sizeof(double);
    const char* squares = acc + acc_bytes_ - sizeof(double);
    bool finite = true;
    for (; mean < squares; mean += sizeof(double))
      finite = finite && std::isfinite(number_at(mean));
    (finite ? found.square : found.reduce) |= flags & kOverflow;
  }
}

}  // namespace tenorite::cpu
