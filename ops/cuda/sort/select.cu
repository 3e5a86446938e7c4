// SPDX-License-Identifier: Apache-2.0
// Selection by a mask: how many flags are set, where they are, and moving the
// items that they select.
#include "core/cuda/check.h"
#include "core/cuda/graph.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/pinned_slot.h"
#include "ops/cuda/scan/tile_tree.cuh"
#include "ops/cuda/scan/tile_tree.h"

namespace tenorite::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr int kChunk = 512;        // flags that a warp looks at together
constexpr int kTile = 8 * kChunk;  // of a warp; MaskPlan::ranks has one each
constexpr unsigned kAll = ~0u;

int64_t blocks_of(int64_t n) { return (n - 1) / (kTile * kWarps) + 1; }

__device__ __forceinline__ bool aligned16(const bool* mask) {
  return (reinterpret_cast<uintptr_t>(mask) & 15) == 0;
}

// The highest bit of every byte that is not zero.
__device__ __forceinline__ unsigned nonzero_bytes(unsigned x) {
  return (((x & 0x7f7f7f7f) + 0x7f7f7f7f) | x) & 0x80808080;
}
__device__ __forceinline__ unsigned four_flags(unsigned x) {
  return (nonzero_bytes(x) >> 7) * 0x01020408 >> 24 & 15;
}

struct CountArgs {
  const bool* mask;
  int64_t n;
  TileTree tree;
  int64_t* ranks;
  int64_t* total;
};

// The number of flags of a warp's tile, in all of its threads.
__device__ int count_tile(const CountArgs& args, int64_t first) {
  int lane = threadIdx.x % 32, count = 0;
  if (aligned16(args.mask) && first + kTile <= args.n) {
    auto* p = reinterpret_cast<const uint4*>(args.mask + first) + lane;
    uint4 x[kTile / kChunk];
#pragma unroll
    for (int i = 0; i < kTile / kChunk; ++i) x[i] = p[i * 32];
#pragma unroll
    for (int i = 0; i < kTile / kChunk; ++i)
      count += __popc(nonzero_bytes(x[i].x)) + __popc(nonzero_bytes(x[i].y)) +
               __popc(nonzero_bytes(x[i].z)) + __popc(nonzero_bytes(x[i].w));
  } else {
    int64_t end = min(first + kTile, args.n);
#pragma unroll 8
    for (int64_t i = first + lane; i < end; i += 32) count += args.mask[i];
  }
  for (int delta = 16; delta > 0; delta /= 2)
    count += __shfl_xor_sync(kAll, count, delta);
  return count;
}

__global__ void __launch_bounds__(kThreads)
    count_flags(const __grid_constant__ CountArgs args) {
  using Count = unsigned long;
  __shared__ int of_warp[kWarps];
  __shared__ Count of_level[kTreeLevels];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int64_t block = args.tree.tiles > 1 ? take_ticket(args.tree) : 0;
  int64_t tile = block * kWarps + warp;
  int count = count_tile(args, tile * kTile);
  if (lane == 0) of_warp[warp] = count;
  __syncthreads();
  int before_warp = 0, of_block = 0;
  for (int w = 0; w < kWarps; ++w) {
    if (w == warp) before_warp = of_block;
    of_block += of_warp[w];
  }
  Count before = 0;
  if (args.tree.tiles > 1) {
    if (threadIdx.x == 0)
      post(posted_at<Count>(args.tree, 0, block), Count(of_block));
    __syncwarp();
    if (warp < args.tree.levels) {
      Count x = before_by_warp<op::Add, Count>(args.tree, 0, block, warp);
      if (lane == 0) of_level[warp] = x;
    }
    __syncthreads();
    for (int k = 0; k < args.tree.levels; ++k) before += of_level[k];
  }
  if (lane == 0 && tile * kTile < args.n)
    args.ranks[tile] = static_cast<int64_t>(before) + before_warp;
  if (threadIdx.x == 0 && block + 1 == args.tree.tiles)
    *args.total = static_cast<int64_t>(before) + of_block;
}

