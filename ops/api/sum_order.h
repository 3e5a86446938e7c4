// SPDX-License-Identifier: Apache-2.0
// The order in which a device adds, for whoever computes parts of an array and
// wants the bits of all other ways to cut it.
#pragma once

#include <cstdint>

#include "core/device.h"

namespace tenorite::ops {

// Until the next call, reductions of this thread add in the order that their
// device has for `count` results; 0: for as many as they have. Returns the
// count before. The CPU device's order is the same for 8 results and more.
int64_t plan_results(int64_t count);

// Whether products are to be made of blocks of one shape, because a library
// chooses the order of their sums by the shape.
bool wants_blocks_of_products(Device device);

}  // namespace tenorite::ops
