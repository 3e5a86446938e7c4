// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenorite::cpu {

// Moves the elements that a mask of bools lets through, and touches no other.
struct MaskedMove {
  char* out;
  int64_t out_stride;
  const char* in;
  int64_t in_stride;
  const char* mask;
  int64_t mask_stride;
  int64_t n;
};
using MaskedMoveLoop = void (*)(const MaskedMove&);
MaskedMoveLoop masked_move_loop(size_t itemsize);

}  // namespace tenorite::cpu