// Lane j < 16 gets the flags of elements first + 32 j and the 31 after it.
__device__ __forceinline__ unsigned flags_of_chunk(const bool* mask,
                                                   int64_t first, int64_t n) {
  const int lane = threadIdx.x % 32;
  if (aligned16(mask) && first + kChunk <= n) {
    uint4 x = reinterpret_cast<const uint4*>(mask + first)[lane];
    unsigned flags = four_flags(x.x) | four_flags(x.y) << 4 |
                     four_flags(x.z) << 8 | four_flags(x.w) << 12;
    unsigned low = __shfl_sync(kAll, flags, 2 * lane);
    return low | __shfl_sync(kAll, flags, 2 * lane + 1) << 16;
  }
  unsigned flags = 0;
#pragma unroll
  for (int j = 0; j < kChunk / 32; ++j) {
    int64_t at = first + j * 32 + lane;
    unsigned row = __ballot_sync(kAll, at < n && mask[at]);
    if (lane == j) flags = row;
  }
  return flags;
}

// Calls body(element, rank, set) `kAhead` elements at a time: arrays of them,
// relative to the first element of a chunk and to its rank.
template <int kAhead, class Body>
__device__ __forceinline__ void for_selected(const bool* mask, int64_t n,
                                             const int64_t* ranks,
                                             Body&& body) {
  const int lane = threadIdx.x % 32;
  const unsigned lower = (1u << lane) - 1;
  int64_t tile = blockIdx.x * int64_t{kWarps} + threadIdx.x / 32;
  int64_t first = tile * kTile, end = min(first + kTile, n);
  if (first >= n) return;
  int64_t rank = ranks[tile];
  for (; first < end; first += kChunk) {
    unsigned flags = flags_of_chunk(mask, first, n);
    int seen = 0;
    for (int row = 0; row < kChunk / 32; row += kAhead) {
      int ranks_of[kAhead];
      bool set[kAhead];
#pragma unroll
      for (int k = 0; k < kAhead; ++k) {
        unsigned bits = __shfl_sync(kAll, flags, row + k);
        ranks_of[k] = seen + __popc(bits & lower);
        set[k] = bits >> lane & 1;
        seen += __popc(bits);
      }
      body(first + row * 32 + lane, rank, ranks_of, set);
    }
    rank += seen;
  }
}

struct MoveArgs {
  const bool* mask;
  int64_t n;
  const int64_t* ranks;
  char* items;   // one for every flag
  char* packed;  // one for every flag that is set
};

template <class Word, bool kPut>
__global__ void __launch_bounds__(kThreads)
    move_selected(const __grid_constant__ MoveArgs args) {
  constexpr int kAhead = sizeof(Word) <= 4 ? 16 : sizeof(Word) == 8 ? 8 : 4;
  auto* items = reinterpret_cast<Word*>(args.items);
  auto* packed = reinterpret_cast<Word*>(args.packed);
  for_selected<kAhead>(
      args.mask, args.n, args.ranks,
      [&](int64_t first, int64_t rank, const int (&ranks)[kAhead],
          const bool (&set)[kAhead]) {
        Word x[kAhead];
#pragma unroll
        for (int k = 0; k < kAhead; ++k)
          if (set[k])
            x[k] = kPut ? packed[rank + ranks[k]] : items[first + k * 32];
#pragma unroll
        for (int k = 0; k < kAhead; ++k)
          if (set[k])
            (kPut ? items[first + k * 32] : packed[rank + ranks[k]]) = x[k];
      });
}

struct PositionArgs {
  const bool* mask;
  int64_t n;
  const int64_t* ranks;
  int ndim;
  int64_t shape[kMaxDims];
  int64_t* positions[kMaxDims];
};

