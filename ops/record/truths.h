// SPDX-License-Identifier: Apache-2.0
// Bools in memory. Kernels take their bytes for 0 or 1; memory that others
// write may hold any byte, of which NumPy takes all but 0 for true.
#pragma once

#include "core/ndarray.h"

namespace tenorite {

// Whether bytes other than 0 and 1 may be there: in memory whose address is
// known to others, or that is or was viewed as another dtype.
inline bool may_hold_other_bytes(const ndarray& a) {
  return a.dtype() == DType::kBool && a.storage()->exposed();
}

// `a` itself, or a copy with bytes 0 and 1 where others may be.
ndarray with_truths(const ndarray& a);
// Bytes 0 and 1 in place of others, at once.
void make_truths(const ndarray& a);
// out = whether the bytes of `a`, which broadcasts to it, are not 0; at once.
void write_truths(const ndarray& out, const ndarray& a);

}  // namespace tenorite
