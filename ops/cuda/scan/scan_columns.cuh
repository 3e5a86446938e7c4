// SPDX-License-Identifier: Apache-2.0
// Scans along lanes whose neighbours are closer than their own elements.
#pragma once

#include "ops/cuda/scan/scan_values.cuh"
#include "ops/cuda/scan/tile_tree.cuh"

namespace tenorite::cuda {

// Of each of the `width` lanes, kept by every width-th thread: the combination
// of the threads before this one. `total` is that of all of them.
template <class F, class Acc>
__device__ Acc scan_across(Acc x, int width, Acc& total) {
  constexpr int kWarps = kScanThreads / 32;
  __shared__ Acc of_warp[kWarps][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int delta = width; delta < 32; delta *= 2) {
    Acc before = shuffle_up(x, delta, 32);
    if (lane >= delta) x = combine<F>(before, x);
  }
  Acc exclusive = shuffle_up(x, width, 32);
  if (lane < width) exclusive = identity<F, Acc>();
  int column = lane & (width - 1);
  if (lane >= 32 - width) of_warp[warp][column] = x;
  __syncthreads();
  Acc prefix = identity<F, Acc>();
  total = identity<F, Acc>();
  for (int w = 0; w < kWarps; ++w) {
    if (w == warp) prefix = total;
    total = combine<F>(total, of_warp[w][column]);
  }
  return combine<F>(prefix, exclusive);
}

// A block takes `width` lanes, and of each the elements of one tile.
template <class F, class Acc>
__global__ void __launch_bounds__(kScanThreads, 4)
    scan_columns(const __grid_constant__ ScanArgs args) {
  constexpr int kItems = column_items(is_complex<Acc>);
  constexpr int kRun = kItems / 2;
  __shared__ Acc of_level[kTreeLevels][32];
  const int width = args.width, column = threadIdx.x & (width - 1);
  const int64_t groups = (args.lanes.size - 1) / width + 1;
  int64_t ticket = args.tree.tiles > 1 ? take_ticket(args.tree) : blockIdx.x;
  int64_t tile = ticket / groups;
  int64_t lane = ticket % groups * width + column;
  int64_t first =
      (tile * (kScanThreads / width) + threadIdx.x / width) * kItems;
  // Threads without a lane go along, for the shuffles.
  int64_t valid = 0;
  const char* in = args.in;
  char* out = args.out;
  if (lane < args.lanes.size && first < args.n) {
    add_lane_offsets(args.lanes, lane, in, out);
    in += first * args.in_stride;
    out += first * args.out_stride;
    valid = args.n - first;
  }
  Acc x[kItems];
#pragma unroll
  for (int i = 0; i < kItems; ++i) x[i] = identity<F, Acc>();
  load_items(x, args.in_dtype, in, args.in_stride, valid);
#pragma unroll
  for (int i = 0; i < kItems; ++i)
    if (i % kRun > 0) x[i] = combine<F>(x[i - 1], x[i]);
  Acc total;
  Acc before =
      scan_across<F>(combine<F>(x[kRun - 1], x[kItems - 1]), width, total);

  Running<F, Acc> earlier;
  earlier.start(initial_value<F, Acc>(args));
  if (args.tree.tiles > 1) {
    bool exists = lane < args.lanes.size;
    if (threadIdx.x < width && exists)
      post(posted_at<Acc>(args.tree, 0, tile * args.lanes.size + lane), total);
    __syncwarp();
    int level = threadIdx.x / 32;
    if (level < args.tree.levels && threadIdx.x % 32 < width && exists)
      of_level[level][column] = before_by_thread<F, Acc>(
          args.tree, args.lanes.size, lane, tile, level);
    __syncthreads();
    for (int k = args.tree.levels - 1; k >= 0; --k)
      earlier.add(of_level[k][column]);
  }
  before = combine<F>(earlier.value(), before);

  Acc middle = combine<F>(before, x[kRun - 1]);
#pragma unroll
  for (int i = 0; i < kItems; ++i)
    x[i] = combine<F>(i < kRun ? before : middle, x[i]);
  store_items(x, args.out_dtype, out, args.out_stride, valid);
}

}  // namespace tenorite::cuda