template <class Index>
__global__ void __launch_bounds__(kThreads)
    write_positions(const __grid_constant__ PositionArgs args) {
  constexpr int kAhead = 4;
  for_selected<kAhead>(
      args.mask, args.n, args.ranks,
      [&](int64_t first, int64_t rank, const int (&ranks)[kAhead],
          const bool (&set)[kAhead]) {
#pragma unroll
        for (int k = 0; k < kAhead; ++k) {
          if (!set[k]) continue;
          int64_t to = rank + ranks[k];
          auto rest = static_cast<Index>(first + k * 32);
          for (int d = args.ndim - 1; d > 0; --d) {
            auto length = static_cast<Index>(args.shape[d]);
            Index next = rest / length;
            args.positions[d][to] = rest - next * length;
            rest = next;
          }
          args.positions[0][to] = rest;
        }
      });
}

template <bool kPut>
void move(const MaskPlan& plan, char* items, char* packed, size_t itemsize) {
  if (plan.count == 0) return;
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  MoveArgs args{plan.mask, plan.n,
                reinterpret_cast<const int64_t*>(plan.ranks->data()), items,
                packed};
  auto blocks = static_cast<unsigned>(blocks_of(plan.n));
  switch (itemsize) {
    case 1:
      move_selected<uint8_t, kPut><<<blocks, kThreads, 0, stream>>>(args);
      break;
    case 2:
      move_selected<uint16_t, kPut><<<blocks, kThreads, 0, stream>>>(args);
      break;
    case 4:
      move_selected<uint32_t, kPut><<<blocks, kThreads, 0, stream>>>(args);
      break;
    case 8:
      move_selected<uint2, kPut><<<blocks, kThreads, 0, stream>>>(args);
      break;
    default:
      move_selected<uint4, kPut><<<blocks, kThreads, 0, stream>>>(args);
      break;
  }
  TENORITE_CUDA_LAUNCHED("move_selected");
}

}  // namespace

void count_true(MaskPlan& plan) {
  plan.count = 0;
  if (plan.n == 0) return;
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  refuse_capture(stream, "a shape that depends on values");
  int64_t tiles = (plan.n - 1) / kTile + 1;
  plan.ranks =
      Storage::allocate(plan.device, tiles * sizeof(int64_t), plan.stream);
  PinnedSlot pinned_slot;
  CountArgs args{};
  args.mask = plan.mask;
  args.n = plan.n;
  args.ranks = reinterpret_cast<int64_t*>(plan.ranks->data());
  args.total = pinned_slot.as<int64_t>();
  args.tree.tiles = blocks_of(plan.n);
  StoragePtr tree;
  if (args.tree.tiles > 1)
    tree = plant(args.tree, 1, kWarpRadixLog2, sizeof(int64_t), plan.device,
                 plan.stream);
  count_flags<<<static_cast<unsigned>(args.tree.tiles), kThreads, 0, stream>>>(
      args);
  TENORITE_CUDA_LAUNCHED("count_flags");
  wait_for_stream(stream);
  plan.count = *pinned_slot.as<int64_t>();
}

void true_positions(const MaskPlan& plan, int ndim, const int64_t* shape,
                    int64_t* const* positions) {
  if (plan.count == 0) return;
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  PositionArgs args{};
  args.mask = plan.mask;
  args.n = plan.n;
  args.ranks = reinterpret_cast<const int64_t*>(plan.ranks->data());
  args.ndim = ndim;
  for (int d = 0; d < ndim; ++d) {
    args.shape[d] = shape[d];
    args.positions[d] = positions[d];
  }
  auto blocks = static_cast<unsigned>(blocks_of(plan.n));
  if (plan.n <= UINT32_MAX)
    write_positions<uint32_t><<<blocks, kThreads, 0, stream>>>(args);
  else
    write_positions<uint64_t><<<blocks, kThreads, 0, stream>>>(args);
  TENORITE_CUDA_LAUNCHED("write_positions");
}

void mask_get(const MaskPlan& plan, const char* from, char* to,
              size_t itemsize) {
  move<false>(plan, const_cast<char*>(from), to, itemsize);
}

void mask_put(const MaskPlan& plan, char* to, const char* from,
              size_t itemsize) {
  move<true>(plan, to, const_cast<char*>(from), itemsize);
}

}  // namespace tenorite::cuda
