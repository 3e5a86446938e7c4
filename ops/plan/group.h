// SPDX-License-Identifier: Apache-2.0
// A group of recorded operations that a device runs in one pass: a program
// over one iteration space, in which every value is assigned once. Pure data;
// what it computes has the bits of its operations run one by one.
#pragma once

#include <memory>
#include <vector>

#include "ops/plan/instruction.h"

namespace tenorite {

// Where a step's operand comes from.
struct GroupSource {
  enum class Kind : uint8_t { kNone, kArray, kScalar, kValue, kTable };
  Kind kind = Kind::kNone;
  uint8_t output = 0;  // kValue: which result of the step
  int16_t index = 0;   // into arrays, scalars, steps, or tables

  bool operator==(const GroupSource&) const = default;
};

struct GroupStep : OpCall {
  // kElementwise: in[] are converted to the loop's dtypes, results from the
  // loop's dtypes to `dtype`. kCopy: in[0], or a scalar, converted to dtype[0].
  // kReduce: in[0], over the whole shape, folded over the group's reduced
  // axes, as ReducePlan says; in[0] is converted to `compute`, the result from
  // the reduction's own dtype to dtype[0].
  // kGather: the item of a table, in[0], at the indices in[1 ..], converted to
  // int64; an index for each of its axes.
  // kScan: in[0], over the whole shape, along the group's reduced axis, which
  // is the last one. It is converted to the loop's dtype, and so is the result
  // to dtype[0].
  bool has_initial = false;
  Scalar initial;  // kReduce, of dtype `compute`
  // kReduce, kScan: byte strides of in[0] over the shape, as if it were in
  // memory. They fix the order in which elements are folded.
  Dims in_strides;
  // Results have one element per output of the reductions, not per element of
  // the shape. True for every kReduce; then no operand is over the whole shape
  // except in[0] and `where` of kReduce.
  bool kept = false;
  GroupSource in[kMaxInputs];
  // kNone or a bool operand. Elementwise and copies: where it is false the
  // result is `former`. kReduce: elements where it is false are skipped.
  GroupSource where;
  GroupSource former[kMaxOutputs];
  DType dtype[kMaxOutputs]{};
};

// Calls f(source) for all that a step reads.
template <class F>
void for_each_source(const GroupStep& step, F f) {
  auto some = [&](const GroupSource& source) {
    if (source.kind != GroupSource::Kind::kNone) f(source);
  };
  for (int k = 0; k < step.nin; ++k) some(step.in[k]);
  some(step.where);
  for (int k = 0; k < step.nout; ++k) some(step.former[k]);
}

// Views that the group reads or writes; no two of them are the same view, and
// one that is written overlaps no other.
struct GroupArray {
  // Broadcasts to the shape. Those of kept values have length one along the
  // reduced axes.
  ndarray view;
  bool read = false, written = false;
};

// The array is written once, after all steps; reads see what was there before.
struct GroupStore {
  int array;
  GroupSource value;
};

struct GroupPlan {
  Device device;
  StreamId stream = kDefaultStream;
  Dims shape;
  uint64_t reduced_axes = 0;  // bits, of all kReduce and kScan steps
  std::vector<GroupArray> arrays;
  std::vector<Scalar> scalars;  // already of the dtype that the step wants
  // Arrays in memory whose items are read by indices that the group has,
  // whatever its shape. It writes to none of them.
  std::vector<ndarray> tables;
  std::vector<GroupStep> steps;
  std::vector<GroupStore> stores;
  // Bytes that need not move because arrays are read where they are put
  // together from, or only a part is wanted: besides what steps save each
  // other.
  int64_t saved_bytes = 0;
  // What a device has found out about the plan, for when it comes again with
  // other memory and other values of scalars.
  mutable std::shared_ptr<void> device_cache;
};

// What a group may consist of.
inline constexpr int kMaxGroupArrays = 64;
inline constexpr int kMaxGroupSteps = 512;
enum class GroupLevel : uint8_t {
  kNone,
  kElementwise,  // no kReduce, no kScan
  // Elementwise steps over the shape, then kReduce steps, then kept ones.
  kReductions,
  // In any order, where rows_fit(): steps over the shape read kept values too,
  // and kScan may come among them. Of longer rows one kScan, and elementwise
  // steps over the shape.
  kRows,
};
// Whether a function of elements may be looked up in a table of 256.
constexpr bool is_byte(DType dtype) {
  return dtype == DType::kInt8 || dtype == DType::kUint8;
}

// How far the groups of a device go.
struct GroupLimits {
  GroupLevel level = GroupLevel::kNone;
  size_t arrays = kMaxGroupArrays;
  // Results of fewer bytes, which stay in a cache, are not computed again
  // (ops/record/recomputed.h).
  int64_t least_again = 256 << 10;
  // Results of as many bytes may take the place of arrays that nobody reads any
  // more (ops/record/inherited.h).
  int64_t least_inherited = 0;
  // Boxes of arrays of one or two bytes an element had better begin at
  // multiples of so many elements, or of a smaller power of two.
  int64_t box_alignment = 1;
  // Functions of one byte are looked up by elementwise groups and by folds,
  // whatever they take.
  bool looks_up_bytes = false;
};

// Whether the device can hold a row of a group at a time: the reduced axes are
// the last ones, and not too long.
inline constexpr int64_t kMaxGroupRow = 16384;
inline bool rows_fit(const Dims& shape, uint64_t reduced_axes) {
  int64_t row = 1;
  int axis = shape.size() - 1;
  for (; axis >= 0 && (reduced_axes >> axis & 1); --axis) row *= shape[axis];
  const uint64_t others = (uint64_t{1} << (axis + 1)) - 1;
  return (reduced_axes & others) == 0 && row > 0 && row <= kMaxGroupRow;
}

// How hard to try.
enum class GroupEffort : uint8_t {
  kReady,  // only with what is there; code that is missing is compiled apart
  kWait,   // waits for a compiler
};

}  // namespace tenorite
