// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/dtype.h"

namespace tenorite {

// Every reduction, in the order of ops/reduce_table.def.
enum class ReduceOp : uint16_t {
#define TENORITE_REDUCTION(name, family, finish, ufunc, loops, doc) name,
#include "ops/reduce_table.def"
#undef TENORITE_REDUCTION
  kCount
};
inline constexpr int kNumReduceOps = static_cast<int>(ReduceOp::kCount);

// The loops of a row, at compile time.
constexpr const char* reduce_loop_text(ReduceOp op) {
  constexpr const char* kTexts[] = {
#define TENORITE_REDUCTION(name, family, finish, ufunc, loops, doc) loops,
#include "ops/reduce_table.def"
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
};
const ReduceInfo& info(ReduceOp op);
// The result dtype of a reduction computed in `compute`; invalid if none.
DType result_dtype(ReduceOp op, DType compute);

}  // namespace tenorite
