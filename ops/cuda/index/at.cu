// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/copy/strided_copy.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/errors.h"
#include "ops/cuda/index/at.h"
#include "ops/cuda/scan/fold.h"
#include "ops/cuda/sort/radix_sort.h"
#include "ops/cuda/sort/runs.h"
#include "ops/table/op_checks.h"

namespace tenorite::cuda {
namespace {

constexpr int kThreads = 256;

unsigned grid_of(int64_t n) {
  constexpr int64_t kMost = 1 << 20;
  int64_t blocks = (n - 1) / kThreads + 1;
  return static_cast<unsigned>(blocks < kMost ? blocks : kMost);
}

enum class AtomicOp { kAdd, kSubtract, kMaximum, kMinimum, kAnd, kOr, kXor };

// Integer operations whose result does not depend on the order.
std::optional<AtomicOp> atomic_op(Op op, DType type) {
  bool integer = kind(type) == 'i' || kind(type) == 'u';
  if (!integer || itemsize(type) < 4) return {};
  switch (op) {
    case Op::add:
      return AtomicOp::kAdd;
    case Op::subtract:
      return AtomicOp::kSubtract;
    case Op::maximum:
    case Op::fmax:
      return AtomicOp::kMaximum;
    case Op::minimum:
    case Op::fmin:
      return AtomicOp::kMinimum;
    case Op::bitwise_and:
      return AtomicOp::kAnd;
    case Op::bitwise_or:
      return AtomicOp::kOr;
    case Op::bitwise_xor:
      return AtomicOp::kXor;
    default:
      return {};
  }
}

// T is the type that orders; U the unsigned one that adds.
template <class T, class U>
__global__ void at_atomic(const __grid_constant__ AtArgs args,
                          const int64_t* offsets, AtomicOp op) {
  int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.n;
       i += step) {
    char* place = args.target + offsets[i];
    auto* target = reinterpret_cast<U*>(place);
    auto* ordered = reinterpret_cast<T*>(place);
    const char* values = args.values ? args.values : args.scalar;
    auto value = *reinterpret_cast<const U*>(values + i * args.value_stride);
    switch (op) {
      case AtomicOp::kAdd:
        atomicAdd(target, value);
        break;
      case AtomicOp::kSubtract:
        atomicAdd(target, U(0) - value);
        break;
      case AtomicOp::kMaximum:
        atomicMax(ordered, static_cast<T>(value));
        break;
      case AtomicOp::kMinimum:
        atomicMin(ordered, static_cast<T>(value));
        break;
      case AtomicOp::kAnd:
        atomicAnd(target, value);
        break;
      case AtomicOp::kOr:
        atomicOr(target, value);
        break;
      case AtomicOp::kXor:
        atomicXor(target, value);
        break;
    }
  }
}

void run_atomic(const AtArgs& args, const int64_t* offsets, AtomicOp op,
                DType type, cudaStream_t stream) {
  unsigned grid = grid_of(args.n);
  switch (type) {
    case DType::kInt32:
      at_atomic<int, unsigned>
          <<<grid, kThreads, 0, stream>>>(args, offsets, op);
      break;
    case DType::kUint32:
      at_atomic<unsigned, unsigned>
          <<<grid, kThreads, 0, stream>>>(args, offsets, op);
      break;
    case DType::kInt64:
      at_atomic<long long, unsigned long long>
          <<<grid, kThreads, 0, stream>>>(args, offsets, op);
      break;
    default:
      at_atomic<unsigned long long, unsigned long long>
          <<<grid, kThreads, 0, stream>>>(args, offsets, op);
      break;
  }
  TENORITE_CUDA_LAUNCHED("at_atomic");
}

template <class Key, class Place>
__global__ void number_targets(const int64_t* offsets, int64_t lowest,
                               int64_t step, int64_t n, Key* keys,
                               Place* places) {
  int64_t all = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < n;
       i += all) {
    keys[i] = static_cast<Key>((offsets[i] - lowest) / step);
    places[i] = static_cast<Place>(i);
  }
}

