// SPDX-License-Identifier: Apache-2.0
#include "ops/table/reduce_op.h"

#include <cstring>

#include "ops/table/op.h"
#include "ops/table/ufunc_reduction.h"

namespace tenorite {
namespace {

constexpr ReduceInfo kRows[] = {
#define TENORITE_REDUCTION(name, family, finish, computes, empty, makes, \
                           method, ufunc, loops, doc)                    \
  {#name,                                                                \
   ufunc,                                                                \
   loops,                                                                \
   doc,                                                                  \
   ReduceDType::computes,                                                \
   EmptyReduction::empty,                                                \
   ReduceResult::makes},
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
};

// The result dtype for each row and compute dtype, from the loop texts.
struct ResultTable {
  DType result[kNumReduceOps][kNumDTypes];
};
constexpr ResultTable kResults = [] {
  ResultTable table{};
  for (int op = 0; op < kNumReduceOps; ++op) {
    for (DType& d : table.result[op]) d = static_cast<DType>(kNumDTypes);
    const char* text = kRows[op].loop_text;
    for (int i = count_loops(text) - 1; i >= 0; --i) {
      LoopLetters letters = loop_letters(text, i, 2);
      DType compute = dtype_of_letter(letters.operand[0]);
      if (is_valid(compute))
        table.result[op][static_cast<int>(compute)] =
            dtype_of_letter(letters.operand[1]);
    }
  }
  return table;
}();

}  // namespace

const ReduceInfo& info(ReduceOp op) { return kRows[static_cast<int>(op)]; }

std::optional<ReduceOp> reduction_of(Op op) {
  for (int i = 0; i < kNumReduceOps; ++i)
    if (std::strcmp(kRows[i].ufunc, info(op).name) == 0)
      return static_cast<ReduceOp>(i);
  return {};
}

DType result_dtype(ReduceOp op, DType compute) {
  return kResults.result[static_cast<int>(op)][static_cast<int>(compute)];
}

}  // namespace tenorite
