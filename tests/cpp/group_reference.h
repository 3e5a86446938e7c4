// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/plan/group.h"

namespace tenorite::testing {

// Runs the steps of a group through execute(), each of them over whole arrays:
// what a device's one pass must give, bit for bit.
void run_one_by_one(const GroupPlan& plan);

}  // namespace tenorite::testing
