// SPDX-License-Identifier: Apache-2.0
#include "ops/reduce_op.h"

#include "ops/op.h"

namespace tenorite {
namespace {

constexpr ReduceInfo kRows[] = {
#define TENORITE_REDUCTION(name, family, finish, ufunc, loops, doc) \
  {#name, ufunc, loops, doc},
#include "ops/reduce_table.def"
#undef TENORITE_REDUCTION
};

}  // namespace

const ReduceInfo& info(ReduceOp op) { return kRows[static_cast<int>(op)]; }

DType result_dtype(ReduceOp op, DType compute) {
  const char* text = info(op).loop_text;
  for (int i = 0, n = count_loops(text); i < n; ++i) {
    LoopLetters letters = loop_letters(text, i, 2);
    if (letters.operand[0] == letter(compute))
      return dtype_of_letter(letters.operand[1]);
  }
  return static_cast<DType>(kNumDTypes);
}

}  // namespace tenorite
