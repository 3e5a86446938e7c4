// SPDX-License-Identifier: Apache-2.0
// Parallel scans and segmented reductions for the associative operations.
// Results do not depend on timing: every partial result is combined in an
// order that only the shape decides.
#pragma once

#include <cuda_runtime_api.h>

#include "ops/fold_lanes.h"

namespace tenorite::cuda {

enum class ScanOp : uint8_t {
  kAdd,
  kMultiply,
  kMaximum,
  kMinimum,
  kFmax,
  kFmin,
  kAnd,
  kOr,
  kXor,
};

enum class ScanKind : uint8_t {
  kShortRows,  // some threads of a warp per lane
  kRows,       // blocks along the lane, split in chunks
  kColumns,    // a thread per lane and chunk, neighbours on adjacent lanes
};

struct ScanArgs {
  ScanOp op;
  ScanKind kind;
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
  int width;           // short rows: threads per lane, a power of two
  int reduce_threads;  // of a block that reduces one chunk of a row
  int64_t chunk;       // elements
  int64_t chunks;      // per lane; the number of segments when segmented
  const int64_t* begin;
  const int64_t* end;
  void* sums;  // one accumulator per lane and chunk, when chunks > 1
  alignas(16) char initial[16];  // an accumulator
};

// Accumulators: 64-bit integers, double, complex<double>.
inline constexpr int kScanThreads = 256;
inline constexpr int kScanItems = 8;
inline constexpr int64_t kScanTile = kScanThreads * kScanItems;
// What one block scans at once.
inline constexpr int64_t kMaxScanChunks = kScanTile;

void scan_signed(const ScanArgs& args, cudaStream_t stream);
void scan_unsigned(const ScanArgs& args, cudaStream_t stream);
void scan_real(const ScanArgs& args, cudaStream_t stream);
void scan_complex(const ScanArgs& args, cudaStream_t stream);

// Whether scan() does a fold: an associative op, accumulating or segmented.
bool can_scan(const FoldPlan& plan);
// Whether scan() can read this dtype where the loop computes in `loop`.
bool scan_loads(DType memory, DType loop);
// The output and any other input are of the loop's type, and all are aligned.
void scan(const FoldPlan& plan);

}  // namespace tenorite::cuda
