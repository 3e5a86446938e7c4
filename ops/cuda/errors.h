// SPDX-License-Identifier: Apache-2.0
// What kernels find wrong in user data: the record that core/cuda/check.h's
// error_word heads.
#pragma once

#include <cstdint>

#include "core/cuda/check.h"
#include "ops/cuda/abi/error_record.h"
#include "ops/table/op.h"

namespace tenorite::cuda {

static_assert(sizeof(ErrorRecord) <= kErrorRecordBytes);

inline ErrorRecord* error_record(Device device) {
  return reinterpret_cast<ErrorRecord*>(error_word(device));
}

// TENORITE_ERRORS=immediate.
bool raises_at_once();

// The number of a launch that may report an IndexFault.
int32_t next_checked_launch();

// To be called after launches that may report anything: where there were none,
// raise_pending has nothing to read. With TENORITE_ERRORS=immediate it waits
// and raises at once.
void note_checked_launch(Device device, StreamId stream);
}  // namespace tenorite::cuda
