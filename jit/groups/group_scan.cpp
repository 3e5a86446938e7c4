// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_scan.h"

#include <optional>

#include "jit/codegen/kernel_text.h"
#include "jit/groups/group_row_arrays.h"
#include "ops/cuda/abi/scan_op.h"
#include "ops/table/op.h"

namespace tenorite::jit {
namespace {

using cuda::ScanOp;

const LoopTypes& loop_of(const OpCall& scan) {
  return info(scan.op).loops[static_cast<size_t>(scan.loop)];
}

// An operation of ops/device; those of integers know no NaN.
const char* functor_of(ScanOp op, DType type) {
  const bool is_integer = kind(type) != 'f' && kind(type) != 'c';
  switch (op) {
    case ScanOp::kAdd:
      return "Add";
    case ScanOp::kMultiply:
      return "Multiply";
    case ScanOp::kMaximum:
      return "Maximum";
    case ScanOp::kMinimum:
      return "Minimum";
    case ScanOp::kFmax:
      return is_integer ? "Maximum" : "Fmax";
    case ScanOp::kFmin:
      return is_integer ? "Minimum" : "Fmin";
    case ScanOp::kAnd:
      return "BitwiseAnd";
    case ScanOp::kOr:
      return "BitwiseOr";
    case ScanOp::kXor:
      return "BitwiseXor";
  }
  return "";
}

// Of ops/cuda/scan: what has a sign is told from what has none by its dtype.
const char* accumulator_of(DType type) {
  switch (kind(type)) {
    case 'c':
      return "complex<double>";
    case 'f':
      return "double";
    case 'i':
      return "long";
    default:
      return "unsigned long";
  }
}

bool is_dense(const ndarray& a) {
  int64_t last = static_cast<int64_t>(a.itemsize());
  if (!a.is_aligned() || a.stride(a.ndim() - 1) != last) return false;
  for (int axis = a.ndim() - 1; axis >= 0; --axis) {
    if (a.shape(axis) == 1) continue;
    if (a.stride(axis) < last) return false;
    last = a.stride(axis) * a.shape(axis);
  }
  return true;
}

bool can_scan(const OpCall& scan, DType in, DType out) {
  const LoopTypes& types = loop_of(scan);
  return types.in[0] == types.out[0] && out == types.out[0] &&
         cuda::scan_op(scan.op, types.in[0]) &&
         cuda::scan_loads(in, types.in[0]);
}

}  // namespace

bool records_scan(const Instruction& scan) {
  const ndarray& in = *scan.in[0].array;
  const ndarray& out = *scan.out[0];
  const int last = in.ndim() - 1;
  return scan.reduced_axes == uint64_t{1} << last && in.shape(last) > 1 &&
         can_scan(scan, in.dtype(), out.dtype()) && is_dense(in) &&
         is_dense(out);
}

DType dtype_of(const GroupPlan& plan, const GroupSource& source) {
  const auto index = static_cast<size_t>(source.index);
  return source.kind == GroupSource::Kind::kArray
             ? plan.arrays[index].view.dtype()
             : plan.steps[index].dtype[source.output];
}

bool scans_run(const GroupPlan& plan, const GroupStep& scan) {
  const DType in = dtype_of(plan, scan.in[0]);
  return can_scan(scan, in, scan.dtype[0]) &&
         scan.in_strides.size() == plan.shape.size() &&
         is_run(scan.in_strides.data(), plan.shape, plan.reduced_axes,
                static_cast<int64_t>(itemsize(in)));
}

std::string scan_type(const GroupStep& scan, DType in) {
  const DType type = loop_of(scan).in[0];
  return std::string("RowScan<op::") +
         functor_of(*cuda::scan_op(scan.op, type), type) + ", " +
         accumulator_of(type) + ", " + device_type(in) + ", " +
         device_type(scan.dtype[0]) + ">";
}

int accumulator_bytes(const GroupStep& scan) {
  return kind(loop_of(scan).in[0]) == 'c' ? 16 : 8;
}

}  // namespace tenorite::jit
