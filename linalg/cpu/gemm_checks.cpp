// SPDX-License-Identifier: Apache-2.0
#include "linalg/cpu/gemm_checks.h"

#include <vector>

#include "ops/cpu/elementwise/float_classes.h"

namespace tenorite::linalg::cpu {
namespace {

using tenorite::cpu::class_of;

// What is in each of the `lines` rows or columns of an operand.
std::vector<unsigned> classes_of_lines(DType dtype, const char* data,
                                       int64_t lines, int64_t line_step,
                                       int64_t k, int64_t step) {
  const auto item = static_cast<int64_t>(itemsize(dtype));
  std::vector<unsigned> classes(static_cast<size_t>(lines));
  for (int64_t i = 0; i < lines; ++i) {
    const char* at = data + i * line_step * item;
    if (!tenorite::cpu::has_nonfinite(dtype, at, step * item, k)) continue;
    for (int64_t p = 0; p < k; ++p)
      classes[static_cast<size_t>(i)] |= class_of(dtype, at + p * step * item);
  }
  return classes;
}

}  // namespace

bool has_nonfinite_products(const GemmPlan& plan, const char* c) {
  const auto item = static_cast<int64_t>(itemsize(plan.dtype));
  const bool dense = plan.ldc == plan.n;
  const int64_t rows = dense ? 1 : plan.m;
  for (int64_t i = 0; i < rows; ++i)
    if (tenorite::cpu::has_nonfinite(plan.dtype, c + i * plan.ldc * item, item,
                                     dense ? plan.m * plan.n : plan.n))
      return true;
  return false;
}

FloatErrors errors_of_products(const GemmPlan& plan, const char* a,
                               const char* b, const char* c) {
  using tenorite::cpu::kInfinite;
  using tenorite::cpu::kNan;
  const bool plain_a = plan.a.transpose == Transpose::kNo;
  const bool plain_b = plan.b.transpose == Transpose::kNo;
  const std::vector<unsigned> rows =
      classes_of_lines(plan.dtype, a, plan.m, plain_a ? plan.a.ld : 1, plan.k,
                       plain_a ? 1 : plan.a.ld);
  const std::vector<unsigned> columns =
      classes_of_lines(plan.dtype, b, plan.n, plain_b ? 1 : plan.b.ld, plan.k,
                       plain_b ? plan.b.ld : 1);
  const auto item = static_cast<int64_t>(itemsize(plan.dtype));
  FloatErrors found = 0;
  for (int64_t i = 0; i < plan.m; ++i)
    for (int64_t j = 0; j < plan.n; ++j) {
      const unsigned is = class_of(plan.dtype, c + (i * plan.ldc + j) * item);
      const unsigned from =
          rows[static_cast<size_t>(i)] | columns[static_cast<size_t>(j)];
      if (!(is & (kNan | kInfinite)) || from & kNan) continue;
      if (is & kNan) found |= kInvalid;
      if (!(from & kInfinite)) found |= kOverflow;
    }
  return found;
}

}  // namespace tenorite::linalg::cpu
