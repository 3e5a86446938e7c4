// SPDX-License-Identifier: Apache-2.0
// Parallel scans and segmented reductions for the associative operations.
// Results do not depend on timing: every partial result is combined in an
// order that only the shape decides.
#pragma once

#include <cuda_runtime_api.h>

#include "ops/cuda/abi/scan_op.h"
#include "ops/cuda/scan/tile_tree.h"
#include "ops/plan/fold_lanes.h"

namespace tenorite::cuda {

// Blocks of scan_ahead on a multiprocessor, and the shared memory that they
// take at most.
inline constexpr int kAheadBlocks = 2;
inline constexpr int kMostAheadBytes = 110 << 10;
// Elements of a segment that a thread takes at a time.
inline constexpr int kScanItems = 8;
// Elements per thread by columns.
constexpr int column_items(bool is_complex) { return is_complex ? 8 : 16; }

// Either a segmented reduction (reduceat) or a scan, which is one pass over the
// tiles of all lanes.
struct ScanArgs {
  ScanOp op;
  bool columns;    // neighbouring threads take neighbouring lanes
  bool segmented;  // reduce [begin[s], end[s]) instead of scanning
  bool has_initial;
  DType in_dtype;
  DType out_dtype;
  const char* in;
  char* out;
  int64_t n;
  int64_t in_stride;
  int64_t out_stride;
  FoldLanes lanes;
  alignas(16) char initial[16];  // an accumulator

  // Scans. A thread's elements follow each other along the lane. By rows,
  // `width` threads share a lane, and tiles go through shared memory. By
  // columns, a block takes `width` lanes.
  int width;  // a power of two
  int items;  // per thread, a power of two
  TileTree tree;
  int64_t blocks;
  // How tiles are copied by rows: elements in pieces of `word` bytes, or words
  // of several elements where those are dense.
  struct Words {
    int bytes;
    int per_item_log2;  // when smaller than an element
    int64_t stride;     // of elements, or of words
  };
  Words in_words, out_words;
  int out_tile_at;  // in shared memory
  int tile_bytes;
  unsigned ahead_blocks;  // of scan_ahead; 0 for other lanes than its

  // Segmented reductions.
  int64_t segments;
  int reduce_threads;  // of a block that reduces one segment of a row
  const int64_t* begin;
  const int64_t* end;
};

// Accumulators: 64-bit integers, double, complex<double>.

void scan_signed(const ScanArgs& args, cudaStream_t stream);
void scan_unsigned(const ScanArgs& args, cudaStream_t stream);
void scan_real(const ScanArgs& args, cudaStream_t stream);
void scan_complex(const ScanArgs& args, cudaStream_t stream);

// Whether scan() does a fold: an associative op, accumulating or segmented.
bool can_scan(const FoldPlan& plan);
// The output and any other input are of the loop's type, and all are aligned.
void scan(const FoldPlan& plan);

}  // namespace tenorite::cuda
