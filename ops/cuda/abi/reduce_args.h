// SPDX-License-Identifier: Apache-2.0
// What the host tells the reduction kernels; plain data for both sides, which
// kernels that are made at run time include too.
#pragma once

#include "ops/device/reduce.h"

namespace tenorite::cuda {

inline constexpr int kReduceThreadsLog2 = 8;
inline constexpr int kReduceThreads = 1 << kReduceThreadsLog2;
inline constexpr int kWarpLog2 = 5;

// Division of indices below 2^31 (Granlund and Montgomery).
struct Divider {
  long by;
  unsigned multiplier, shift;
};

// Accumulators of a lane of rows of middle length.
inline constexpr int kMiddleStatesLog2 = 2;
inline constexpr int kMiddleStates = 1 << kMiddleStatesLog2;

// The first vector of a thread that has one of these accumulators; it takes
// every `1 << threads_log2`th vector of the row from there on. A lane takes
// every `lanes`th vector, and its accumulators take those in turn. The
// accumulators of a lane are folded in pairs, and then the lanes: threads are
// numbered so that folding neighbours does that. A row has 32, 64 or 128.
TENORITE_HD int first_middle_vector(int thread, int threads_log2) {
  const int lanes = 1 << (threads_log2 - kMiddleStatesLog2);
  const int warp = thread >> kWarpLog2;
  // Warps are folded with those that are furthest away first.
  const int eighth = lanes == 32 ? (warp & 1) << 1 | warp >> 1 : warp;
  return thread % kMiddleStates * lanes + eighth * 8 +
         (thread >> kMiddleStatesLog2 & 7);
}

struct ReduceAxis {
  Divider size;
  long in, mask, out;  // strides in bytes
};
// As many axes are parameters of the launch, which should be small.
inline constexpr int kNearAxes = 6;

// A block folds `slots` groups at a time with `lanes` threads each; a group is
// an output or, in column kernels, a vector of neighbouring outputs. Blocks (x,
// y) take the groups of tile x and one of `splits` equal parts of their units;
// the last block of a tile merges the parts. A unit is a vector of neighbouring
// elements in row kernels, else a reduced position.
struct ReduceArgs {
  const char* in;
  const char* mask;
  char* out;
  char* partials;  // if splits > 1: an accumulator per tile, split and output
  unsigned* arrivals;          // of a tile's blocks; zero before and after
  const ReduceAxis* far_axes;  // in place of `axis`, or null
  long outer_size, reduced_size;
  long groups;         // of all outputs
  long tiles, splits;  // of groups, of units
  long first_tile;     // of the launch
  long units, chunk;   // of an output, of a split
  int lanes_log2;      // rows: of their number
  int lanes, slots;    // some threads may be left over
  bool middle;         // rows: of middle length
  int block_rows;      // short rows: of a block
  int thread_vectors;  // columns: vectors of a thread
  int term_vector;     // few terms: elements of a load
  int outer_ndim, reduced_ndim;
  char in_letter;       // the dtype in memory ...
  char compute_letter;  // ... is converted to this one
  bool converts;        // they differ
  bool by_column;       // neighbouring threads take neighbouring outputs
  bool index32;         // positions fit 31 bits
  bool aligned;         // every vector lies at a multiple of its size
  bool dense;           // results lie side by side
  bool packed;          // short rows: so do the elements
  bool whole;           // columns: results leave as vectors, unshared
  // Contiguous runs (row kernels: of reduced elements; column kernels: of
  // outputs) and the vectors that each takes; the last one may be short.
  long run;
  Divider run_vectors;
  long reduced_in, reduced_mask;  // strides if there is one reduced axis
  reduction::Finishing finishing;
  ReduceAxis axis[kNearAxes];  // the kept axes, then the reduced ones
};

}  // namespace tenorite::cuda
