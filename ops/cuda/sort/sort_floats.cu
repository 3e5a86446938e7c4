// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/sort/radix_sort.cuh"

namespace tenorite::cuda {

TENORITE_SORT_KEYS(float);
TENORITE_SORT_KEYS(double);

}  // namespace tenorite::cuda