// In `storage`, which has to stay.
template <class Key, class Place>
SortedTargets<Key, Place> sort_targets(const AtPlan& plan, StoragePtr& storage,
                                       int64_t* runs) {
  static_assert(sizeof(Key) == sizeof(Place));
  auto bytes = static_cast<size_t>(plan.n) * 4 * sizeof(Key);
  storage = Storage::allocate(plan.device, bytes, plan.stream);
  auto* key = reinterpret_cast<Key*>(storage->data());
  auto* place = reinterpret_cast<Place*>(key + 2 * plan.n);
  Buffers<Key> keys{key, key + plan.n};
  Buffers<Place> places{place, place + plan.n};
  number_targets<<<grid_of(plan.n), kThreads, 0,
                   stream_handle(plan.device, plan.stream)>>>(
      plan.offset, plan.lowest, plan.step, plan.n, key, place);
  TENORITE_CUDA_LAUNCHED("number_targets");
  const int bits = std::bit_width(static_cast<uint64_t>(plan.places - 1));
  sort_pairs(keys, places, plan.n, std::max(1, bits), plan.device, plan.stream);
  find_runs(keys.current, plan.n, places.other, runs, plan.device, plan.stream);
  return {keys.current, places.current, places.other};
}

void run_sorted(AtArgs args, const AtPlan& plan, FoldEntry entry) {
  StoragePtr storage, count;
  count = Storage::allocate(plan.device, sizeof(int64_t), plan.stream);
  auto* runs = reinterpret_cast<int64_t*>(count->data());
  args.target += plan.lowest;
  args.step = plan.step;
  args.places = plan.places;
  args.runs = runs;
  args.narrow = plan.places <= UINT32_MAX && plan.n <= UINT32_MAX;
  if (args.narrow)
    args.narrow_targets = sort_targets<uint32_t, uint32_t>(plan, storage, runs);
  else
    args.wide_targets = sort_targets<uint64_t, int64_t>(plan, storage, runs);
  entry.family->at(args, entry.index, stream_handle(plan.device, plan.stream));
}

// Whether targets may be of a narrower type, to which each step's result is
// converted.
bool fits(DType loop, DType target) {
  return loop == target || (kind(loop) == kind(target) && kind(loop) != 'b' &&
                            itemsize(target) < itemsize(loop));
}

}  // namespace

void at(const AtPlan& plan) {
  if (plan.n == 0) return;
  DeviceGuard guard(plan.device);
  const LoopTypes& types = info(plan.op).loops[plan.loop];
  DType type = types.in[0];
  FoldEntry entry = fold_entry(plan.op, plan.loop);
  const bool narrows = plan.target_dtype != type;
  if (plan.unary || !entry.family || !fits(type, plan.target_dtype) ||
      !is_aligned(plan.target, nullptr, 0, plan.target_dtype))
    return at_in_rounds(plan);

  AtArgs args{};
  args.target = plan.target;
  args.size = static_cast<int>(itemsize(type));
  args.kept_size = narrows ? static_cast<int>(itemsize(plan.target_dtype)) : 0;
  args.n = plan.n;
  args.error = error_word(plan.device);
  const PlannedOperand& value = plan.value;
  StoragePtr converted;
  if (value.scalar) {
    std::memcpy(args.scalar, value.value.bytes, sizeof(args.scalar));
  } else {
    args.values = value.data;
    args.value_stride = value.strides[0];
    if (value.dtype != type ||
        !is_aligned(value.data, value.strides, 1, type)) {
      auto size = static_cast<int64_t>(itemsize(type));
      converted = Storage::allocate(plan.device, plan.n * size, plan.stream);
      strided_copy({converted->data(), type, &size},
                   {value.data, value.dtype, value.strides}, 1, &plan.n,
                   plan.device, plan.stream);
      args.values = converted->data();
      args.value_stride = size;
    }
  }
  args.aligned = (reinterpret_cast<uintptr_t>(args.values) |
                  static_cast<uintptr_t>(args.value_stride)) %
                     itemsize(type) ==
                 0;
  const std::optional<AtomicOp> op = atomic_op(plan.op, type);
  if (!narrows && op)
    run_atomic(args, plan.offset, *op, type,
               stream_handle(plan.device, plan.stream));
  else if (narrows || !at_extremes(plan, args))
    run_sorted(args, plan, entry);
  if (may_report(plan.op, plan.loop))
    note_checked_launch(plan.device, plan.stream);
}

}  // namespace tenorite::cuda
