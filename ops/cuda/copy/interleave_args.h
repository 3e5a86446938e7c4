// SPDX-License-Identifier: Apache-2.0
// Between the kernels of interleave.cuh and their launches.
#pragma once

#include <cstdint>

#include "ops/cuda/abi/fast_divisor.h"

namespace tenorite::cuda {

inline constexpr int kInterleaveThreads = 256;
// Vectors that a thread loads before it uses any.
inline constexpr int kInterleaveUnroll = 2;
// Bytes of a block's stretch of all lines, about.
inline constexpr int kInterleaveBytes = 16 << 10;
// Rows of bytes that a thread turns in registers, and the most bytes of a row.
inline constexpr int kInterleavedByteRows = 16;
inline constexpr int kMaxInterleavedBytes = 4;
inline constexpr int kMaxLines = 64;
// Narrow sources of one launch.
inline constexpr int kMaxParts = 16;

// Rows of `width` elements, each `pitch` elements after the former one: columns
// from `column` on of a tile.
struct InterleaveRows {
  char* data;
  int64_t batch;  // bytes from matrix to matrix
  FastDivisor pitch;
  FastDivisor width;
  int column;
};

// All addresses are multiples of the element's size.
struct InterleaveArgs {
  int64_t n;            // rows, or elements of a line
  int stretch;          // rows of a block, of a multiple of 32 bytes of a line
  FastDivisor blocks;   // of a matrix
  FastDivisor vectors;  // that a block loads or stores of a line
  InterleaveRows rows;
  int lines;
  int parts;
  int64_t line_batch;  // bytes from matrix to matrix
  char* line[kMaxLines];
  unsigned char column[kMaxLines];  // of each line
  InterleaveRows part[kMaxParts];
};

}  // namespace tenorite::cuda
