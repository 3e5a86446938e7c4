// SPDX-License-Identifier: Apache-2.0
// What the host tells the reduction kernels; plain data for both sides.
#pragma once

#include "core/dims.h"
#include "core/dtype.h"
#include "ops/device/reduce.h"
#include "ops/reduce_op.h"

namespace tenorite::cuda {

inline constexpr int kFoldThreadsLog2 = 8;
inline constexpr int kFoldThreads = 1 << kFoldThreadsLog2;

struct FoldAxis {
  long shape;
  long in, mask, out;  // strides in bytes
  // Division by the shape of indices below 2^31 (Granlund and Montgomery).
  unsigned multiplier, shift;
};

// A block of threads folds `kFoldThreads >> lanes_log2` outputs at a time
// (column kernels: as many vectors of outputs) with `1 << lanes_log2` threads
// each. Blocks take tiles in turn: a group of outputs and one of `splits`
// equal parts of the reduced positions.
struct FoldArgs {
  const char* in;
  const char* mask;
  char* out;
  char* partials;  // an accumulator per output and split, if splits > 1
  long outer_size, reduced_size;
  long tiles, splits, chunk;  // chunk: positions of a split
  int lanes_log2;
  int outer_ndim, reduced_ndim;
  char in_letter;       // the dtype in memory ...
  char compute_letter;  // ... is converted to this one
  bool converts;        // they differ
  bool by_column;       // neighbouring threads take neighbouring outputs
  bool index32;         // positions fit 31 bits
  long reduced_in, reduced_mask;  // strides if there is one reduced axis
  reduction::Finishing finishing;
  FoldAxis axis[kMaxDims];  // the kept axes, then the reduced ones
};
static_assert(sizeof(FoldArgs) <= 4096);

// The kernels of one fold over one dtype, each taking a FoldArgs by value.
struct FoldKernels {
  const void* rows;     // reduced positions are contiguous
  const void* columns;  // groups of column_vector outputs are contiguous
  const void* any;      // any layout, conversion and mask
  const void* merge;    // the partials of the splits
  int acc_bytes;
  int row_vector, row_unroll;  // elements per load, loads per round
  int column_vector;
  int any_unroll;
  bool converts;  // `any` can load other dtypes
};

struct Reduction {
  FoldKernels kernels{};
  reduction::Finish finish = reduction::Finish::kValue;
};
void register_reduction(ReduceOp op, DType compute, const Reduction& entry);
// The kernels of Sum::Widening of ops/device/reduce.h.
void register_widening(DType in, const FoldKernels& kernels);

}  // namespace tenorite::cuda
