// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_fold.h"

#include <cstring>

#include "jit/codegen/kernel_text.h"
#include "ops/table/reduce_op.h"

namespace tenorite::jit {
namespace {

struct Row {
  const char* family;
  reduction::Finish finish;
};
constexpr Row kRows[] = {
#define TENORITE_REDUCTION(name, family, finish, ...) \
  {#family, reduction::Finish::finish},
#include "ops/table/reduce_table.def"
#undef TENORITE_REDUCTION
};

const Row& row_of(const GroupStep& fold) {
  return kRows[static_cast<int>(fold_row(fold.reduce, fold.compute))];
}

}  // namespace

std::string fold_functor(const GroupStep& fold, DType in) {
  const std::string scope = "tenorite::reduction::";
  const bool masked = fold.where.kind != GroupSource::Kind::kNone;
  if (widens(fold.reduce, in, fold.compute, masked))
    return scope + "Sum::Widening<" + device_type(in) + ">";
  return scope + row_of(fold).family + "::Fold<" + device_type(fold.compute) +
         ", true>";
}

DType fold_result(const GroupStep& fold) {
  return result_dtype(fold.reduce, fold.compute);
}

reduction::Finishing finishing_of(const GroupStep& fold) {
  reduction::Finishing finishing{};
  finishing.finish = row_of(fold).finish;
  finishing.has_initial = fold.has_initial;
  finishing.correction = fold.correction;
  std::memcpy(finishing.initial, fold.initial.bytes, sizeof(finishing.initial));
  return finishing;
}

}  // namespace tenorite::jit
