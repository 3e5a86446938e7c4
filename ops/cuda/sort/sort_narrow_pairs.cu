// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/sort/radix_sort.cuh"

namespace tenorite::cuda {

TENORITE_SORT_PAIRS(uint32_t, uint32_t);
TENORITE_SORT_PAIRS(uint64_t, uint32_t);

}  // namespace tenorite::cuda
