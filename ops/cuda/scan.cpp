// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/scan.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/scalar.h"

namespace tenorite::cuda {
namespace {

// Enough blocks and threads to fill any device, whatever its size, so that
// results do not depend on it.
constexpr int64_t kBlocks = 2048;
constexpr int64_t kThreads = 1 << 17;
// Rows up to this length are left to a part of a warp each; longer ones if
// there are many.
constexpr int64_t kShortRow = 512;
constexpr int64_t kLongestShortRow = 4096;
constexpr int64_t kManyRows = 8192;
// Lanes within a sector of memory are walked as rows.
constexpr int64_t kSectorBytes = 32;

std::optional<ScanOp> scan_op(Op op, DType type) {
  bool flag = type == DType::kBool;
  switch (op) {
    case Op::add:
      return flag ? ScanOp::kOr : ScanOp::kAdd;
    case Op::multiply:
      return flag ? ScanOp::kAnd : ScanOp::kMultiply;
    case Op::maximum:
      return ScanOp::kMaximum;
    case Op::minimum:
      return ScanOp::kMinimum;
    case Op::fmax:
      return ScanOp::kFmax;
    case Op::fmin:
      return ScanOp::kFmin;
    case Op::bitwise_and:
    case Op::logical_and:
      return ScanOp::kAnd;
    case Op::bitwise_or:
    case Op::logical_or:
      return ScanOp::kOr;
    case Op::bitwise_xor:
    case Op::logical_xor:
      return ScanOp::kXor;
    default:
      return {};
  }
}

bool integer(DType type) { return kind(type) == 'i' || kind(type) == 'u'; }

int64_t ceil_div(int64_t a, int64_t b) { return (a - 1) / b + 1; }

void choose_rows(ScanArgs& args) {
  int64_t n = args.n, lanes = args.lanes.size;
  args.width = 1;
  while (args.width < 32 && args.width < n) args.width *= 2;
  bool is_short =
      n <= kShortRow || (n <= kLongestShortRow && lanes >= kManyRows);
  args.kind = is_short ? ScanKind::kShortRows : ScanKind::kRows;
  if (is_short) return;
  int64_t tiles = ceil_div(n, kScanTile);
  int64_t chunks =
      std::clamp<int64_t>(kBlocks / lanes, 1, std::min(tiles, kMaxScanChunks));
  args.chunk = ceil_div(tiles, chunks) * kScanTile;
  args.chunks = ceil_div(n, args.chunk);
}

void choose_columns(ScanArgs& args) {
  constexpr int64_t kShortestChunk = 32;
  int64_t chunks = std::clamp<int64_t>(kThreads / args.lanes.size, 1,
                                       ceil_div(args.n, kShortestChunk));
  args.kind = ScanKind::kColumns;
  args.chunk = ceil_div(args.n, std::min(chunks, kMaxScanChunks));
  args.chunks = ceil_div(args.n, args.chunk);
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

bool scan_loads(DType memory, DType loop) {
  if (memory == loop) return true;
  bool both_integers =
      (integer(memory) || memory == DType::kBool) && integer(loop);
  return (both_integers || kind(memory) == kind(loop)) &&
         can_cast(memory, loop, Casting::kSafe);
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
  bool rows =
      inner < 0 || std::abs(args.in_stride) <= kSectorBytes ||
      std::abs(args.in_stride) <= std::abs(args.lanes.in_strides[inner]);
  args.chunks = 1;
  args.chunk = args.n;
  args.reduce_threads = kScanThreads;
  if (args.segmented) {
    args.kind = rows ? ScanKind::kRows : ScanKind::kColumns;
    args.chunks = plan.segments;
    if (plan.n / plan.segments < kShortRow) args.reduce_threads = 32;
  } else if (rows) {
    choose_rows(args);
  } else {
    choose_columns(args);
  }
  StoragePtr sums;
  if (!args.segmented && args.chunks > 1) {
    size_t accumulator = kind(type) == 'c' ? 16 : 8;
    sums = Storage::allocate(
        plan.device, args.lanes.size * args.chunks * accumulator, plan.stream);
    args.sums = sums->data();
  }
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  if (kind(type) == 'c')
    scan_complex(args, stream);
  else if (kind(type) == 'f')
    scan_real(args, stream);
  else if (kind(type) == 'i')
    scan_signed(args, stream);
  else
    scan_unsigned(args, stream);
}

}  // namespace tenorite::cuda
