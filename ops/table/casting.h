// SPDX-License-Identifier: Apache-2.0
// What is checked before items of one dtype become those of another.
#pragma once

#include "core/dtype.h"

namespace tenorite {
class ndarray;
}

namespace tenorite::ops {

// A TypeError in NumPy's words unless a rule lets the items of `from` become
// those of dtype `to`.
void check_cast(const ndarray& from, DType to, Casting casting);

// Gives NumPy's ComplexWarning.
void warn_discarded();

// To be called where items of one dtype are about to become those of another.
inline void check_discarded(DType from, DType to) {
  if (from >= DType::kComplex64 && to < DType::kComplex64 && to != DType::kBool)
      [[unlikely]]
    warn_discarded();
}

}  // namespace tenorite::ops
