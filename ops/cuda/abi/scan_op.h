// SPDX-License-Identifier: Apache-2.0
// Which operations are scanned by the kernels of ops/cuda/scan, and as what.
#pragma once

#include <optional>

#include "core/dtype.h"
#include "ops/table/op.h"

namespace tenorite::cuda {

enum class ScanOp : uint8_t {
  kAdd,
  kMultiply,
  kMaximum,
  kMinimum,
  kFmax,
  kFmin,
  kAnd,
  kOr,
  kXor,
};

// Of a loop's dtype; none for operations that are not associative.
inline std::optional<ScanOp> scan_op(Op op, DType type) {
  bool flag = type == DType::kBool;
  switch (op) {
    case Op::add:
      return flag ? ScanOp::kOr : ScanOp::kAdd;
    case Op::multiply:
      return flag ? ScanOp::kAnd : ScanOp::kMultiply;
    case Op::maximum:
      return ScanOp::kMaximum;
    case Op::minimum:
      return ScanOp::kMinimum;
    case Op::fmax:
      return ScanOp::kFmax;
    case Op::fmin:
      return ScanOp::kFmin;
    case Op::bitwise_and:
    case Op::logical_and:
      return ScanOp::kAnd;
    case Op::bitwise_or:
    case Op::logical_or:
      return ScanOp::kOr;
    case Op::bitwise_xor:
    case Op::logical_xor:
      return ScanOp::kXor;
    default:
      return {};
  }
}

// Whether such a scan can read this dtype where the loop computes in `loop`.
inline bool scan_loads(DType memory, DType loop) {
  if (memory == loop) return true;
  const auto is_integer = [](DType dtype) {
    return kind(dtype) == 'i' || kind(dtype) == 'u';
  };
  const bool both_integers =
      (is_integer(memory) || memory == DType::kBool) && is_integer(loop);
  return (both_integers || kind(memory) == kind(loop)) &&
         can_cast(memory, loop, Casting::kSafe);
}

}  // namespace tenorite::cuda
