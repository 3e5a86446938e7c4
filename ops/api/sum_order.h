// SPDX-License-Identifier: Apache-2.0
// What the order of a device's sums depends on, for whoever computes parts of
// an array and wants the bits of all other ways to cut it.
#pragma once

#include "core/device.h"

namespace tenorite::ops {

struct SumOrder {
  // That of a reduction depends on how many items the result has.
  bool depends_on_results;
  // Products are to be made of blocks of one shape, whose order a library
  // chooses by the shape.
  bool wants_blocks;
};
SumOrder sum_order(Device device);

}  // namespace tenorite::ops
