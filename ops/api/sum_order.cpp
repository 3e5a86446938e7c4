// SPDX-License-Identifier: Apache-2.0
#include "ops/api/sum_order.h"

namespace tenorite::ops {

SumOrder sum_order(Device device) {
  // CUDA: the number of threads for a result depends on that of the results
  // (ops/cuda/reduce/reduce_geometry.h); products are made at once, since
  // blocks would leave most of the GPU idle, though cuBLAS chooses as well.
  if (device.is_cuda()) return {true, false};
  // CPU: pairwise, whatever is beside it; OpenBLAS chooses by the shape.
  return {false, true};
}

}  // namespace tenorite::ops
