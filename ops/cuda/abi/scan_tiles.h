// SPDX-License-Identifier: Apache-2.0
// How scans along rows are shared out: plain data for host and device, which
// kernels that are made at run time include too.
#pragma once

#include "ops/device/config.h"

namespace tenorite::cuda {

inline constexpr int kScanThreads = 256;
// What a thread has of a tile by rows, which input and output share if their
// items have the same size; else of the wider of two tiles. A block waits as
// long for few bytes as for many.
inline constexpr int kThreadBytes = 128;
// Elements of a thread that are scanned at a time.
constexpr int run_elements(bool is_complex) { return is_complex ? 4 : 8; }
// Bytes of a tile in shared memory: 16 more after every 128, against conflicts.
TENORITE_HD constexpr int padded(int bytes) {
  return bytes + (bytes >> 7 << 4);
}

// Tiles of `width` * `items` elements: so many threads share a row, and so many
// elements each of them has. Both are powers of two, and decide, with the
// length, how a row is scanned.
struct RowTiles {
  int width, items;
  long count;  // of a row
};
TENORITE_HD constexpr RowTiles row_tiles(long n, int in_size, int out_size) {
  const int most = kThreadBytes / (in_size > out_size ? in_size : out_size);
  RowTiles tiles{kScanThreads, most, 1};
  if (n <= long{kScanThreads} * most) {
    tiles.width = 1;
    while (long{tiles.width} * most < n) tiles.width *= 2;
    tiles.items = most < 8 ? most : 8;
    while (long{tiles.width} * tiles.items < n) tiles.items *= 2;
  }
  tiles.count = (n - 1) / (long{tiles.width} * tiles.items) + 1;
  return tiles;
}

// How the blocks of one launch tell each other their tiles' totals. A block
// waits for the totals of the tiles before its own and combines them as the
// digits of its tile's number say (a tree of 2^radix_log2 branches), so that no
// order of events shows in the result.
inline constexpr int kTreeLevels = 8;
struct TileTree {
  long tiles = 1;  // per lane
  int levels = 0;
  long level_tiles[kTreeLevels];
  long level_at[kTreeLevels];            // the first one in `posted`
  unsigned long long* ticket = nullptr;  // counts tiles taken
  char* posted = nullptr;                // totals, zero until they are there
};

// Branches that a warp, or a single thread, looks at together.
inline constexpr int kWarpRadixLog2 = 5;
inline constexpr int kThreadRadixLog2 = 3;

// A total in TileTree::posted takes twice an accumulator's bytes.
constexpr int posted_bytes(int accumulator) { return 2 * accumulator; }

// The levels of a tree for `lanes` times tree.tiles tiles; how many totals they
// have.
inline long grow(TileTree& tree, long lanes, int radix_log2) {
  long posted = 0;
  tree.levels = 0;
  for (long tiles = tree.tiles;; tiles = ((tiles - 1) >> radix_log2) + 1) {
    tree.level_tiles[tree.levels] = tiles;
    tree.level_at[tree.levels++] = posted;
    posted += tiles * lanes;
    if (tiles <= 1l << radix_log2) return posted;
  }
}

}  // namespace tenorite::cuda
