// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/sort/sort_items.cuh"

namespace tenorite::cuda {
namespace {

struct SearchArgs {
  const char* sorted;
  int64_t n;
  const char* values;
  int64_t m;
  int64_t* out;
  bool right;
  ItemKind kind;
};

// Halves a range without a branch: all threads take as many steps.
template <class Key>
__global__ void __launch_bounds__(kThreads)
    search_kernel(const __grid_constant__ SearchArgs args) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.m;
       i += step) {
    const Key value = Key::load(args.values, i, 0, args.kind);
    int64_t low = 0, n = args.n;
    while (n > 0) {
      int64_t half = (n - 1) / 2;
      const Key item = Key::load(args.sorted, low + half, 0, args.kind);
      bool before = args.right ? !(value < item) : item < value;
      low += before ? half + 1 : 0;
      n = before ? n - half - 1 : half;
    }
    args.out[i] = low;
  }
}

}  // namespace

void search(const SearchPlan& plan) {
  DeviceGuard guard(plan.device);
  SearchArgs args{plan.sorted, plan.n,     plan.values, plan.m,
                  plan.out,    plan.right, {}};
  args.kind.size = static_cast<int>(itemsize(plan.dtype));
  args.kind.kind = key_kind(plan.dtype);
  args.kind.complex = kind(plan.dtype) == 'c';
  args.kind.hidden = true;
  constexpr int64_t kMost = 1 << 20;
  int64_t blocks = (plan.m - 1) / kThreads + 1;
  auto grid = static_cast<unsigned>(blocks < kMost ? blocks : kMost);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  // Places are all 0 here, so that they decide nothing.
  if (plan.dtype == DType::kComplex128)
    search_kernel<PairPlace><<<grid, kThreads, 0, stream>>>(args);
  else if (args.kind.size == 8)
    search_kernel<WideKey><<<grid, kThreads, 0, stream>>>(args);
  else
    search_kernel<NarrowKey><<<grid, kThreads, 0, stream>>>(args);
  TENORITE_CUDA_LAUNCHED("search");
}

}  // namespace tenorite::cuda
