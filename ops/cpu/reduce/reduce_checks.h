// SPDX-License-Identifier: Apache-2.0
// NumPy's floating-point errors of reductions: what the flags said while
// elements were folded, as far as results bear it out; see
// docs/design/errstate.md.
#pragma once

#include "ops/cpu/elementwise/float_classes.h"
#include "ops/cpu/elementwise/float_flags.h"
#include "ops/cpu/reduce/fold_shape.h"

namespace tenorite::cpu {

// By the names under which NumPy reports them.
struct ReduceErrors {
  FloatErrors reduce = 0, subtract = 0, square = 0;

  ReduceErrors& operator|=(const ReduceErrors& other) {
    reduce |= other.reduce;
    subtract |= other.subtract;
    square |= other.square;
    return *this;
  }
  unsigned packed() const { return reduce | subtract << 4 | square << 8; }
  static ReduceErrors unpacked(unsigned bits) {
    return {bits & 15, bits >> 4 & 15, bits >> 8 & 15};
  }
  void report() const;
};
// Computes it; the caller reports the errors.
ReduceErrors run_reduction(const ReducePlan& plan);

// What elements are, as bits: infinite ones of real numbers by their signs.
enum : unsigned {
  kNanElement = 1,
  kPlusInfinity = 2,
  kMinusInfinity = 4,
  kComplexInfinity = 8,
  kUnknownElements = 16,
};
unsigned special_bits(DType dtype, const char* at);

// One reduction. The flags are those since start(), of one thread.
class ReduceCheck {
 public:
  // Of n elements each, from memory of dtype `in` to that of `out`.
  ReduceCheck(const ResolvedFold& fold, const FoldShape& shape, int64_t n,
              DType in, DType out);

  bool is_none() const { return !wanted_; }
  bool is_spread() const { return is_spread_; }
  void start() const {
    if (wanted_) clear_float_flags();
  }
  FloatErrors flags() const { return wanted_ ? float_flags() & wanted_ : 0; }
  // Divisions of means by no elements, and variances with too few of them, are
  // reported before anything is computed (ops/api/slice_warnings.h).
  bool divides() const { return divides_; }

  // The errors of m results, from their accumulators. `specials(k)` are the
  // bits of the elements of result k, asked for where it matters.
  template <class Specials>
  ReduceErrors look(FloatErrors flags, const char* result, const char* acc,
                    int64_t m, Specials specials) const {
    ReduceErrors found;
    if (is_none()) return found;
    flags |= lost_overflow(result, acc, m);
    if (!flags || !is_inexact(result_)) {
      found.reduce = flags;
      return found;
    }
    for (int64_t k = 0; k < m; ++k) {
      const unsigned is = class_of(
          result_, result + k * static_cast<int64_t>(itemsize(result_)));
      if (is & (kNan | kInfinite))
        add(found, flags, is, acc + k * acc_bytes_,
            in_order_ ? 0 : specials(k));
    }
    if (!is_spread_) found.reduce |= flags & kUnderflow;
    return found;
  }

 private:
  FloatErrors lost_overflow(const char* result, const char* acc,
                            int64_t m) const;
  void add(ReduceErrors& found, FloatErrors flags, unsigned is, const char* acc,
           unsigned specials) const;

  FloatErrors wanted_ = 0;
  bool is_spread_, divides_;
  bool in_order_;  // NumPy's order, so that the flags are those it has
  DType result_;
  int64_t acc_bytes_;
};

}  // namespace tenorite::cpu
