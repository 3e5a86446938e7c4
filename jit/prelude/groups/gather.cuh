// SPDX-License-Identifier: Apache-2.0
// Items of arrays by indices that a kernel of a group has computed.
#pragma once

#include "ops/cuda/abi/index_faults.cuh"
#include "ops/device/index.h"

namespace tenorite::kernel {

// The item at an index for each axis. kRaise reports an index out of bounds to
// `error`, an ErrorRecord, under the number of the launch, and reads the
// nearest item; other modes use neither.
template <class T, IndexMode kMode, int N>
__device__ __forceinline__ T gather(const Table<N>& table, unsigned* error,
                                    int launch, const long long (&index)[N]) {
  const char* at = table.data;
#pragma unroll
  for (int axis = 0; axis < N; ++axis) {
    bool outside = false;
    const long long position =
        position_of(kMode, index[axis], table.bounds[axis], outside);
    // Elements of groups have no number: the least index of an axis is named.
    if (outside)
      cuda::report(
          reinterpret_cast<cuda::ErrorRecord*>(error),
          {launch, axis, index[axis], index[axis], table.bounds[axis], axis});
    at += position * table.strides[axis];
  }
  return *reinterpret_cast<const T*>(at);
}

}  // namespace tenorite::kernel

using tenorite::IndexMode;
using tenorite::kernel::gather;
