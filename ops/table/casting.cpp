// SPDX-License-Identifier: Apache-2.0
#include "ops/table/casting.h"

#include "core/error.h"
#include "core/ndarray.h"
#include "core/warning.h"

namespace tenorite::ops {

void check_cast(const ndarray& from, DType to, Casting casting) {
  TENORITE_CHECK(can_cast(from.dtype(), to, casting), TypeError,
                 "Cannot cast %s from dtype('%s') to dtype('%s') according to "
                 "the rule '%s'",
                 from.ndim() ? "array data" : "scalar", name(from.dtype()),
                 name(to), name(casting));
}

void warn_discarded() {
  warn("Casting complex values to real discards the imaginary part",
       Warning::kComplex);
}

}  // namespace tenorite::ops
