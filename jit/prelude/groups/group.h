// SPDX-License-Identifier: Apache-2.0
// What the texts of groups of recorded operations begin with.
#pragma once

#include "ops/device/apply.h"
#include "ops/device/scalar_divisor.h"

namespace tenorite::kernel {

// Of functors that may find an error, whose bits go to a word in memory.
template <class F, class Out, class... In>
__device__ __forceinline__ Out apply_reporting(unsigned* word, In... in) {
  unsigned error = 0;
  const Out x = apply_checked<F, Out>(error, in...);
  if (error) atomicOr(word, error);
  return x;
}

}  // namespace tenorite::kernel

namespace tenorite::op {}
namespace op = tenorite::op;
using tenorite::apply;
using tenorite::apply_pair;
using tenorite::cast;
using tenorite::complex;
using tenorite::half;
using tenorite::Pair;
using tenorite::kernel::apply_reporting;
