// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/sort/select_lines.cuh"
#include "ops/cuda/sort/select_ranks.h"

namespace tenorite::cuda {
namespace {

template <class Key>
__global__ void __launch_bounds__(kSelectThreads, 2)
    select_lines_kernel(const __grid_constant__ SelectLinesArgs args) {
  extern __shared__ uint4 shared[];
  select_lines<Key>(args, shared);
}

template <class Key>
__global__ void __launch_bounds__(kSelectThreads, 2)
    split_lines_kernel(const __grid_constant__ SelectLinesArgs args) {
  split_lines<Key>(args);
}

template <class Key>
void launch(const PartitionPlan& plan) {
  SelectLinesArgs args{};
  args.select = select_args(plan);
  const SelectLinesShape shape =
      select_lines_shape(args, properties(plan.device).multiprocessors);
  auto allocate = [&](size_t bytes) {
    return Storage::allocate(plan.device, bytes, plan.stream);
  };
  // What begins as zero is together.
  const StoragePtr counters = allocate(shape.histograms + shape.counts),
                   ranks = allocate(shape.ranks),
                   lengths = allocate(shape.lengths),
                   keys = shape.keys > 0 ? allocate(shape.keys) : StoragePtr();
  args.histograms = reinterpret_cast<uint32_t*>(counters->data());
  args.counts =
      reinterpret_cast<uint32_t*>(counters->data() + shape.histograms);
  args.ranks = ranks->data();
  args.lengths = reinterpret_cast<uint32_t*>(lengths->data());
  args.keys = keys ? keys->data() : nullptr;
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  TENORITE_CUDA_TRY(cudaMemsetAsync(counters->data(), 0,
                                    shape.histograms + shape.counts, stream));
  if (shape.shared > (48 << 10) - (4 << 10))
    TENORITE_CUDA_TRY(cudaFuncSetAttribute(
        select_lines_kernel<Key>, cudaFuncAttributeMaxDynamicSharedMemorySize,
        static_cast<int>(shape.shared)));
  const int passes = passes_of(args.select.kind.size);
  const auto lines = static_cast<unsigned>(plan.rows);
  for (args.pass = 0; args.pass <= passes; ++args.pass) {
    const bool stores = args.pass == passes && plan.kept == 0;
    select_lines_kernel<Key><<<dim3(stores ? 1 : args.blocks, lines),
                               kSelectThreads, shape.shared, stream>>>(args);
    TENORITE_CUDA_LAUNCHED("select_lines");
  }
  if (plan.kept == 0) return;
  split_lines_kernel<Key>
      <<<dim3(args.blocks, lines), kSelectThreads, 0, stream>>>(args);
  TENORITE_CUDA_LAUNCHED("split_lines");
}

}  // namespace

void select_lines(const PartitionPlan& plan) {
  if (itemsize(plan.dtype) == 8)
    launch<uint64_t>(plan);
  else
    launch<uint32_t>(plan);
}

}  // namespace tenorite::cuda
