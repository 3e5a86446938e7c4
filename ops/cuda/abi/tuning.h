// SPDX-License-Identifier: Apache-2.0
// Launch parameters of elementwise kernels and reductions.
#pragma once

namespace tenorite::cuda {

inline constexpr int kThreads = 256;
inline constexpr int kWarp = 32;

// Contiguous kernels: what one thread has in flight. `itemsize` is that of the
// widest operand, `narrowest` that of the narrowest result.
struct ContiguousTuning {
  int vector;  // consecutive elements, loaded and stored at once
  int unroll;  // vectors per thread
};
constexpr ContiguousTuning contiguous_tuning(int itemsize, int narrowest,
                                             int inputs, bool heavy) {
  int vector = 16 / itemsize;
  // A bool result of a wide comparison would otherwise be stored bytewise.
  while (vector * narrowest < 4 && vector * itemsize < 32) vector *= 2;
  // Copying 16 bytes per operand twice keeps an H200's memory busy; a long
  // functor is not worth a second copy of its code.
  int unroll = heavy || vector > 8 ? 1 : inputs == 1 ? 4 : 2;
  while (unroll > 1 && unroll * vector > 16) unroll /= 2;
  return {vector, unroll};
}

// Strided kernels: a thread has `unroll` vectors of consecutive elements of
// rows; a block that takes tiles takes tile_x x tile_y elements.
struct StridedTuning {
  int vector;
  int unroll;
  int tile_x, tile_y;
};
constexpr StridedTuning strided_tuning(int itemsize, int inputs) {
  int vector = 16 / itemsize;
  int elements = itemsize == 1   ? 32
                 : itemsize == 2 ? 16
                 : itemsize == 4 ? (inputs == 1 ? 16 : 8)
                                 : 4;
  vector = vector < elements ? vector : elements;
  // Tiles are as square as powers of two can be, and longer along y.
  int tile_x = 1;
  while (tile_x * tile_x * 4 <= kThreads * elements) tile_x *= 2;
  return {vector, elements / vector, tile_x, kThreads * elements / tile_x};
}

// Converting kernels: elements of a thread, which are loaded one by one.
constexpr int converting_elements(int itemsize, bool heavy) {
  return heavy || itemsize == 16 ? 4 : 8;
}

// Rows shorter than so many vectors are not worth aligning.
inline constexpr int kAlignedVectors = 4;

// Shorter axes leave too much of a tile empty.
inline constexpr int kShortestTiledAxis = 16;
// An operand whose neighbours lie further apart is loaded by tiles.
inline constexpr int kTiledStrideBytes = 32;

// Reductions: bytes of a load, and tiles per multiprocessor that keep it busy
// to the end; splits make no more.
inline constexpr int kVectorBytes = 16;
inline constexpr int kReduceTiles = 16;
// Rows of no more bytes are short: a block brings `kShortRowLoads` vectors per
// thread into shared memory before it folds them. As few vectors of a row are
// worth a lane, and so many blocks per multiprocessor are wanted.
inline constexpr int kShortRowBytes = 2048;
inline constexpr int kShortRowLoads = 4;
inline constexpr int kShortRowTiles = 4;
// Rows that are longer, but no longer than so, are of middle length: each of
// their accumulators takes so many vectors.
inline constexpr int kMiddleRowBytes = 16384;
inline constexpr int kMiddleRowLoads = 8;
// So many of them keep all multiprocessors busy although a thread has all of a
// lane's accumulators.
inline constexpr long kManyMiddleRows = 1 << 14;
// Rows of few terms, and sums of few columns: bytes of a thread's loads, if
// there are as many.
inline constexpr int kFewTermBytes = 128;
inline constexpr int kFewColumnBytes = 64;
// Rows of a thread, of eight elements at most.
constexpr long few_term_rows(long itemsize) {
  return kFewTermBytes / (8 * itemsize);
}
// Column kernels: vectors that a thread takes where positions are few.
inline constexpr int kColumnVectors = 2;
// Rounds of loads per lane that make up for combining the lanes.
inline constexpr int kRowRounds = 8;
// The least bytes of a block of a split; as many as take the time of starting
// one, and of merging one of its results, which a block does for all splits of
// a tile; and the part of a block by which the last ones end apart.
inline constexpr int kSplitBytes = 16 << 10;
inline constexpr int kSplitOverhead = 4 << 10;
inline constexpr int kMergedBytes = 8;
inline constexpr int kSplitUneven = 8;

// Counts by bin: threads of a block, blocks per multiprocessor, and the most
// bins that have counters in shared memory.
inline constexpr int kBinThreads = 512;
inline constexpr int kBinBlocks = 2;
inline constexpr int kCountedBins = 12000;

// Random numbers by rejection: elements that a thread tries, and blocks per
// multiprocessor that share a line.
inline constexpr int kBoundedRounds = 8;
inline constexpr int kBoundedBlocks = 8;

// Selections by rank, in place of sorts: of rows of no fewer items, and of no
// fewer for each of at most so many ranks. A bitonic sort of 512 items takes as
// long; each rank has a histogram of 8 KiB.
inline constexpr int kShortestSelected = 513;
inline constexpr int kSelectedPerRank = 256;
inline constexpr int kMaxRanks = 8;
// Blocks share lines that are longer where there are few of them: one for each
// multiprocessor, less the part of a line that is as short as this. So many
// blocks of each multiprocessor share them.
inline constexpr int kSharedLine = 1 << 15;
inline constexpr int kSelectBlocks = 4;
// Bytes of shared memory for the keys of a block; more would lower occupancy.
inline constexpr int kSelectBytes = 64 << 10;

}  // namespace tenorite::cuda
