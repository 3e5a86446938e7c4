// SPDX-License-Identifier: Apache-2.0
// What generated kernels print for a loop of the op table: the name of its
// functor, never its maths.
#pragma once

#include <string>

#include "core/device.h"
#include "ops/table/op.h"

namespace tenorite::jit {

struct LoopText {
  const char* functor;  // in tenorite::op
  std::string header;   // the file of ops/device that has it
  bool checked;         // it takes a trailing `unsigned& error`
  // The CPU device's loop may call a function of vectors instead of the
  // functor, whose last bits differ: FAMILY::NAME, which is in
  // ops/device/vector_FAMILY.h. Empty if it does not.
  std::string vector_symbol;
  DType vector_type{};
};
LoopText loop_text(Op op, int loop, DeviceType type);

}  // namespace tenorite::jit
