// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/check.h"
#include "core/storage.h"

namespace tenorite::cuda {

// Runs a library's call(scratch, bytes) with the memory that it asks for.
template <class Call>
void with_scratch(Device device, StreamId stream, Call&& call) {
  size_t bytes = 0;
  TENORITE_CUDA_TRY(call(nullptr, bytes));
  StoragePtr scratch = Storage::allocate(device, bytes, stream);
  TENORITE_CUDA_TRY(call(static_cast<void*>(scratch->data()), bytes));
}

}  // namespace tenorite::cuda
