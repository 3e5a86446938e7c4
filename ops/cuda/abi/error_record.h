// SPDX-License-Identifier: Apache-2.0
// What kernels find wrong in user data; also for kernels made at run time.
#pragma once

namespace tenorite::cuda {

// An index out of bounds. Launches are numbered, so that the report does not
// depend on which thread came first: the earliest launch, the first index
// array and its first such position win, as in NumPy.
struct IndexFault {
  int launch;  // from 1; 0 where nothing was found
  int array;
  long long position;
  long long index;
  long long bound;
  int axis;
};

struct ErrorRecord {
  unsigned bits;  // of ops/device/errors.h
  int lock;
  IndexFault fault;
};

}  // namespace tenorite::cuda
