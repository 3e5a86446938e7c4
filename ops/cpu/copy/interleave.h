// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenorite::cpu {

// Copies between lines of unit stride and rows of as many elements, one row
// after the other: element i of line k is element k of row i. Any alignment.
struct InterleaveLoops {
  void (*pack)(char* rows, char* const* lines, int64_t n);
  void (*unpack)(const char* rows, char* const* lines, int64_t n);
};

inline constexpr int kMaxInterleaved = 4;

// In vectors; null where there is none.
const InterleaveLoops* interleave_loops(size_t itemsize, int64_t columns);

}  // namespace tenorite::cpu
