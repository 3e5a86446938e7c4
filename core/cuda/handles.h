// SPDX-License-Identifier: Apache-2.0
// Handles of CUDA that users have as numbers. The driver reads the memory that
// one points to, so that those that are none have to be told first.
#pragma once

#include <cstdint>

namespace tenorite::cuda {

enum class HandleKind {
  kContext,
  kModule,
  kFunction,
  kArray,
  kPool,
  kLink,  // these and what follows are known to be ours, or refused
  kGraph,
  kTexture,
  kSurface,
};

// `owner` takes the handle along when it goes: a function's module.
void note_handle(HandleKind kind, uint64_t handle, uint64_t owner = 0);
void forget_handle(HandleKind kind, uint64_t handle);
// As far as can be told: ours of that kind, or another library's, which is
// aligned memory and no handle that has gone or is of another kind.
bool may_be_handle(HandleKind kind, uint64_t handle);

}  // namespace tenorite::cuda
