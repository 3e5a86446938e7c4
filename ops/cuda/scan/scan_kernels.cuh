// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/check.h"
#include "ops/cuda/scan/scan_columns.cuh"
#include "ops/cuda/scan/scan_rows.cuh"
#include "ops/cuda/scan/scan_segments.cuh"

namespace tenorite::cuda {
namespace {

inline unsigned grid_of(int64_t blocks) {
  constexpr int64_t kMost = 1 << 30;
  return static_cast<unsigned>(blocks < kMost ? blocks : kMost);
}

template <class F, class Acc>
void launch_scan(const ScanArgs& args, cudaStream_t stream) {
  if (args.segmented) {
    int64_t tasks = args.lanes.size * args.segments;
    if (args.columns)
      reduce_columns<F, Acc><<<grid_of((tasks - 1) / kScanThreads + 1),
                               kScanThreads, 0, stream>>>(args);
    else
      reduce_rows<F, Acc>
          <<<grid_of(tasks), args.reduce_threads, 0, stream>>>(args);
  } else {
    auto blocks = static_cast<unsigned>(args.blocks);
    if (args.columns)
      scan_columns<F, Acc><<<blocks, kScanThreads, 0, stream>>>(args);
    else
      scan_rows<F, Acc>
          <<<blocks, kScanThreads, args.tile_bytes, stream>>>(args);
  }
  TENORITE_CUDA_LAUNCHED("scan");
}

}  // namespace
}  // namespace tenorite::cuda
