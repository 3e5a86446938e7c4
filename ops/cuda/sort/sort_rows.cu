// SPDX-License-Identifier: Apache-2.0
// Bitonic sorts (Batcher 1968) of rows in shared memory. A thread has eight
// items in registers for up to three steps between two trips to memory.
#include <cstdint>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/sort/sort_items.cuh"
#include "ops/cuda/sort/sort_rows.h"

namespace tenorite::cuda {
namespace {

constexpr int kItems = 8;
// Items of a tile; a block has an eighth as many threads.
constexpr int kTile = 2048;
constexpr int kLargestTile = 8192;
// Items that the threads of a warp have between them.
constexpr int kWarpItems = 32 * kItems;

struct RowArgs {
  const char* in;
  char* out;
  int64_t* order;
  int64_t rows;
  int n;       // items of a row
  int length;  // the next power of two
  int log2;    // its logarithm
  int tile;    // items of a block
  ItemKind kind;
  bool values;  // items come from keys; else they are gathered
};

// One word of each 32 is left out, so that neighbours in eights do not meet in
// a bank.
__device__ __forceinline__ int padded(int i) { return i + (i >> 5); }

template <class Key>
__device__ __forceinline__ void order_pair(Key& a, Key& b, bool ascending) {
  if ((b < a) == ascending) {
    Key x = a;
    a = b;
    b = x;
  }
}

// Steps of 2^kSteps items, from the widest of `stride` * 2^(kSteps - 1) on, of
// the merges to sequences of `merge` items.
template <int kSteps, class Key>
__device__ __forceinline__ void merge_steps(Key* tile, int stride_log2,
                                            int merge) {
  constexpr int kGroup = 1 << kSteps;
#pragma unroll
  for (int g = 0; g < kItems / kGroup; ++g) {
    // The group's number, with room for the bits of its items.
    int group = threadIdx.x * (kItems / kGroup) + g;
    int low = group & ((1 << stride_log2) - 1);
    int first = (group >> stride_log2) << (stride_log2 + kSteps) | low;
    bool ascending = (first & merge) == 0;
    Key x[kGroup];
#pragma unroll
    for (int i = 0; i < kGroup; ++i)
      x[i] = tile[padded(first + (i << stride_log2))];
#pragma unroll
    for (int step = kGroup / 2; step > 0; step /= 2)
#pragma unroll
      for (int i = 0; i < kGroup; ++i)
        if ((i & step) == 0) order_pair(x[i], x[i + step], ascending);
#pragma unroll
    for (int i = 0; i < kGroup; ++i)
      tile[padded(first + (i << stride_log2))] = x[i];
  }
}

// The merges of up to eight items, of a thread's own.
template <class Key>
__device__ __forceinline__ void sort_eights(Key* tile, int length) {
  int first = threadIdx.x * kItems;
  Key x[kItems];
#pragma unroll
  for (int i = 0; i < kItems; ++i) x[i] = tile[padded(first + i)];
#pragma unroll
  for (int merge = 2; merge <= kItems; merge *= 2) {
    if (merge > length) break;
#pragma unroll
    for (int step = merge / 2; step > 0; step /= 2)
#pragma unroll
      for (int i = 0; i < kItems; ++i)
        if ((i & step) == 0)
          // The last merge of a row ascends.
          order_pair(x[i], x[i + step],
                     merge == length || ((first + i) & merge) == 0);
  }
#pragma unroll
  for (int i = 0; i < kItems; ++i) tile[padded(first + i)] = x[i];
}

template <class Key>
__device__ __forceinline__ void sort_tile(Key* tile, int length, int log2) {
  sort_eights(tile, length);
  for (int merge_log2 = 4; merge_log2 <= log2; ++merge_log2) {
    int merge = merge_log2 == log2 ? 0 : 1 << merge_log2;
    int left = merge_log2;
    while (left > 0) {
      int steps = left % 3 == 0 ? 3 : left % 3;
      // A trip within a warp's items reads what this warp wrote.
      if (1 << left > kWarpItems)
        __syncthreads();
      else
        __syncwarp();
      left -= steps;
      if (steps == 3)
        merge_steps<3>(tile, left, merge);
      else if (steps == 2)
        merge_steps<2>(tile, left, merge);
      else
        merge_steps<1>(tile, left, merge);
      // The next trip may stay within a warp where this one did not.
      if (left > 0 && 1 << (left + steps) > kWarpItems &&
          1 << left <= kWarpItems)
        __syncthreads();
    }
  }
  __syncthreads();
}

template <class Key>
__global__ void __launch_bounds__(kLargestTile / kItems)
    sort_rows_kernel(const __grid_constant__ RowArgs args) {
  extern __shared__ __align__(16) char memory[];
  auto* tile = reinterpret_cast<Key*>(memory);
  const int rows = args.tile >> args.log2;
  const int64_t first_row = blockIdx.x * int64_t{rows};
  const int64_t first = first_row * args.n;
  for (int i = threadIdx.x; i < args.tile; i += blockDim.x) {
    int row = i >> args.log2, column = i & (args.length - 1);
    bool inside = column < args.n && first_row + row < args.rows;
    tile[padded(i)] = inside ? Key::load(args.in, first + row * args.n + column,
                                         column, args.kind)
                             : Key::last();
  }
  __syncthreads();
  sort_tile(tile, args.length, args.log2);
  const int left = static_cast<int>(min(int64_t{rows}, args.rows - first_row));
  if (args.values || args.order) {
    for (int i = threadIdx.x; i < args.tile; i += blockDim.x) {
      int row = i >> args.log2, column = i & (args.length - 1);
      if (column >= args.n || row >= left) continue;
      int64_t at = first + row * args.n + column;
      Key key = tile[padded(i)];
      if (args.order)
        args.order[at] = key.place();
      else
        key.store(args.out, at, args.kind);
    }
    return;
  }
  // Every item is read before any is overwritten, since `out` may be `in`.
  if constexpr (Key::kPlaces) {
    uint4 items[kItems];
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      int i = threadIdx.x + k * blockDim.x;
      int row = i >> args.log2, column = i & (args.length - 1);
      if (column < args.n && row < left)
        items[k] =
            load_item(args.in, first + row * args.n + tile[padded(i)].place(),
                      args.kind.size);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
      int i = threadIdx.x + k * blockDim.x;
      int row = i >> args.log2, column = i & (args.length - 1);
      if (column < args.n && row < left)
        store_item(args.out, first + row * args.n + column, items[k],
                   args.kind.size);
    }
  }
}

template <class Key>
bool launch(const SortPlan& plan, RowArgs& args) {
  args.tile = args.length > kTile ? args.length : kTile;
  size_t shared = (args.tile + args.tile / 32) * sizeof(Key);
  if (args.tile > kLargestTile ||
      shared > properties(plan.device).shared_memory_per_block_optin)
    return false;
  if (shared > (48 << 10))
    TENORITE_CUDA_TRY(cudaFuncSetAttribute(
        sort_rows_kernel<Key>, cudaFuncAttributeMaxDynamicSharedMemorySize,
        static_cast<int>(shared)));
  int64_t rows = args.tile >> args.log2;
  int64_t blocks = (plan.rows - 1) / rows + 1;
  // A grid has at most 2^31 - 1 blocks.
  constexpr int64_t kBlocks = INT32_MAX;
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  for (int64_t begin = 0; begin < blocks; begin += kBlocks) {
    int64_t count = blocks - begin < kBlocks ? blocks - begin : kBlocks;
    RowArgs part = args;
    int64_t skipped = begin * rows * args.n;
    part.in += skipped * args.kind.size;
    if (part.out) part.out += skipped * args.kind.size;
    if (part.order) part.order += skipped;
    part.rows -= begin * rows;
    sort_rows_kernel<Key>
        <<<static_cast<unsigned>(count), args.tile / kItems, shared, stream>>>(
            part);
    TENORITE_CUDA_LAUNCHED("sort_rows");
  }
  return true;
}

}  // namespace

bool sort_short_rows(const SortPlan& plan) {
  if (plan.n > kLargestTile) return false;
  RowArgs args{};
  args.in = plan.in;
  args.out = plan.out;
  args.order = plan.order;
  args.rows = plan.rows;
  args.n = static_cast<int>(plan.n);
  while (args.n > 1 << args.log2) ++args.log2;
  args.length = 1 << args.log2;
  args.kind = item_kind(plan);
  args.values = !plan.order && !hides_bits(plan);
  const bool places = !args.values;
  if (plan.dtype == DType::kComplex128) return launch<PairPlace>(plan, args);
  if (plan.dtype == DType::kComplex64 || itemsize(plan.dtype) == 8)
    return places ? launch<WidePlace>(plan, args) : launch<WideKey>(plan, args);
  return places ? launch<NarrowPlace>(plan, args)
                : launch<NarrowKey>(plan, args);
}

}  // namespace tenorite::cuda
