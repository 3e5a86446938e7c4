// SPDX-License-Identifier: Apache-2.0
// What kernels find wrong in user data: the record that core/cuda/check.h's
// error_word heads.
#pragma once

#include <cstdint>

#include "core/cuda/check.h"
#include "ops/table/op.h"

namespace tenorite::cuda {

// An index out of bounds. Launches are numbered, so that the report does not
// depend on which thread came first: the earliest launch, the first index
// array and its first such position win, as in NumPy.
struct IndexFault {
  int32_t launch;  // from 1; 0 where nothing was found
  int32_t array;
  int64_t position;
  int64_t index;
  int64_t bound;
  int32_t axis;
};

struct ErrorRecord {
  unsigned bits;  // of ops/device/errors.h
  int lock;
  IndexFault fault;
};
static_assert(sizeof(ErrorRecord) <= kErrorRecordBytes);

inline ErrorRecord* error_record(Device device) {
  return reinterpret_cast<ErrorRecord*>(error_word(device));
}

// The number of a launch that may report an IndexFault.
int32_t next_checked_launch();

// To be called after launches that may report anything: where there were none,
// raise_pending has nothing to read. With TENORITE_ERRORS=immediate it waits
// and raises at once.
void note_checked_launch(Device device, StreamId stream);
}  // namespace tenorite::cuda
