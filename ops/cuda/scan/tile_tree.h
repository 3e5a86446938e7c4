// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/storage.h"
#include "core/stream.h"

namespace tenorite::cuda {

// How the blocks of one launch tell each other their tiles' totals. A block
// waits for the totals of the tiles before its own and combines them as the
// digits of its tile's number say (a tree of 2^radix_log2 branches), so that no
// order of events shows in the result.
inline constexpr int kTreeLevels = 8;
struct TileTree {
  int64_t tiles = 1;  // per lane
  int levels = 0;
  int64_t level_tiles[kTreeLevels];
  int64_t level_at[kTreeLevels];         // the first one in `posted`
  unsigned long long* ticket = nullptr;  // counts tiles taken
  char* posted = nullptr;                // totals, zero until they are there
};

// Branches that a warp, or a single thread, looks at together.
inline constexpr int kWarpRadixLog2 = 5;
inline constexpr int kThreadRadixLog2 = 3;

// A total in TileTree::posted takes twice an accumulator's bytes.
constexpr int posted_bytes(int accumulator) { return 2 * accumulator; }

// Makes a tree for `lanes` times tree.tiles tiles; its memory is returned.
StoragePtr plant(TileTree& tree, int64_t lanes, int radix_log2,
                 int accumulator_bytes, Device device, StreamId stream);

}  // namespace tenorite::cuda
