// SPDX-License-Identifier: Apache-2.0
#include "ops/truths.h"

#include "ops/log.h"
#include "ops/ops.h"
#include "ops/submit.h"

namespace tenorite {

void write_truths(const ndarray& out, const ndarray& a) {
  if (out.size() == 0) return;
  static const int loop = [] {
    const Promotable bytes[2] = {{DType::kUint8, Weak::kNone},
                                 {DType::kUint8, Weak::kNone}};
    return ops::resolve_loop(Op::not_equal, bytes, {});
  }();
  const ndarray bytes = a.view_as(DType::kUint8, 0, a.shape(), a.strides());
  Instruction instruction;
  instruction.op = Op::not_equal;
  instruction.loop = loop;
  instruction.nin = 2;
  instruction.nout = 1;
  instruction.out[0] = &out;
  instruction.in[0].array = &bytes;
  instruction.in[1].scalar.dtype = DType::kUint8;  // 0
  execute(instruction);
}

void make_truths(const ndarray& a) { write_truths(a, a); }

ndarray with_truths(const ndarray& a) {
  if (!may_hold_other_bytes(a)) return a;
  ndarray result = ops::empty_like(a, DType::kBool, ops::Order::kK);
  write_truths(result, a);
  return result;
}

}  // namespace tenorite
