// SPDX-License-Identifier: Apache-2.0
// Scans along lanes whose elements are close to each other.
#pragma once

#include <cuda_pipeline.h>

#include "ops/cuda/scan/scan_values.cuh"
#include "ops/cuda/scan/tile_tree.cuh"

namespace tenorite::cuda {

// Between memory and shared memory: `count` words of a lane's part of a tile,
// by the `width` threads that share the lane. `at` is where the part begins.
template <class Word, bool kLoad>
__device__ __forceinline__ void move_words(const ScanArgs::Words& words,
                                           char* tile, int at, char* memory,
                                           int count, int local, int width) {
  constexpr int kWord = sizeof(Word);
  constexpr int kAhead = kWord == 16 ? 4 : 8;
  const int mask = (1 << words.per_item_log2) - 1;
  auto in_memory = [&](int w) {
    char* item = memory + (w >> words.per_item_log2) * words.stride;
    return reinterpret_cast<Word*>(item) + (w & mask);
  };
  auto in_tile = [&](int w) {
    return reinterpret_cast<Word*>(tile + padded(at + w * kWord));
  };
  int w = local;
  for (; w + (kAhead - 1) * width < count; w += kAhead * width) {
    Word x[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      x[k] = kLoad ? *in_memory(w + k * width) : *in_tile(w + k * width);
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      (kLoad ? *in_tile(w + k * width) : *in_memory(w + k * width)) = x[k];
  }
  for (; w < count; w += width)
    (kLoad ? *in_tile(w) : *in_memory(w)) = kLoad ? *in_memory(w) : *in_tile(w);
}

// The same from memory, for words of 16 bytes that lie side by side: all that a
// thread has of a tile is in flight at a time, and takes no registers.
__device__ __forceinline__ void bring_vectors(char* tile, int at,
                                              const char* memory, int count,
                                              int local, int width) {
#pragma unroll 8
  for (int w = local; w < count; w += width)
    __pipeline_memcpy_async(tile + padded(at + w * 16), memory + w * 16, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

template <bool kLoad>
__device__ __forceinline__ void move_by(const ScanArgs::Words& words, int bytes,
                                        char* tile, int at, char* memory,
                                        int count, int local, int width) {
  switch (bytes) {
    case 1:
      return move_words<uint8_t, kLoad>(words, tile, at, memory, count, local,
                                        width);
    case 2:
      return move_words<uint16_t, kLoad>(words, tile, at, memory, count, local,
                                         width);
    case 4:
      return move_words<uint32_t, kLoad>(words, tile, at, memory, count, local,
                                         width);
    case 8:
      return move_words<uint2, kLoad>(words, tile, at, memory, count, local,
                                      width);
    default:
      if constexpr (kLoad)
        if (words.stride == 16)
          return bring_vectors(tile, at, memory, count, local, width);
      return move_words<uint4, kLoad>(words, tile, at, memory, count, local,
                                      width);
  }
}

// A lane's part of a tile: `count` elements of `size` bytes.
template <bool kLoad>
__device__ __forceinline__ void move_part(const ScanArgs::Words& words,
                                          int size, char* tile, int at,
                                          char* memory, int count, int local,
                                          int width) {
  int bytes = count * size;
  int whole = bytes & -words.bytes;
  move_by<kLoad>(words, words.bytes, tile, at, memory, whole / words.bytes,
                 local, width);
  if (whole == bytes) return;
  ScanArgs::Words items{size, 0, size};
  move_by<kLoad>(items, size, tile, at + whole, memory + whole,
                 (bytes - whole) / size, local, width);
}

// Tiles of `width` * `items` elements of a lane. A block takes one tile, or
// the only tiles of several lanes.
template <class F, class Acc>
__global__ void __launch_bounds__(kScanThreads, 5)
    scan_rows(const __grid_constant__ ScanArgs args) {
  constexpr int kRun = run_elements(is_complex<Acc>);
  extern __shared__ uint4 shared[];
  __shared__ Acc of_level[kTreeLevels], of_warp[kScanThreads / 32];
  char* in_tile = reinterpret_cast<char*>(shared);
  char* out_tile = in_tile + args.out_tile_at;
  const int in_size = item_bytes<Acc>(args.in_dtype);
  const int out_size = item_bytes<Acc>(args.out_dtype);
  const int width = args.width, local = threadIdx.x & (width - 1);
  const int part = width * args.items;                   // elements
  const int begin = (threadIdx.x - local) * args.items;  // of the part
  const int own = threadIdx.x * args.items;

  int64_t lane, tile = 0;
  if (args.tree.tiles > 1) {
    int64_t ticket = take_ticket(args.tree);
    lane = ticket / args.tree.tiles;
    tile = ticket % args.tree.tiles;
  } else {
    lane = blockIdx.x * int64_t{kScanThreads / width} + threadIdx.x / width;
  }
  // Threads without a lane go along, for the shuffles.
  int count = 0;
  const char* in = args.in;
  char* out = args.out;
  if (lane < args.lanes.size) {
    add_lane_offsets(args.lanes, lane, in, out);
    in += tile * part * args.in_stride;
    out += tile * part * args.out_stride;
    count = static_cast<int>(min(args.n - tile * part, int64_t{part}));
  }
  const int valid = count - local * args.items;

  move_part<true>(args.in_words, in_size, in_tile, begin * in_size,
                  const_cast<char*>(in), count, local, width);
  __syncthreads();

  auto load = [&](Acc(&x)[kRun], int i) {
    load_run(x, args.in_dtype, in_tile, own + i);
    scan_run<F>(x, valid - i);
  };
  Acc mine = identity<F, Acc>();
  for (int i = 0; i < args.items; i += kRun) {
    Acc x[kRun];
    load(x, i);
    mine = combine<F>(mine, x[kRun - 1]);
  }
  Acc total;
  Acc before =
      scan_lane<F>(mine, width, total, of_warp, [] { __syncthreads(); });

  Running<F, Acc> earlier;
  earlier.start(initial_value<F, Acc>(args));
  if (args.tree.tiles > 1) {
    if (threadIdx.x == 0)
      post(posted_at<Acc>(args.tree, 0, lane * args.tree.tiles + tile), total);
    __syncwarp();
    int level = threadIdx.x / 32;
    if (level < args.tree.levels) {
      Acc x = before_by_warp<F, Acc>(args.tree, lane, tile, level);
      if (threadIdx.x % 32 == 0) of_level[level] = x;
    }
    __syncthreads();
    for (int k = args.tree.levels - 1; k >= 0; --k) earlier.add(of_level[k]);
  }
  before = combine<F>(earlier.value(), before);

  for (int i = 0; i < args.items; i += kRun) {
    Acc x[kRun];
    load(x, i);
    Acc next = combine<F>(before, x[kRun - 1]);
#pragma unroll
    for (int k = 0; k < kRun; ++k) x[k] = combine<F>(before, x[k]);
    store_run(x, args.out_dtype, out_tile, own + i);
    before = next;
  }
  __syncthreads();
  move_part<false>(args.out_words, out_size, out_tile, begin * out_size, out,
                   count, local, width);
}

}  // namespace tenorite::cuda
