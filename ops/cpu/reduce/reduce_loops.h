// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/dtype.h"
#include "ops/device/reduce.h"
#include "ops/table/reduce_op.h"

namespace tenorite::cpu {

// The inner loops of one fold over one compute dtype. Elements are aligned and
// of the compute dtype; accumulators are contiguous.
struct FoldLoops {
  size_t acc_bytes;
  // Most rows that `columns` takes at once; as few as accuracy asks for.
  int column_rows;
  // What the floating-point flags of a fold are those of; see ReduceCheck.
  enum class Rule : uint8_t { kNone, kSum, kProduct, kSpread } rule;
  // Where a run is cut in two: at a multiple of this, so that sums of
  // contiguous floats have NumPy's bits.
  int split_step;
  // Masked elements must be left out; they have no neutral value.
  bool compacts;
  // acc[k] = fold of the n > 0 elements at x + k * row_bytes, k < m; the first
  // of them is at `position` along the reduced axes.
  void (*rows)(const char* x, int64_t n, int64_t row_bytes, int64_t m,
               int64_t position, char* acc);
  // acc[j] = fold over r < rows of the elements j of row[r], j < m.
  void (*columns)(const char* const* row, int rows, int64_t m, int64_t position,
                  char* acc);
  // a[k] = a[k] followed by b[k].
  void (*combine)(char* a, const char* b, int64_t m);
  void (*neutral)(char* acc, int64_t m);
  // Whether nothing that follows changes any of m accumulators; null if that
  // is never so.
  bool (*decided)(const char* acc, int64_t m);
  // Replaces the elements whose mask is false by neutral ones, or removes
  // them if `compacts`. Returns how many elements are left.
  int64_t (*apply_mask)(char* x, int64_t n, const char* mask,
                        int64_t mask_stride);
  // result[k] from acc[k], a fold of n[k * n_step] elements.
  void (*finish)(const char* acc, int64_t m, const int64_t* n, int64_t n_step,
                 const reduction::Finishing& finishing, char* result);
};

struct Reduction {
  const FoldLoops* loops = nullptr;
  reduction::Finish finish = reduction::Finish::kValue;
};
void register_reduction(ReduceOp op, DType compute, const Reduction& entry);
// The loops of Sum::Widening of ops/device/reduce.h.
void register_widening(DType in, const FoldLoops* loops);

}  // namespace tenorite::cpu
