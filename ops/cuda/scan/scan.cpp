// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/scan/scan.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/table/scalar.h"

namespace tenorite::cuda {
namespace {

// Segments up to this length on average are left to a warp each.
constexpr int64_t kShortSegment = 512;

int64_t ceil_div(int64_t a, int64_t b) { return (a - 1) / b + 1; }

int ceil_power_of_two(int64_t x) {
  return static_cast<int>(std::bit_ceil(static_cast<uint64_t>(x)));
}

// The widest pieces in which every lane of one side can be moved.
ScanArgs::Words choose_words(const ScanArgs& args, const char* data,
                             DType dtype, int64_t stride,
                             const int64_t* lane_strides) {
  auto size = static_cast<int64_t>(itemsize(dtype));
  if (args.n == 1) stride = size;
  auto bits = reinterpret_cast<uintptr_t>(data);
  for (int d = 0; d < args.lanes.ndim; ++d)
    bits |= static_cast<uintptr_t>(lane_strides[d]);
  bool dense = stride == size;
  if (!dense) bits |= static_cast<uintptr_t>(stride);
  int64_t word = dense ? 16 : size;
  while (bits % word != 0) word /= 2;
  auto per_item = static_cast<unsigned>(std::max<int64_t>(size / word, 1));
  return {static_cast<int>(word), dense ? 0 : std::countr_zero(per_item),
          dense ? word : stride};
}

void choose_rows(ScanArgs& args) {
  auto in_size = static_cast<int>(itemsize(args.in_dtype));
  auto out_size = static_cast<int>(itemsize(args.out_dtype));
  const RowTiles tiles = row_tiles(args.n, in_size, out_size);
  args.width = tiles.width;
  args.items = tiles.items;
  args.tree.tiles = tiles.count;
  args.blocks = args.tree.tiles > 1
                    ? args.lanes.size * args.tree.tiles
                    : ceil_div(args.lanes.size, kScanThreads / args.width);
  args.in_words = choose_words(args, args.in, args.in_dtype, args.in_stride,
                               args.lanes.in_strides);
  args.out_words = choose_words(args, args.out, args.out_dtype, args.out_stride,
                                args.lanes.out_strides);
  int elements = kScanThreads * args.items;
  args.tile_bytes = padded(elements * in_size);
  if (in_size == out_size) return;
  args.out_tile_at = args.tile_bytes;
  args.tile_bytes += padded(elements * out_size);
}

// For scan_ahead, which pays where each of its blocks takes several tiles.
void choose_ahead(ScanArgs& args, const DeviceProperties& device) {
  constexpr int64_t kTilesOfBlock = 3;
  // What the driver keeps of a block's shared memory, and the kernel's own.
  constexpr size_t kDriver = 1 << 10, kOwn = 1 << 10;
  constexpr size_t kBlock = kMostAheadBytes + kOwn + kDriver;
  const int64_t blocks = int64_t{kAheadBlocks} * device.multiprocessors;
  auto is_dense = [](const ScanArgs::Words& words) {
    return words.bytes == 16 && words.per_item_log2 == 0 && words.stride == 16;
  };
  if (args.tree.tiles > 1 &&
      args.tree.tiles * args.lanes.size >= kTilesOfBlock * blocks &&
      is_dense(args.in_words) && is_dense(args.out_words) &&
      device.shared_memory_per_block_optin + kDriver >= kAheadBlocks * kBlock)
    args.ahead_blocks = static_cast<unsigned>(blocks);
}

void choose_columns(ScanArgs& args, bool is_complex) {
  args.width = ceil_power_of_two(std::min<int64_t>(args.lanes.size, 32));
  args.items = column_items(is_complex);
  args.tree.tiles = ceil_div(args.n, kScanThreads / args.width * args.items);
  args.blocks = args.tree.tiles * ceil_div(args.lanes.size, args.width);
}

void set_initial(ScanArgs& args, const Scalar& initial, DType type) {
  DType accumulator = kind(type) == 'c'   ? DType::kComplex128
                      : kind(type) == 'f' ? DType::kFloat64
                      : kind(type) == 'i' ? DType::kInt64
                                          : DType::kUint64;
  Scalar wide = cast_scalar(initial, accumulator);
  std::memcpy(args.initial, wide.bytes, sizeof(args.initial));
}

}  // namespace

bool can_scan(const FoldPlan& plan) {
  DType type = info(plan.op).loops[plan.loop].in[0];
  return (plan.accumulate || plan.segments > 0) &&
         scan_op(plan.op, type).has_value();
}

void scan(const FoldPlan& plan) {
  DType type = info(plan.op).loops[plan.loop].in[0];
  ScanArgs args{};
  args.op = *scan_op(plan.op, type);
  args.segmented = plan.segments > 0;
  args.in_dtype = plan.in_dtype;
  args.out_dtype = plan.out_dtype;
  args.in = plan.in;
  args.out = plan.out;
  args.n = plan.n;
  args.in_stride = plan.in_stride;
  args.out_stride = plan.out_stride;
  args.lanes = order_lanes(plan);
  args.begin = plan.begin;
  args.end = plan.end;
  args.has_initial = plan.has_initial;
  if (plan.has_initial) set_initial(args, plan.initial, type);
  int inner = args.lanes.ndim - 1;
  args.columns = inner >= 0 && std::abs(args.in_stride) >
                                   std::abs(args.lanes.in_strides[inner]);
  bool is_complex = kind(type) == 'c';
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  StoragePtr tree;
  if (args.segmented) {
    args.segments = plan.segments;
    args.reduce_threads =
        plan.n / plan.segments < kShortSegment ? 32 : kScanThreads;
  } else {
    if (args.columns) {
      choose_columns(args, is_complex);
    } else {
      choose_rows(args);
      choose_ahead(args, properties(plan.device));
    }
    if (args.tree.tiles > 1)
      tree = plant(args.tree, args.lanes.size,
                   args.columns ? kThreadRadixLog2 : kWarpRadixLog2,
                   is_complex ? 16 : 8, plan.device, plan.stream);
  }
  if (is_complex)
    scan_complex(args, stream);
  else if (kind(type) == 'f')
    scan_real(args, stream);
  else if (kind(type) == 'i')
    scan_signed(args, stream);
  else
    scan_unsigned(args, stream);
}

}  // namespace tenorite::cuda
