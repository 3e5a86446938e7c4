// SPDX-License-Identifier: Apache-2.0
// Gathers whose indices run along memory, as a[:, i]: neighbours in the result
// lie anywhere in a row, so rows are taken into shared memory whole.
#include <algorithm>
#include <cstdlib>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/abi/fast_divisor.cuh"
#include "ops/cuda/copy/strided_copy.h"
#include "ops/cuda/index/indexing.h"

namespace tenorite::cuda {
namespace {

constexpr int kThreads = 512;
// Rows of a block; a longer one may have a block for itself.
constexpr int64_t kTileBytes = 48 << 10;
constexpr int64_t kLongestRow = 96 << 10;
// Smaller gathers are not worth a second launch, and a block for each of few
// tiles leaves most of a GPU idle.
constexpr int64_t kFewestBytes = 1 << 20;
constexpr int64_t kFewestTiles = 128;
constexpr int64_t kSectorBytes = 32;
// Elements of a block are numbered in 31 bits.
constexpr int64_t kMaxElements = 1 << 30;
// What is gathered at once before its axes are put in order: it stays in cache.
constexpr int64_t kSlabBytes = 16 << 20;

struct GatherArgs {
  const char* base;
  int64_t row_stride;
  int row_bytes;
  char* other;
  int64_t other_row_stride;
  int64_t other_stride;  // of the gathered elements of a row
  const int* indices;
  FastDivisor count;  // of the indices
  int64_t rows;
  int rows_per_block;
  bool wide;  // rows can be loaded in 16-byte words
};

template <class Word>
__device__ void load_row(char* to, const char* from, int bytes, int first,
                         int step) {
  constexpr int kAhead = 4;
  int count = bytes / int{sizeof(Word)};
  auto* in = reinterpret_cast<const Word*>(from);
  auto* out = reinterpret_cast<Word*>(to);
  for (int w = first; w < count; w += kAhead * step) {
    Word x[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      if (w + k * step < count) x[k] = in[w + k * step];
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      if (w + k * step < count) out[w + k * step] = x[k];
  }
}

// Tiles start at multiples of 16 in shared memory; rows in it follow densely.
template <class Item>
__global__ void __launch_bounds__(kThreads)
    gather_tile(const __grid_constant__ GatherArgs args) {
  constexpr int kAhead = 4;
  extern __shared__ uint4 shared[];
  char* tile = reinterpret_cast<char*>(shared);
  int64_t first_row = blockIdx.x * int64_t{args.rows_per_block};
  auto rows = static_cast<int>(
      min(int64_t{args.rows_per_block}, args.rows - first_row));
  const char* base = args.base + first_row * args.row_stride;
  char* other = args.other + first_row * args.other_row_stride;

  bool dense = args.row_stride == args.row_bytes;
  if (dense || rows == 1) {
    int bytes = rows * args.row_bytes;
    if (args.wide) load_row<uint4>(tile, base, bytes, threadIdx.x, kThreads);
    int done = args.wide ? bytes & -16 : 0;
    load_row<Item>(tile + done, base + done, bytes - done, threadIdx.x,
                   kThreads);
  } else {
    int lane = threadIdx.x % 32;
    for (int r = threadIdx.x / 32; r < rows; r += kThreads / 32) {
      const char* from = base + r * args.row_stride;
      char* to = tile + r * args.row_bytes;
      if (args.wide && args.row_bytes % 16 == 0)
        load_row<uint4>(to, from, args.row_bytes, lane, 32);
      else
        load_row<Item>(to, from, args.row_bytes, lane, 32);
    }
  }
  __syncthreads();

  uint32_t total = rows * args.count.divisor;
  for (uint32_t e = threadIdx.x; e < total; e += kAhead * kThreads) {
    Item x[kAhead];
    char* to[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      uint32_t at = min(e + k * kThreads, total - 1);
      uint32_t r = divide(at, args.count);
      uint32_t b = at - r * args.count.divisor;
      int index = args.indices[b];
      x[k] = reinterpret_cast<const Item*>(tile + r * args.row_bytes)[index];
      to[k] = other + r * args.other_row_stride + b * args.other_stride;
    }
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      if (e + k * kThreads < total) *reinterpret_cast<Item*>(to[k]) = x[k];
  }
}

template <class Item>
void launch(const GatherArgs& args, Device device, cudaStream_t stream) {
  constexpr int kMaxDevices = 128;
  static bool raised[kMaxDevices] = {};
  if (!raised[device.index]) {
    TENORITE_CUDA_TRY(cudaFuncSetAttribute(
        reinterpret_cast<const void*>(gather_tile<Item>),
        cudaFuncAttributeMaxDynamicSharedMemorySize, kLongestRow));
    raised[device.index] = true;
  }
  int64_t blocks = (args.rows - 1) / args.rows_per_block + 1;
  gather_tile<Item><<<static_cast<unsigned>(blocks), kThreads,
                      args.rows_per_block * args.row_bytes, stream>>>(args);
  TENORITE_CUDA_LAUNCHED("gather_tile");
}

// The axes of a plan that gathers from rows, in which the indices count.
struct Rows {
  int64_t count;                      // of indices
  int64_t base_stride, other_stride;  // of rows
  int64_t index_stride;               // in `other`
};

bool rows_of(const IndexPlan& plan, const IndexInner& inner, Rows* rows) {
  auto size = static_cast<int64_t>(plan.itemsize);
  int64_t row_bytes = plan.bound[0] * size;
  if (plan.arrays != 1 || plan.base_stride[0] != size || inner.ndim != 1 ||
      inner.size * plan.index_size * size < kFewestBytes ||
      plan.index_size > kMaxElements || row_bytes > kLongestRow ||
      plan.index_size * kSectorBytes < row_bytes ||
      inner.size / std::max<int64_t>(1, kTileBytes / row_bytes) < kFewestTiles)
    return false;
  IndexArrays arrays = index_arrays(plan, 0, false, 0);
  if (arrays.ndim != 1) return false;
  *rows = {plan.index_size, inner.base_strides[0], inner.other_strides[0],
           arrays.other_strides[0]};
  uintptr_t bits = reinterpret_cast<uintptr_t>(plan.base) |
                   reinterpret_cast<uintptr_t>(plan.other);
  bits |= rows->base_stride | rows->other_stride | rows->index_stride;
  return bits % size == 0;
}

// Rows [first, first + count) into `other`.
void gather(const IndexPlan& plan, const Rows& rows, const int* indices,
            int64_t first, int64_t count, char* other, int64_t other_row_stride,
            int64_t other_stride) {
  GatherArgs args{};
  args.base = plan.base + first * rows.base_stride;
  args.row_stride = rows.base_stride;
  args.row_bytes = static_cast<int>(plan.bound[0] * plan.itemsize);
  args.other = other;
  args.other_row_stride = other_row_stride;
  args.other_stride = other_stride;
  args.indices = indices;
  args.count = make_divisor(rows.count);
  args.rows = count;
  args.rows_per_block = static_cast<int>(std::clamp(
      std::min(kTileBytes / args.row_bytes, kMaxElements / rows.count),
      int64_t{1}, count));
  args.wide =
      (reinterpret_cast<uintptr_t>(args.base) | rows.base_stride) % 16 == 0;
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  switch (plan.itemsize) {
    case 1:
      return launch<uint8_t>(args, plan.device, stream);
    case 2:
      return launch<uint16_t>(args, plan.device, stream);
    case 4:
      return launch<uint32_t>(args, plan.device, stream);
    case 8:
      return launch<uint2>(args, plan.device, stream);
    default:
      return launch<uint4>(args, plan.device, stream);
  }
}

DType bytes_dtype(size_t itemsize) {
  switch (itemsize) {
    case 1:
      return DType::kUint8;
    case 2:
      return DType::kUint16;
    case 4:
      return DType::kUint32;
    case 8:
      return DType::kUint64;
    default:
      return DType::kComplex128;
  }
}

// Where the result's rows lie closer than its columns, parts of it are
// gathered row by row first and then put in order.
void gather_in_slabs(const IndexPlan& plan, const Rows& rows, int64_t total,
                     const int* indices) {
  auto size = static_cast<int64_t>(plan.itemsize);
  int64_t row = rows.count * size;
  int64_t slab = std::clamp<int64_t>(kSlabBytes / row, 1, total);
  StoragePtr buffer = Storage::allocate(plan.device, slab * row, plan.stream);
  DType dtype = bytes_dtype(plan.itemsize);
  for (int64_t first = 0; first < total; first += slab) {
    int64_t shape[2] = {std::min(slab, total - first), rows.count};
    gather(plan, rows, indices, first, shape[0], buffer->data(), row, size);
    int64_t from[2] = {row, size};
    int64_t to[2] = {rows.other_stride, rows.index_stride};
    strided_copy({plan.other + first * rows.other_stride, dtype, to},
                 {buffer->data(), dtype, from}, 2, shape, plan.device,
                 plan.stream);
  }
}

}  // namespace

bool gather_columns(const IndexPlan& plan) {
  Rows rows;
  IndexInner inner = merge_inner(plan);
  if (!rows_of(plan, inner, &rows)) return false;
  StoragePtr storage =
      Storage::allocate(plan.device, rows.count * sizeof(int), plan.stream);
  auto* indices = reinterpret_cast<int*>(storage->data());
  resolve_indices(plan, indices, stream_handle(plan.device, plan.stream));
  if (inner.size > 1 &&
      std::abs(rows.other_stride) < std::abs(rows.index_stride))
    gather_in_slabs(plan, rows, inner.size, indices);
  else
    gather(plan, rows, indices, 0, inner.size, plan.other, rows.other_stride,
           rows.index_stride);
  return true;
}

}  // namespace tenorite::cuda
