// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/dtype.h"
#include "core/export.h"

namespace tenorite {

// Every reduction, in the order of ops/table/reduce_table.def.
enum class ReduceOp : uint16_t {
#define TENORITE_REDUCTION(name, ...) name,
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
  kCount
};
inline constexpr int kNumReduceOps = static_cast<int>(ReduceOp::kCount);

// The dtype that a reduction computes in.
enum class ReduceDType : uint8_t {
  kOwn,      // that of its elements
  kAsked,    // dtype=, else that of its elements
  kWide,     // dtype=, else 64 bits for integers
  kInexact,  // floating-point: dtype=, that of its elements, or float64
};
// What it makes of no elements.
enum class EmptyReduction : uint8_t { kIdentity, kError };
enum class ReduceResult : uint8_t {
  kItem,      // of the elements, or like one
  kTruth,     // of something about all elements
  kPosition,  // in C order
  kCount,
  kMean,
  kSpread,  // around the mean
};
// What its method takes behind the axis, beside out and keepdims.
enum class ReduceMethod : uint8_t {
  kNone,      // there is no method
  kTotal,     // dtype, initial, where
  kExtreme,   // initial, where
  kTruth,     // where
  kMean,      // dtype, where
  kSpread,    // dtype, ddof or correction, where
  kPosition,  // dtype of the result
};

// The row whose fold computes `op` over a dtype: on bools, sums and extremes
// are any and all; without NaN, fmax is max.
constexpr ReduceOp fold_row(ReduceOp op, DType compute) {
  bool is_bool = kind(compute) == 'b';
  bool has_nan = kind(compute) == 'f' || kind(compute) == 'c';
  switch (op) {
    case ReduceOp::sum:
    case ReduceOp::max:
    case ReduceOp::bitor_:
      return is_bool ? ReduceOp::any : op;
    case ReduceOp::prod:
    case ReduceOp::min:
    case ReduceOp::bitand_:
      return is_bool ? ReduceOp::all : op;
    case ReduceOp::fmax:
      return is_bool ? ReduceOp::any : has_nan ? op : ReduceOp::max;
    case ReduceOp::fmin:
      return is_bool ? ReduceOp::all : has_nan ? op : ReduceOp::min;
    default:
      return op;
  }
}

// Whether Sum::Widening of ops/device/reduce.h computes the row.
constexpr bool widens(ReduceOp op, DType in, DType compute, bool masked) {
  bool narrow = kind(in) != 'f' && kind(in) != 'c' && itemsize(in) < 8;
  if (op == ReduceOp::mean)
    return narrow && compute == DType::kFloat64 && !masked;
  return op == ReduceOp::sum && narrow &&
         (compute == DType::kInt64 || compute == DType::kUint64);
}
inline constexpr char kWideningLetters[] = "?bBhHiI";

// The loops of a row, at compile time.
constexpr const char* reduce_loop_text(ReduceOp op) {
  constexpr const char* kTexts[] = {
#define TENORITE_REDUCTION(name, family, finish, computes, empty, makes, \
                           method, ufunc, loops, doc)                    \
  loops,
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
  };
  return kTexts[static_cast<int>(op)];
}

// A row of the reduction table: one loop is compute dtype -> result dtype.
struct ReduceInfo {
  const char* name;
  const char* ufunc;  // whose .reduce it is, or ""
  const char* loop_text;
  const char* doc;
  ReduceDType computes;
  EmptyReduction empty;
  ReduceResult makes;
};
TENORITE_EXPORT const ReduceInfo& info(ReduceOp op);
inline bool counts_positions(ReduceOp op) {
  return info(op).makes == ReduceResult::kPosition;
}
inline bool makes_truth(ReduceOp op) {
  return info(op).makes == ReduceResult::kTruth;
}
// The result dtype of a reduction computed in `compute`; invalid if none.
TENORITE_EXPORT DType result_dtype(ReduceOp op, DType compute);

}  // namespace tenorite
