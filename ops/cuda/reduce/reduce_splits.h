// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/storage.h"
#include "ops/cuda/abi/reduce_args.h"

namespace tenorite::cuda {

// Where the splits of a launch, if there are several, merge what they have.
// The holders live until it is launched on `stream`. The device is current.
void give_split_memory(ReduceArgs* args, int64_t partial_bytes, Device device,
                       StreamId stream, StoragePtr (&holders)[2]);

}  // namespace tenorite::cuda
