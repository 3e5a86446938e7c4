// SPDX-License-Identifier: Apache-2.0
// Fully planned launches: what the host-side planning hands to a device. No
// function here touches a device; axes are ordered, merged and classified.
#pragma once

#include <vector>

#include "core/ndarray.h"
#include "core/stream.h"
#include "ops/device/index.h"
#include "ops/table/op.h"
#include "ops/table/reduce_op.h"

namespace tenorite {

// Outputs, inputs and a where-mask.
inline constexpr int kMaxOperands = kMaxOutputs + kMaxInputs + 1;

struct PlannedOperand {
  char* data = nullptr;  // null for a scalar
  DType dtype;           // of the memory, or of the scalar
  DType loop_dtype;      // converted to this when loaded, from it when stored
  bool scalar = false;   // `value` instead of memory; already of loop_dtype
  Scalar value;
  int64_t strides[kMaxDims];  // in bytes, one per planned axis
};

enum class Layout : uint8_t {
  kContiguous,  // one axis (or none); every array operand has unit stride
  kInner,       // every array operand has unit or zero stride on the last axis
  kGeneric,
};

// An elementwise operation: operand[0 .. nout) are outputs, then the inputs,
// then the mask (bool) if masked. Axes are outermost first; no axis of length
// one, none that could be merged with its neighbour; ndim 0 means one element.
// Outputs never partially overlap an input or each other: element-wise
// in-place (identical views) is the only aliasing that remains.
struct ElementwisePlan {
  Op op;
  int loop;  // index into info(op).loops
  int nin, nout;
  bool masked;
  bool converts;  // some operand's dtype differs from its loop_dtype
  bool index32;   // every byte offset and the size fit 31 bits
  Layout layout;
  int ndim;
  int64_t size;
  int64_t shape[kMaxDims];
  PlannedOperand operand[kMaxOperands];
  Device device;
  StreamId stream;

