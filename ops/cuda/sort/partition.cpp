// SPDX-License-Identifier: Apache-2.0
// Where a selection by rank takes the place of a sort, and by which kernels.
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/sort/select_ranks.h"

namespace tenorite::cuda {
namespace {

// The histograms of all ranks have room in a block's shared memory, beside
// keys.
bool has_room(const PartitionPlan& plan) {
  constexpr size_t kHistogram = 8 << 10;
  return properties(plan.device).shared_memory_per_block_optin >=
         (static_cast<size_t>(plan.count) + 2) * kHistogram;
}

bool is_shared(const PartitionPlan& plan) {
  const int64_t multiprocessors = properties(plan.device).multiprocessors;
  return plan.rows < multiprocessors &&
         plan.rows * plan.n < multiprocessors * (plan.n - kSharedLine);
}

void select(const PartitionPlan& plan) {
  if (is_shared(plan))
    select_lines(plan);
  else
    select_rows(plan);
}

}  // namespace

bool selects(const PartitionPlan& plan) {
  // Sorted are: short rows; complex numbers, whose keys are pairs; lines with
  // more items than 32-bit counters are sure to count; many ranks; and rows of
  // which more than half would have to be sorted afterwards.
  constexpr int64_t kLongest = int64_t{1} << 31;
  return plan.n >= kShortestSelected && plan.n < kLongest &&
         kind(plan.dtype) != 'c' && plan.count <= kMaxRanks &&
         plan.n >= kSelectedPerRank * plan.count &&
         (plan.kept == plan.n || plan.kept <= plan.n / 2) && has_room(plan);
}

void partition(const PartitionPlan& plan) {
  DeviceGuard guard(plan.device);
  if (plan.out != plan.in || (!is_shared(plan) && keeps_whole_rows(plan)))
    return select(plan);
  const auto bytes =
      static_cast<size_t>(plan.rows * plan.n) * itemsize(plan.dtype);
  const StoragePtr result = Storage::allocate(plan.device, bytes, plan.stream);
  PartitionPlan apart = plan;
  apart.out = result->data();
  select(apart);
  TENORITE_CUDA_TRY(cudaMemcpyAsync(plan.out, apart.out, bytes,
                                    cudaMemcpyDeviceToDevice,
                                    stream_handle(plan.device, plan.stream)));
}

}  // namespace tenorite::cuda
