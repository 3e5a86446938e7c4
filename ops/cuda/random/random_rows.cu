// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/random/random_distributions.cuh"

namespace tenorite::cuda {
namespace {

template <class Weight>
struct Weights {
  const uint64_t* first;
  __device__ Weight operator()(int64_t j) const {
    return bit_cast<Weight>(first[j]);
  }
};
struct Counts {
  int64_t* first;
  __device__ int64_t& operator()(int64_t j) const { return first[j]; }
};

template <class F>
__global__ void __launch_bounds__(kThreads)
    rows_kernel(int64_t* out, int64_t n, int64_t categories,
                const rng::CallKey key, const RandomParameter draws,
                const RandomParameter weights) {
  const int64_t row = int64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (row >= n) return;
  rng::Substream stream(key, row);
  F()(stream, static_cast<long>(item(draws, row)), categories,
      Weights<typename F::Weight>{weights.data +
                                  row * categories % weights.period},
      Counts{out + row * categories});
}

template <class F>
void draw_rows(const RandomRowsPlan& plan) {
  DeviceGuard guard(plan.device);
  rows_kernel<F><<<static_cast<unsigned>((plan.n - 1) / kThreads + 1), kThreads,
                   0, stream_handle(plan.device, plan.stream)>>>(
      plan.out, plan.n, plan.categories, plan.key, plan.draws, plan.weights);
  TENORITE_CUDA_LAUNCHED("random categories");
}

}  // namespace

void random_categories(const RandomRowsPlan& plan) {
  if (plan.draw == CategoryDraw::kMultinomial)
    draw_rows<rng::Multinomial>(plan);
  else
    draw_rows<rng::MultivariateHypergeometric>(plan);
}

}  // namespace tenorite::cuda
