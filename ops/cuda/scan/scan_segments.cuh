// SPDX-License-Identifier: Apache-2.0
// Segmented reductions (reduceat) of the operations that are scanned.
#pragma once

#include "ops/cuda/scan/scan_values.cuh"

namespace tenorite::cuda {

// Adds elements begin, begin + step, ... below end to `running`.
template <class F, class Acc>
__device__ void run_over(const ScanArgs& args, const char* in, int64_t begin,
                         int64_t end, int64_t step, Running<F, Acc>& running) {
  const char* p = in + begin * args.in_stride;
  int64_t byte_step = step * args.in_stride;
  int64_t left = begin < end ? (end - begin - 1) / step + 1 : 0;
  for (; left > 0; left -= kScanItems, p += kScanItems * byte_step) {
    Acc x[kScanItems];
#pragma unroll
    for (int i = 0; i < kScanItems; ++i) x[i] = identity<F, Acc>();
    load_items(x, args.in_dtype, p, byte_step, left);
#pragma unroll
    for (int i = 0; i < kScanItems; ++i) running.add(x[i]);
  }
}

template <class F, class Acc>
__device__ void finish_segment(const ScanArgs& args, char* out, Acc total) {
  Acc result[1] = {combine<F>(initial_value<F, Acc>(args), total)};
  store_items(result, args.out_dtype, out, 0, 1);
}

// The block's total, in thread 0 only.
template <class F, class Acc>
__device__ Acc reduce_block(Acc x) {
  __shared__ Acc of_warp[kScanThreads / 32];
  for (int delta = 16; delta > 0; delta /= 2)
    x = combine<F>(x, shuffle_down(x, delta));
  if (blockDim.x == 32) return x;
  __syncthreads();  // a former call may still be reading
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x == 0)
    for (unsigned w = 1; w < blockDim.x / 32; ++w)
      x = combine<F>(x, of_warp[w]);
  return x;
}

// One block per lane and segment.
template <class F, class Acc>
__global__ void reduce_rows(const __grid_constant__ ScanArgs args) {
  int64_t tasks = args.lanes.size * args.segments;
  for (int64_t task = blockIdx.x; task < tasks; task += gridDim.x) {
    int64_t lane = task / args.segments, segment = task % args.segments;
    const char* in = args.in;
    char* out = args.out;
    add_lane_offsets(args.lanes, lane, in, out);
    Running<F, Acc> running;
    running.start(identity<F, Acc>());
    run_over<F, Acc>(args, in, args.begin[segment] + threadIdx.x,
                     args.end[segment], blockDim.x, running);
    Acc total = reduce_block<F>(running.value());
    if (threadIdx.x == 0)
      finish_segment<F>(args, out + segment * args.out_stride, total);
  }
}

// One thread per lane and segment.
template <class F, class Acc>
__global__ void reduce_columns(const __grid_constant__ ScanArgs args) {
  int64_t tasks = args.lanes.size * args.segments;
  int64_t first = blockIdx.x * int64_t{kScanThreads} + threadIdx.x;
  for (int64_t task = first; task < tasks;
       task += gridDim.x * int64_t{kScanThreads}) {
    int64_t segment = task / args.lanes.size, lane = task % args.lanes.size;
    const char* in = args.in;
    char* out = args.out;
    add_lane_offsets(args.lanes, lane, in, out);
    Running<F, Acc> running;
    running.start(identity<F, Acc>());
    run_over<F, Acc>(args, in, args.begin[segment], args.end[segment], 1,
                     running);
    finish_segment<F>(args, out + segment * args.out_stride, running.value());
  }
}

}  // namespace tenorite::cuda
