// SPDX-License-Identifier: Apache-2.0
// Histograms without weights. Counts are integers, so that atomics give the
// same in any order.
#include <algorithm>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/index/bin_counts.cuh"

namespace tenorite::cuda {
namespace {

template <class T>
__global__ void __launch_bounds__(kBinThreads, kBinBlocks)
    count_in_blocks_kernel(const __grid_constant__ BinArgs args) {
  extern __shared__ uint32_t counters[];
  count_in_blocks<T>(args, counters);
}
template <class T>
__global__ void __launch_bounds__(kBinThreads, kBinBlocks)
    count_in_memory_kernel(const __grid_constant__ BinArgs args) {
  count_in_memory<T>(args);
}
__global__ void __launch_bounds__(kBinThreads, kBinBlocks)
    number_kernel(const __grid_constant__ BinArgs args) {
  number_all(args);
}

}  // namespace

void bin(const BinPlan& plan) {
  DeviceGuard guard(plan.device);
  BinArgs args{};
  args.in = plan.in;
  args.letter = letter(plan.dtype);
  args.n = plan.n;
  args.bins = plan.bins;
  args.counts = reinterpret_cast<unsigned long long*>(plan.counts);
  args.numbers = plan.numbers;
  if (!plan.numbers && plan.bins.count == 0) return;
  const bool shares = !plan.numbers && plan.bins.count <= kCountedBins;
  const size_t shared = shares ? (plan.bins.count + 1) * sizeof(uint32_t) : 0;
  // Blocks that stay: each clears its counters and adds them once.
  const int64_t most =
      int64_t{kBinBlocks} * properties(plan.device).multiprocessors;
  const auto blocks =
      static_cast<unsigned>(std::min((plan.n - 1) / kBinTile + 1, most));
  const auto launch = [&](auto* kernel) {
    kernel<<<blocks, kBinThreads, shared,
             stream_handle(plan.device, plan.stream)>>>(args);
    TENORITE_CUDA_LAUNCHED("bins");
  };
  const bool single = args.letter == 'f' && plan.bins.precision == 'f';
  if (plan.numbers)
    launch(number_kernel);
  else if (!shares)
    plan.bins.edges ? launch(count_in_memory_kernel<double>)
                    : launch(count_in_memory_kernel<int64_t>);
  else if (!plan.bins.edges)
    launch(count_in_blocks_kernel<int64_t>);
  else
    single ? launch(count_in_blocks_kernel<float>)
           : launch(count_in_blocks_kernel<double>);
}

}  // namespace tenorite::cuda
