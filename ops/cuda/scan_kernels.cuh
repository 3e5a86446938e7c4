// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/check.h"
#include "ops/cuda/scan.h"
#include "ops/cuda/scan_values.cuh"

namespace tenorite::cuda {
namespace {

__device__ inline void add_lane_offsets(const FoldLanes& lanes, int64_t lane,
                                        const char*& in, char*& out) {
  for (int d = lanes.ndim - 1; d >= 0; --d) {
    int64_t i = d == 0 ? lane : lane % lanes.shape[d];
    if (d > 0) lane /= lanes.shape[d];
    in += i * lanes.in_strides[d];
    out += i * lanes.out_strides[d];
  }
}

struct ScanRange {
  int64_t begin, end;
};
__device__ inline ScanRange range_of(const ScanArgs& args, int64_t chunk) {
  if (args.segmented) return {args.begin[chunk], args.end[chunk]};
  int64_t begin = chunk * args.chunk;
  return {begin, min(begin + args.chunk, args.n)};
}

template <class F, class Acc>
__device__ Acc initial_value(const ScanArgs& args) {
  return args.has_initial ? *reinterpret_cast<const Acc*>(args.initial)
                          : identity<F, Acc>();
}

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

// The combination of the threads before this one; `total` that of all.
template <class F, class Acc>
__device__ Acc scan_block(Acc x, Acc& total) {
  __shared__ Acc of_warp[kScanThreads / 32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Acc inclusive = x;
  for (int delta = 1; delta < 32; delta *= 2) {
    Acc before = shuffle_up(inclusive, delta, 32);
    if (lane >= delta) inclusive = combine<F>(before, inclusive);
  }
  __syncthreads();  // a former call may still be reading
  if (lane == 31) of_warp[warp] = inclusive;
  __syncthreads();
  Acc prefix = identity<F, Acc>();
  total = identity<F, Acc>();
  for (int w = 0; w < kScanThreads / 32; ++w) {
    if (w == warp) prefix = total;
    total = combine<F>(total, of_warp[w]);
  }
  Acc exclusive = shuffle_up(inclusive, 1, 32);
  return lane == 0 ? prefix : combine<F>(prefix, exclusive);
}

// One block per lane and chunk (or segment): their totals.
template <class F, class Acc>
__global__ void reduce_rows(const __grid_constant__ ScanArgs args) {
  int64_t tasks = args.lanes.size * args.chunks;
  for (int64_t task = blockIdx.x; task < tasks; task += gridDim.x) {
    int64_t lane = task / args.chunks, chunk = task % args.chunks;
    const char* in = args.in;
    char* out = args.out;
    add_lane_offsets(args.lanes, lane, in, out);
    ScanRange range = range_of(args, chunk);
    Running<F, Acc> running;
    running.start(identity<F, Acc>());
    run_over<F, Acc>(args, in, range.begin + threadIdx.x, range.end, blockDim.x,
                     running);
    Acc total = reduce_block<F>(running.value());
    if (threadIdx.x != 0) continue;
    if (args.segmented)
      finish_segment<F>(args, out + chunk * args.out_stride, total);
    else
      static_cast<Acc*>(args.sums)[task] = total;
  }
}

// One thread per lane and chunk (or segment): their totals.
template <class F, class Acc>
__global__ void reduce_columns(const __grid_constant__ ScanArgs args) {
  int64_t tasks = args.lanes.size * args.chunks;
  int64_t first = blockIdx.x * int64_t{kScanThreads} + threadIdx.x;
  for (int64_t task = first; task < tasks;
       task += gridDim.x * int64_t{kScanThreads}) {
    int64_t chunk = task / args.lanes.size, lane = task % args.lanes.size;
    const char* in = args.in;
    char* out = args.out;
    add_lane_offsets(args.lanes, lane, in, out);
    ScanRange range = range_of(args, chunk);
    Running<F, Acc> running;
    running.start(identity<F, Acc>());
    run_over<F, Acc>(args, in, range.begin, range.end, 1, running);
    if (args.segmented)
      finish_segment<F>(args, out + chunk * args.out_stride, running.value());
    else
      static_cast<Acc*>(args.sums)[task] = running.value();
  }
}

// Turns the totals of a lane's chunks into what comes before each chunk.
template <class F, class Acc>
__global__ void scan_row_sums(const __grid_constant__ ScanArgs args) {
  for (int64_t lane = blockIdx.x; lane < args.lanes.size; lane += gridDim.x) {
    Acc* sums = static_cast<Acc*>(args.sums) + lane * args.chunks;
    Acc x[kScanItems];
    Acc mine = identity<F, Acc>();
    int first = threadIdx.x * kScanItems;
#pragma unroll
    for (int i = 0; i < kScanItems; ++i) {
      x[i] = first + i < args.chunks ? sums[first + i] : identity<F, Acc>();
      mine = combine<F>(mine, x[i]);
    }
    Acc total;
    Acc before = scan_block<F>(mine, total);
    before = combine<F>(initial_value<F, Acc>(args), before);
#pragma unroll
    for (int i = 0; i < kScanItems; ++i) {
      if (first + i < args.chunks) sums[first + i] = before;
      before = combine<F>(before, x[i]);
    }
  }
}

template <class F, class Acc>
__global__ void scan_column_sums(const __grid_constant__ ScanArgs args) {
  int64_t lanes = args.lanes.size;
  int64_t first = blockIdx.x * int64_t{kScanThreads} + threadIdx.x;
  for (int64_t lane = first; lane < lanes;
       lane += gridDim.x * int64_t{kScanThreads}) {
    Acc* sums = static_cast<Acc*>(args.sums) + lane;
    Running<F, Acc> running;
    running.start(initial_value<F, Acc>(args));
    for (int64_t c = 0; c < args.chunks; c += kScanItems) {
      Acc x[kScanItems];
      int valid = static_cast<int>(min(args.chunks - c, int64_t{kScanItems}));
#pragma unroll
      for (int i = 0; i < kScanItems; ++i)
        if (i < valid) x[i] = sums[(c + i) * lanes];
#pragma unroll
      for (int i = 0; i < kScanItems; ++i) {
        if (i >= valid) continue;
        sums[(c + i) * lanes] = running.value();
        running.add(x[i]);
      }
    }
  }
}

// One block per lane and chunk, tile by tile. Tiles go through shared memory:
// global accesses take adjacent elements, each thread scans kScanItems of them
// that follow each other (one slot of padding per thread, against conflicts).
template <class F, class Acc>
__global__ void scan_rows(const __grid_constant__ ScanArgs args) {
  __shared__ Acc tile[kScanTile + kScanThreads];
  int64_t tasks = args.lanes.size * args.chunks;
  int thread = threadIdx.x;
  for (int64_t task = blockIdx.x; task < tasks; task += gridDim.x) {
    int64_t lane = task / args.chunks;
    const char* in = args.in;
    char* out = args.out;
    add_lane_offsets(args.lanes, lane, in, out);
    ScanRange range = range_of(args, task % args.chunks);
    Running<F, Acc> carry;
    carry.start(args.chunks > 1 ? static_cast<const Acc*>(args.sums)[task]
                                : initial_value<F, Acc>(args));
    for (int64_t at = range.begin; at < range.end; at += kScanTile) {
      int64_t mine = at + thread;
      int64_t valid =
          range.end > mine ? (range.end - mine - 1) / kScanThreads + 1 : 0;
      Acc x[kScanItems];
#pragma unroll
      for (int i = 0; i < kScanItems; ++i) x[i] = identity<F, Acc>();
      load_items(x, args.in_dtype, in + mine * args.in_stride,
                 kScanThreads * args.in_stride, valid);
      __syncthreads();  // the former tile has been read
#pragma unroll
      for (int i = 0; i < kScanItems; ++i) {
        int slot = i * kScanThreads + thread;
        tile[slot + slot / kScanItems] = x[i];
      }
      __syncthreads();
      Acc* own = tile + thread * (kScanItems + 1);
#pragma unroll
      for (int i = 0; i < kScanItems; ++i)
        x[i] = i == 0 ? own[0] : combine<F>(x[i - 1], own[i]);
      Acc total;
      Acc before = scan_block<F>(x[kScanItems - 1], total);
      before = combine<F>(carry.value(), before);
#pragma unroll
      for (int i = 0; i < kScanItems; ++i) own[i] = combine<F>(before, x[i]);
      carry.add(total);
      __syncthreads();
#pragma unroll
      for (int i = 0; i < kScanItems; ++i) {
        int slot = i * kScanThreads + thread;
        x[i] = tile[slot + slot / kScanItems];
      }
      store_items(x, args.out_dtype, out + mine * args.out_stride,
                  kScanThreads * args.out_stride, valid);
    }
  }
}

// `width` threads per lane; a warp takes 32 / width adjacent lanes at a time.
template <class F, class Acc>
__global__ void scan_short_rows(const __grid_constant__ ScanArgs args) {
  constexpr int kItems = 4;
  int width = args.width;
  int w = threadIdx.x % width;
  int64_t rows = kScanThreads / width;  // of a block
  int64_t blocks = (args.lanes.size - 1) / rows + 1;
  for (int64_t block = blockIdx.x; block < blocks; block += gridDim.x) {
    int64_t lane = block * rows + threadIdx.x / width;
    // Threads without a lane go along, for the shuffles.
    int64_t n = lane < args.lanes.size ? args.n : 0;
    const char* in = args.in;
    char* out = args.out;
    if (n > 0) add_lane_offsets(args.lanes, lane, in, out);
    Running<F, Acc> carry;
    carry.start(initial_value<F, Acc>(args));
    for (int64_t at = w; at - w < args.n; at += kItems * width) {
      int64_t valid = n > at ? (n - at - 1) / width + 1 : 0;
      Acc x[kItems];
#pragma unroll
      for (int i = 0; i < kItems; ++i) x[i] = identity<F, Acc>();
      load_items(x, args.in_dtype, in + at * args.in_stride,
                 width * args.in_stride, valid);
#pragma unroll
      for (int i = 0; i < kItems; ++i) {
        for (int delta = 1; delta < width; delta *= 2) {
          Acc before = shuffle_up(x[i], delta, width);
          if (w >= delta) x[i] = combine<F>(before, x[i]);
        }
        Acc total = shuffle(x[i], width - 1, width);
        x[i] = combine<F>(carry.value(), x[i]);
        carry.add(total);
      }
      store_items(x, args.out_dtype, out + at * args.out_stride,
                  width * args.out_stride, valid);
    }
  }
}

// One thread per lane and chunk.
template <class F, class Acc>
__global__ void scan_columns(const __grid_constant__ ScanArgs args) {
  int64_t tasks = args.lanes.size * args.chunks;
  int64_t first = blockIdx.x * int64_t{kScanThreads} + threadIdx.x;
  for (int64_t task = first; task < tasks;
       task += gridDim.x * int64_t{kScanThreads}) {
    int64_t chunk = task / args.lanes.size, lane = task % args.lanes.size;
    const char* in = args.in;
    char* out = args.out;
    add_lane_offsets(args.lanes, lane, in, out);
    ScanRange range = range_of(args, chunk);
    in += range.begin * args.in_stride;
    out += range.begin * args.out_stride;
    Running<F, Acc> running;
    running.start(args.chunks > 1 ? static_cast<const Acc*>(args.sums)[task]
                                  : initial_value<F, Acc>(args));
    for (int64_t left = range.end - range.begin; left > 0; left -= kScanItems) {
      Acc x[kScanItems];
#pragma unroll
      for (int i = 0; i < kScanItems; ++i) x[i] = identity<F, Acc>();
      load_items(x, args.in_dtype, in, args.in_stride, left);
#pragma unroll
      for (int i = 0; i < kScanItems; ++i) {
        running.add(x[i]);
        x[i] = running.value();
      }
      store_items(x, args.out_dtype, out, args.out_stride, left);
      in += kScanItems * args.in_stride;
      out += kScanItems * args.out_stride;
    }
  }
}

inline unsigned grid_of(int64_t blocks) {
  constexpr int64_t kMost = 1 << 30;
  return static_cast<unsigned>(blocks < kMost ? blocks : kMost);
}

template <class F, class Acc>
void launch_scan(const ScanArgs& args, cudaStream_t stream) {
  int64_t tasks = args.lanes.size * args.chunks;
  bool columns = args.kind == ScanKind::kColumns;
  unsigned per_thread = grid_of((tasks - 1) / kScanThreads + 1);
  unsigned per_block = grid_of(tasks);
  if (args.segmented || args.chunks > 1) {
    if (columns)
      reduce_columns<F, Acc><<<per_thread, kScanThreads, 0, stream>>>(args);
    else
      reduce_rows<F, Acc><<<per_block, args.reduce_threads, 0, stream>>>(args);
    TENORITE_CUDA_LAUNCHED("scan totals");
  }
  if (args.segmented) return;
  if (args.chunks > 1) {
    unsigned lanes = grid_of(args.lanes.size);
    unsigned lane_blocks = grid_of((args.lanes.size - 1) / kScanThreads + 1);
    if (columns)
      scan_column_sums<F, Acc><<<lane_blocks, kScanThreads, 0, stream>>>(args);
    else
      scan_row_sums<F, Acc><<<lanes, kScanThreads, 0, stream>>>(args);
    TENORITE_CUDA_LAUNCHED("scan of totals");
  }
  if (columns) {
    scan_columns<F, Acc><<<per_thread, kScanThreads, 0, stream>>>(args);
  } else if (args.kind == ScanKind::kShortRows) {
    int64_t rows = kScanThreads / args.width;
    scan_short_rows<F, Acc><<<grid_of((args.lanes.size - 1) / rows + 1),
                              kScanThreads, 0, stream>>>(args);
  } else {
    scan_rows<F, Acc><<<per_block, kScanThreads, 0, stream>>>(args);
  }
  TENORITE_CUDA_LAUNCHED("scan");
}

}  // namespace
}  // namespace tenorite::cuda
