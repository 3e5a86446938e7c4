// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "ops/table/op.h"

namespace tenorite {

// Whether kernels of the operation may find something wrong in user data.
TENORITE_EXPORT bool may_report(Op op);

}  // namespace tenorite
