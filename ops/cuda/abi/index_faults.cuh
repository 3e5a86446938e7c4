// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/abi/error_record.h"

namespace tenorite::cuda {

__device__ inline bool comes_before(const IndexFault& a,
                                    const volatile IndexFault& b) {
  if (b.launch == 0) return true;
  if (a.launch != b.launch) return a.launch < b.launch;
  if (a.array != b.array) return a.array < b.array;
  return a.position < b.position;
}

// Rarely called, so the lock costs nothing that matters. What is recorded only
// ever moves to the front, so a look without the lock is enough to give up.
__device__ __noinline__ static void report(ErrorRecord* record,
                                           const IndexFault& fault) {
  volatile IndexFault& seen = record->fault;
  if (!comes_before(fault, seen)) return;
  for (bool done = false; !done;) {
    if (atomicCAS(&record->lock, 0, 1) != 0) continue;
    __threadfence();
    if (comes_before(fault, seen)) {
      seen.launch = fault.launch;
      seen.array = fault.array;
      seen.position = fault.position;
      seen.index = fault.index;
      seen.bound = fault.bound;
      seen.axis = fault.axis;
    }
    __threadfence();
    atomicExch(&record->lock, 0);
    done = true;
  }
}

}  // namespace tenorite::cuda
