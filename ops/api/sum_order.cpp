// SPDX-License-Identifier: Apache-2.0
#include "ops/api/sum_order.h"

namespace tenorite::ops {

bool wants_blocks_of_products(Device device) {
  // OpenBLAS does. cuBLAS does as well, but blocks would leave most of the GPU
  // idle.
  return device.is_cpu();
}

}  // namespace tenorite::ops
