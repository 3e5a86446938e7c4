// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/sort/radix_sort.h"

namespace tenorite::cuda {
namespace {

// Up to here other sorts take no longer.
constexpr int64_t kFew = 1 << 13;

struct OrderArgs {
  const uint64_t* words;
  int64_t total;  // of words
  uint32_t n;     // in a row
  uint32_t count;
  int bits;
  int64_t* order;
};

// The number of the row, and below it as many high bits of the word as fit.
__global__ void __launch_bounds__(kThreads)
    make_keys(const __grid_constant__ OrderArgs args, int row_bits,
              uint32_t* keys, uint32_t* places) {
  const int shift = max(args.bits, 32 + row_bits);
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.total;
       i += step) {
    const auto place = static_cast<uint32_t>(i);
    const uint64_t row = place / args.n;
    keys[i] = static_cast<uint32_t>(row << (32 - row_bits)) |
              static_cast<uint32_t>(args.words[i] >> shift);
    places[i] = place;
  }
}

// Places in the order of whole words: those of equal keys, which are few, look
// for theirs among each other.
__global__ void __launch_bounds__(kThreads)
    order_equals(const __grid_constant__ OrderArgs args, const uint32_t* keys,
                 const uint32_t* places) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.total;
       i += step) {
    const uint32_t key = keys[i], place = places[i];
    int64_t begin = i, end = i + 1;
    while (begin > 0 && keys[begin - 1] == key) --begin;
    while (end < args.total && keys[end] == key) ++end;
    int64_t position = begin;
    if (end > begin + 1) {
      const uint64_t word = args.words[place] >> args.bits;
      for (int64_t j = begin; j < end; ++j) {
        const uint64_t other = args.words[places[j]] >> args.bits;
        position += other < word || (other == word && j < i);
      }
    }
    const uint32_t row = static_cast<uint32_t>(position) / args.n;
    const uint32_t in_row = static_cast<uint32_t>(position) - row * args.n;
    if (in_row < args.count)
      args.order[int64_t{row} * args.count + in_row] = place;
  }
}

}  // namespace

bool order_words(const WordOrderPlan& plan) {
  const int64_t total = plan.rows * plan.n;
  const int row_bits = std::bit_width(static_cast<uint64_t>(plan.rows - 1));
  const int n_bits = std::bit_width(static_cast<uint64_t>(plan.n - 1));
  // Keys have bits enough to differ.
  if (plan.n <= kFew || total > INT32_MAX || row_bits + n_bits > 32 ||
      plan.bits + n_bits > 64)
    return false;
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  const OrderArgs args{plan.words,
                       total,
                       static_cast<uint32_t>(plan.n),
                       static_cast<uint32_t>(plan.count),
                       plan.bits,
                       plan.order};
  const StoragePtr storage = Storage::allocate(
      plan.device, static_cast<size_t>(total) * 4 * sizeof(uint32_t),
      plan.stream);
  auto* buffer = reinterpret_cast<uint32_t*>(storage->data());
  Buffers<uint32_t> keys{buffer, buffer + total};
  Buffers<uint32_t> places{buffer + 2 * total, buffer + 3 * total};
  const auto grid = static_cast<unsigned>(
      std::min<int64_t>((total - 1) / kThreads + 1, 1 << 20));
  make_keys<<<grid, kThreads, 0, stream>>>(args, row_bits, keys.current,
                                           places.current);
  TENORITE_CUDA_LAUNCHED("make_keys");
  sort_pairs(keys, places, total, 32, plan.device, plan.stream);
  order_equals<<<grid, kThreads, 0, stream>>>(args, keys.current,
                                              places.current);
  TENORITE_CUDA_LAUNCHED("order_equals");
  return true;
}

}  // namespace tenorite::cuda
