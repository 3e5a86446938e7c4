// SPDX-License-Identifier: Apache-2.0
// The kernels of the rows of ops/table/reduce_table.def.
#pragma once

#include "core/dims.h"
#include "core/dtype.h"
#include "ops/device/reduce.h"
#include "ops/table/reduce_op.h"

namespace tenorite::cuda {

// The kernels of one fold over one dtype, each taking a ReduceArgs by value.
// Those are null for which classify() gives folds no such class.
struct ReduceKernels {
  const void* rows;         // reduced elements are contiguous
  const void* runs;         // many runs of them are
  const void* short_rows;   // one run, of no more than kShortRowBytes
  const void* middle_rows;  // one run, of no more than kMiddleRowBytes
  const void* columns;      // runs of outputs are contiguous
  const void* any;          // any layout, conversion and mask
  const void* few_terms;    // one run, of no more than kFewTerms elements
  const void* few_columns;  // one axis, kMostColumns neighbouring outputs
  int acc_bytes;
  int row_blocks, column_blocks;    // of a multiprocessor at a time
  int row_vector, row_loads;        // elements per load, loads in flight
  int column_vector, column_loads;  // likewise
  int any_loads;
  bool converts;  // `any` can load other dtypes
};

struct Reduction {
  ReduceKernels kernels{};
  reduction::Finish finish = reduction::Finish::kValue;
};
void register_reduction(ReduceOp op, DType compute, const Reduction& entry);
// The kernels of Sum::Widening of ops/device/reduce.h.
void register_widening(DType in, const ReduceKernels& kernels);

// How a row folds elements of a dtype: `value` is the dtype that it folds, to
// which elements of other dtypes are converted. TypeError where there is no
// such row.
struct Folding {
  const ReduceKernels* kernels;
  reduction::Finish finish;
  DType value;
};
Folding folding_of(ReduceOp op, DType in, DType compute, bool masked);

}  // namespace tenorite::cuda
