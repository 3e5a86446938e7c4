// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/sort/select_ranks.h"
#include "ops/cuda/sort/select_rows.cuh"

namespace tenorite::cuda {
namespace {

template <class Key>
__global__ void __launch_bounds__(kSelectThreads, 2)
    select_rows_kernel(const __grid_constant__ SelectRowsArgs args) {
  extern __shared__ uint4 shared[];
  select_rows<Key>(args, shared);
}

SelectRowsShape shape_of(const PartitionPlan& plan, SelectRowsArgs& args) {
  // What the kernel declares takes less.
  constexpr size_t kDeclared = 4 << 10;
  args.select = select_args(plan);
  return select_rows_shape(
      args, properties(plan.device).shared_memory_per_block_optin - kDeclared);
}

template <class Key>
void launch(const PartitionPlan& plan) {
  SelectRowsArgs args{};
  const SelectRowsShape shape = shape_of(plan, args);
  if (shape.shared > (48 << 10) - (4 << 10))
    TENORITE_CUDA_TRY(cudaFuncSetAttribute(
        select_rows_kernel<Key>, cudaFuncAttributeMaxDynamicSharedMemorySize,
        static_cast<int>(shape.shared)));
  // A block takes another row where a grid has too few.
  constexpr int64_t kMost = INT32_MAX;
  const auto blocks =
      static_cast<unsigned>(plan.rows < kMost ? plan.rows : kMost);
  select_rows_kernel<Key><<<blocks, shape.threads, shape.shared,
                            stream_handle(plan.device, plan.stream)>>>(args);
  TENORITE_CUDA_LAUNCHED("select_rows");
}

}  // namespace

bool keeps_whole_rows(const PartitionPlan& plan) {
  SelectRowsArgs args{};
  shape_of(plan, args);
  return args.capacity >= args.select.n;
}

void select_rows(const PartitionPlan& plan) {
  if (itemsize(plan.dtype) == 8)
    launch<uint64_t>(plan);
  else
    launch<uint32_t>(plan);
}

}  // namespace tenorite::cuda
