// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/sort/radix_sort.cuh"

namespace tenorite::cuda {

TENORITE_SORT_KEYS(int);
TENORITE_SORT_KEYS(long);

}  // namespace tenorite::cuda
