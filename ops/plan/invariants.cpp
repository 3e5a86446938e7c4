// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/invariants.h"

#include <algorithm>

namespace tenorite {
namespace {

using Kind = Instruction::Kind;

// The shape of a reduction's result.
Dims kept_shape(const Dims& shape, uint64_t reduced_axes) {
  Dims kept;
  for (int i = 0; i < shape.size(); ++i)
    if (!(reduced_axes >> i & 1)) kept.push_back(shape[i]);
  return kept;
}

// Calls f(array) for all operands that are arrays.
template <class F>
void for_each_array(const Instruction& instruction, F f) {
  for (int k = 0; k < instruction.nout; ++k) f(*instruction.out[k]);
  for (int k = 0; k < instruction.nin; ++k)
    if (const ndarray* array = instruction.in[k].array) f(*array);
  if (instruction.where) f(*instruction.where);
}

}  // namespace

bool broadcasts_to(const ndarray& array, const Dims& shape) {
  const int shift = shape.size() - array.ndim();
  if (shift < 0 || array.strides().size() != array.ndim()) return false;
  for (int i = 0; i < array.ndim(); ++i)
    if (array.shape(i) != 1 && array.shape(i) != shape[i + shift]) return false;
  return true;
}

int64_t elements_of(const int64_t* shape, int ndim) {
  int64_t size = 1;
  for (int i = 0; i < ndim; ++i) size *= shape[i];
  return size;
}

bool has_its_operands(const Instruction& instruction) {
  for (int k = 0; k < instruction.nout; ++k)
    if (!instruction.out[k] || !instruction.out[k]->defined()) return false;
  switch (instruction.kind) {
    case Kind::kElementwise: {
      const OpInfo& row = info(instruction.op);
      return instruction.nin == row.nin && instruction.nout == row.nout &&
             instruction.loop >= 0 &&
             static_cast<size_t>(instruction.loop) < row.loops.size();
    }
    case Kind::kCopy:
      return instruction.nin == 1 && instruction.nout == 1;
    case Kind::kGather:
      return instruction.nout == 1 && instruction.in[0].array &&
             instruction.nin == instruction.in[0].array->ndim() + 1;
    case Kind::kProduct:
      return instruction.nin == 2 && instruction.nout == 1 &&
             instruction.in[0].array && instruction.in[1].array;
    case Kind::kReduce:
    case Kind::kScan:
      return instruction.nin == 1 && instruction.nout == 1 &&
             instruction.in[0].array;
  }
  return false;
}

bool is_of_matrices(const Instruction& instruction) {
  const Dims& a = instruction.in[0].array->shape();
  const Dims& b = instruction.in[1].array->shape();
  const Dims& c = instruction.out[0]->shape();
  const int n = c.size();
  return n >= 2 && a.size() == n && b.size() == n && a[n - 2] == c[n - 2] &&
         a[n - 1] == b[n - 2] && b[n - 1] == c[n - 1];
}

bool has_matching_shapes(const Instruction& instruction) {
  if (instruction.kind == Kind::kProduct) return is_of_matrices(instruction);
  const bool reduces = instruction.kind == Kind::kReduce;
  const Dims& shape =
      reduces ? instruction.in[0].array->shape() : instruction.out[0]->shape();
  bool fits = true;
  for (int k = 0; k < instruction.nin; ++k)
    if (const ndarray* array = instruction.in[k].array)
      fits = fits && (instruction.is_table(k) || broadcasts_to(*array, shape));
  if (instruction.where)
    fits = fits && broadcasts_to(*instruction.where, shape);
  if (reduces)
    return fits && instruction.out[0]->shape() ==
                       kept_shape(shape, instruction.reduced_axes);
  for (int k = 1; k < instruction.nout; ++k)
    fits = fits && instruction.out[k]->shape() == shape;
  return fits;
}

bool has_matching_dtypes(const Instruction& instruction) {
  if (instruction.where && instruction.where->dtype() != DType::kBool)
    return false;
  if (instruction.kind == Kind::kReduce)
    return !instruction.initial ||
           instruction.initial->dtype == instruction.compute;
  if (instruction.kind == Kind::kGather) {
    for (int k = 1; k < instruction.nin; ++k)
      if (!instruction.in[k].array ||
          (instruction.in[k].array->dtype() != DType::kInt64 &&
           instruction.in[k].array->dtype() != DType::kInt32))
        return false;
    return instruction.in[0].array->dtype() == instruction.out[0]->dtype();
  }
  if (instruction.kind == Kind::kProduct)
    return instruction.in[0].array->dtype() == instruction.out[0]->dtype() &&
           instruction.in[1].array->dtype() == instruction.out[0]->dtype();
  for (int k = 0; k < instruction.nin; ++k) {
    if (instruction.in[k].array) continue;
    const DType wanted =
        instruction.kind == Kind::kCopy
            ? instruction.out[0]->dtype()
            : info(instruction.op).loops[instruction.loop].in[k];
    if (instruction.in[k].scalar.dtype != wanted) return false;
  }
  return true;
}

bool is_on_one_device(const Instruction& instruction) {
  const Device device = instruction.out[0]->device();
  bool same = true;
  for_each_array(instruction, [&](const ndarray& array) {
    same = same && array.device() == device;
  });
  return same;
}

bool has_its_sources(const GroupPlan& plan) {
  const int steps = static_cast<int>(plan.steps.size());
  // For what stands before the step of that number.
  auto is_there = [&](const GroupSource& source, int before) {
    switch (source.kind) {
      case GroupSource::Kind::kNone:
        return true;
      case GroupSource::Kind::kArray:
        return source.index >= 0 &&
               static_cast<size_t>(source.index) < plan.arrays.size();
      case GroupSource::Kind::kScalar:
        return source.index >= 0 &&
               static_cast<size_t>(source.index) < plan.scalars.size();
      case GroupSource::Kind::kTable:
        return source.index >= 0 &&
               static_cast<size_t>(source.index) < plan.tables.size();
      case GroupSource::Kind::kValue:
        return source.index >= 0 && source.index < before &&
               source.output <
                   plan.steps[static_cast<size_t>(source.index)].nout;
    }
    return false;
  };
  bool all = true;
  for (int i = 0; i < steps; ++i)
    for_each_source(
        plan.steps[static_cast<size_t>(i)],
        [&](const GroupSource& source) { all = all && is_there(source, i); });
  for (const GroupStore& store : plan.stores)
    all = all && store.value.kind != GroupSource::Kind::kNone &&
          is_there(store.value, steps);
  return all;
}

bool has_matching_arrays(const GroupPlan& plan) {
  return std::all_of(
      plan.arrays.begin(), plan.arrays.end(), [&](const GroupArray& array) {
        if (!broadcasts_to(array.view, plan.shape)) return false;
        for (int i = 0; array.written && i < array.view.ndim(); ++i)
          if (array.view.shape(i) > 1 && array.view.stride(i) == 0)
            return false;
        return true;
      });
}

bool has_matching_stores(const GroupPlan& plan) {
  for (const GroupStore& store : plan.stores)
    if (store.array < 0 ||
        static_cast<size_t>(store.array) >= plan.arrays.size())
      return false;
  for (size_t a = 0; a < plan.arrays.size(); ++a) {
    const auto stores = std::count_if(
        plan.stores.begin(), plan.stores.end(), [&](const GroupStore& store) {
          return static_cast<size_t>(store.array) == a;
        });
    if (stores != (plan.arrays[a].written ? 1 : 0)) return false;
  }
  return true;
}

}  // namespace tenorite
