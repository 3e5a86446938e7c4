// SPDX-License-Identifier: Apache-2.0
#include "ops/table/op_checks.h"

#include "ops/device/functors.h"
#include "ops/table/functor_loop.h"

namespace tenorite {
namespace {

bool has_checks(Op op) {
  switch (op) {
#define TENORITE_UFUNC(name, ...) \
  case Op::name:                  \
    return detail::Checked<detail::op_row<Op::name>::Functor>;
#include "ops/table/op_table.def"
#undef TENORITE_UFUNC
    default:
      return false;
  }
}

}  // namespace

bool may_report(Op op, int loop) {
  if (!has_checks(op)) return false;
  const char k = kind(info(op).loops[static_cast<size_t>(loop)].out[0]);
  return k == 'i' || k == 'u';
}

}  // namespace tenorite
