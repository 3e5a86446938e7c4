// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "ops/table/op.h"

namespace tenorite {

// Whether a loop of the operation may find something wrong in user data: in
// integers, as floating-point numbers have a result for everything.
TENORITE_EXPORT bool may_report(Op op, int loop);

}  // namespace tenorite