  const PlannedOperand& out(int i) const { return operand[i]; }
  const PlannedOperand& in(int i) const { return operand[nout + i]; }
  const PlannedOperand& mask() const { return operand[nout + nin]; }
};

// Arrays side by side, as parts of rows: element c of row i of a source is at
// data + i * row_stride + c * column_stride. In bytes; whole elements, which
// are moved as they are.
struct JoinSource {
  char* data;
  int64_t width;
  int64_t row_stride, column_stride;
};
struct JoinPlan {
  size_t itemsize;
  char* out;
  int64_t stride;  // from row to row of `out`, whose columns are contiguous
  int64_t rows;
  int64_t width;  // of all sources
  std::vector<JoinSource> sources;
  Device device;
  StreamId stream;
};

// Sums of at most so many columns that lie side by side are added in the order
// in which each of these columns is added alone: see OpCall::by_column.
inline constexpr int64_t kMostColumns = 7;

// A reduction over some axes. Kept axes index the outputs; reduced axes are
// folded. Both lists are outermost first, merged, and without unit axes. For
// reductions whose result is an index, the reduced axes keep their C order and
// the index counts in it; for all others they are sorted by stride.
// reduced_size may be 0 (then initial or the identity is the result) and
// outer_size may be 0 (nothing to do).
struct ReducePlan {
  ReduceOp op;
  DType in_dtype;       // of the memory
  DType compute_dtype;  // converted to when loaded; selects the loop
  DType out_dtype;      // of the memory at `out`
  const char* in;
  char* out;
  const char* mask = nullptr;  // bool; elements where it is false are skipped
  bool has_initial = false;
  Scalar initial;                // of compute_dtype, folded in once per output
  double correction = 0;         // var, std: the divisor is n - correction
  uint32_t planned_results = 0;  // see OpCall
  bool by_column = false;        // see OpCall
  int outer_ndim;
  int64_t outer_size;
  int64_t outer_shape[kMaxDims];
  int64_t outer_in_strides[kMaxDims];
  int64_t outer_out_strides[kMaxDims];
  int64_t outer_mask_strides[kMaxDims];
  int reduced_ndim;
  int64_t reduced_size;
  int64_t reduced_shape[kMaxDims];
  int64_t reduced_in_strides[kMaxDims];
  int64_t reduced_mask_strides[kMaxDims];
  bool index32;
  Device device;
  StreamId stream;
};

// Left fold of a binary ufunc along one axis of `n` elements, for each lane of
// the other axes, in index order: x0, op(x0, x1), op(op(x0, x1), x2), ...
// accumulate: every partial result is stored (ufunc.accumulate, cumsum, ...);
// otherwise only the last (ufunc.reduce of ops without a reduction row).
// Segments (ufunc.reduceat): fold [begin[s], end[s]) for each s; the arrays
// are on the device, `out` then steps by out_stride per segment.
// in == out with equal strides is allowed when accumulating.
struct FoldPlan {
  Op op;
  int loop;  // T,T->T (compute dtype) or T,T->? for comparisons
  DType in_dtype;
  DType out_dtype;
  const char* in;
  char* out;
  bool accumulate;
  bool has_initial = false;
  Scalar initial;
  int64_t n;
  int64_t in_stride;
  int64_t out_stride;
  int lane_ndim;
  int64_t lanes;
  int64_t lane_shape[kMaxDims];
  int64_t lane_in_strides[kMaxDims];
  int64_t lane_out_strides[kMaxDims];
  int64_t segments = 0;
  const int64_t* begin = nullptr;
  const int64_t* end = nullptr;
  Device device;
  StreamId stream;
};

// Integer-array indexing. The index arrays are int64 (on CUDA devices int32 is
// read too, where `narrow` says so), broadcast to one index shape of
// `index_size` elements; element b of the index shape selects the inner block
// at base + sum_k index[k][b] * base_stride[k], where an index below 0 counts
// from the end and one outside [-bound, bound) is an error. `inner` axes are
// the trailing run copied for each index. get: other[b, j] = base[..]; put:
// base[..] = other[b, j], where the last b wins when several select the same
// element.
struct IndexPlan {
  size_t itemsize;  // raw bytes are moved; 1, 2, 4, 8 or 16
  char* base;
  int arrays;
  const char* index[kMaxDims];  // device pointers
  bool narrow[kMaxDims];
  int64_t index_strides[kMaxDims][kMaxDims];  // [k][axis] in bytes
  int64_t bound[kMaxDims];
  int64_t base_stride[kMaxDims];
  int axis[kMaxDims];  // of the indexed array, for the error text
  IndexMode mode = IndexMode::kRaise;
  int index_ndim;
  int64_t index_size;
  int64_t index_shape[kMaxDims];
  int inner_ndim;
  int64_t inner_size;
  int64_t inner_shape[kMaxDims];
  int64_t inner_base_strides[kMaxDims];
  char* other;
  int64_t other_index_strides[kMaxDims];
  int64_t other_inner_strides[kMaxDims];
  Device device;
  StreamId stream;
};

// Selection by n contiguous flags. count_true fills in `count`, and `ranks`
// for the operations that follow: per stretch of the mask, how many flags are
// set before it.
struct MaskPlan {
  const bool* mask;
  int64_t n;
  Device device;
  StreamId stream;
  int64_t count = 0;
  StoragePtr ranks;
};

// ufunc.at: for i in 0..n: target[offset[i]] = op(target[offset[i]], value_i)
// in index order (unbuffered). Offsets are on the device, in range.
struct AtPlan {
  Op op;
  int loop;
  char* target;
  DType target_dtype;
  const int64_t* offset;  // times `scale` (1 on GPUs) in bytes
  int64_t scale;
  int64_t lowest, step, places;  // lowest + k * step, where 0 <= k < places
  int64_t n;
  bool direct;  // the target has one axis, and nothing is converted
  bool unary;
  PlannedOperand value;  // array of n elements (strides[0]) or a scalar
  Device device;
  StreamId stream;
};

}  // namespace tenorite
