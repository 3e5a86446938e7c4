// SPDX-License-Identifier: Apache-2.0
#include "ops/table/op_checks.h"

#include "ops/device/functors.h"
#include "ops/table/functor_loop.h"

namespace tenorite {

bool may_report(Op op) {
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

}  // namespace tenorite
