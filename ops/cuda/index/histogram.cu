// SPDX-License-Identifier: Apache-2.0
// Sums of weights by bin, along fixed trees, and where a sorted line has new
// items.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/abi/sorted_keys.cuh"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/sort/radix_sort.h"
#include "ops/cuda/sort/runs.h"
#include "ops/cuda/sort/sort_items.cuh"
#include "ops/cuda/sort/sort_pairs.h"
#include "ops/device/types.h"

namespace tenorite::cuda {
namespace {

constexpr int kWarps = kThreads / kWarp;

// ---- sums ----

template <class Key, class Place>
__global__ void __launch_bounds__(kThreads)
    make_number_keys(const int64_t* numbers, int64_t n, Key* keys,
                     Place* places) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < n;
       i += step) {
    keys[i] = static_cast<Key>(numbers[i]);
    if (places) places[i] = static_cast<Place>(i);
  }
}

// What a thread sums alone, in NumPy's order.
constexpr int64_t kShortBin = 64;

// Bins of more items are listed instead; `listed` is zero before. The rest of
// `out` is.
template <class Key, class Place>
__global__ void __launch_bounds__(kThreads)
    sum_short_bins(const Key* keys, const Place* places, const Place* starts,
                   const int64_t* count, const double* weights, int64_t n,
                   int64_t bins, double* out, int64_t* list,
                   unsigned long long* listed) {
  const int64_t runs = *count, step = gridDim.x * int64_t{kThreads};
  for (int64_t r = blockIdx.x * int64_t{kThreads} + threadIdx.x; r < runs;
       r += step) {
    const auto begin = static_cast<int64_t>(starts[r]);
    const int64_t end = r + 1 < runs ? static_cast<int64_t>(starts[r + 1]) : n;
    const auto bin = static_cast<int64_t>(keys[begin]);
    if (bin == bins) continue;
    if (end - begin > kShortBin) {
      list[atomicAdd(listed, 1ull)] = bin;
      continue;
    }
    double sum = 0;
    for (int64_t i = begin; i < end; ++i) sum += weights[places[i]];
    out[bin] = sum;
  }
}

// Each block sums one of `parts` parts of a bin: of those of a list, or of all.
template <class Key, class Place>
__global__ void __launch_bounds__(kThreads)
    sum_parts(const Key* keys, const Place* places, const double* weights,
              int64_t n, int64_t bins, const int64_t* list,
              const unsigned long long* listed, int parts, double* sums) {
  __shared__ int64_t ends[2];
  __shared__ double warps[kWarps];
  int64_t jobs = parts * (list ? static_cast<int64_t>(*listed) : bins);
  for (int64_t job = blockIdx.x; job < jobs; job += gridDim.x) {
    int64_t bin = job / parts, part = job % parts;
    if (list) bin = list[bin];
    if (threadIdx.x < 2)
      ends[threadIdx.x] = first_at_least(keys, n, bin + threadIdx.x);
    __syncthreads();
    int64_t length = ends[1] - ends[0];
    int64_t begin = ends[0] + length * part / parts;
    int64_t end = ends[0] + length * (part + 1) / parts;
    double sum = 0;
    for (int64_t i = begin + threadIdx.x; i < end; i += kThreads)
      sum += weights[places[i]];
    for (int delta = kWarp / 2; delta > 0; delta /= 2)
      sum += __shfl_down_sync(~0u, sum, delta);
    if (threadIdx.x % kWarp == 0) warps[threadIdx.x / kWarp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < kWarps; ++w) sum += warps[w];
      sums[bin * parts + part] = sum;
    }
    __syncthreads();
  }
}

__global__ void __launch_bounds__(kThreads)
    add_parts(const double* sums, int64_t bins, int parts, double* out) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t b = blockIdx.x * int64_t{kThreads} + threadIdx.x; b < bins;
       b += step) {
    double sum = 0;
    for (int p = 0; p < parts; ++p) sum += sums[b * parts + p];
    out[b] = sum;
  }
}

unsigned grid_of(int64_t n) {
  constexpr int64_t kMost = 1 << 16;
  return static_cast<unsigned>(std::min((n - 1) / kThreads + 1, kMost));
}

template <class Key, class Place>
void sum_sorted(const BinSumPlan& plan, const Key* keys, const Place* places) {
  // Enough blocks to fill a GPU; their number depends on the bins alone.
  constexpr int64_t kBlocks = 2048;
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  auto allocate = [&](int64_t items) {
    return Storage::allocate(plan.device, items * 8, plan.stream);
  };
  if (plan.bins >= kBlocks) {
    const int64_t most = std::min(plan.bins + 1, plan.n);
    StoragePtr storage = allocate(most + 2), places_of_runs = allocate(plan.n);
    auto* list = reinterpret_cast<int64_t*>(storage->data());
    auto* listed = reinterpret_cast<unsigned long long*>(list + most);
    int64_t* runs = list + most + 1;
    auto* starts = reinterpret_cast<Place*>(places_of_runs->data());
    find_runs(keys, plan.n, starts, runs, plan.device, plan.stream);
    TENORITE_CUDA_TRY(cudaMemsetAsync(listed, 0, sizeof(*listed), stream));
    TENORITE_CUDA_TRY(
        cudaMemsetAsync(plan.out, 0, plan.bins * sizeof(double), stream));
    sum_short_bins<<<grid_of(most), kThreads, 0, stream>>>(
        keys, places, starts, runs, plan.weights, plan.n, plan.bins, plan.out,
        list, listed);
    TENORITE_CUDA_LAUNCHED("sum_short_bins");
    sum_parts<<<kBlocks, kThreads, 0, stream>>>(keys, places, plan.weights,
                                                plan.n, plan.bins, list, listed,
                                                1, plan.out);
    TENORITE_CUDA_LAUNCHED("sum_parts");
    return;
  }
  auto parts = static_cast<int>(kBlocks / plan.bins);
  StoragePtr storage = allocate(plan.bins * parts);
  auto* sums = reinterpret_cast<double*>(storage->data());
  auto grid = static_cast<unsigned>(plan.bins * parts);
  sum_parts<<<grid, kThreads, 0, stream>>>(keys, places, plan.weights, plan.n,
                                           plan.bins, nullptr, nullptr, parts,
                                           sums);
  TENORITE_CUDA_LAUNCHED("sum_parts");
  add_parts<<<grid_of(plan.bins), kThreads, 0, stream>>>(sums, plan.bins, parts,
                                                         plan.out);
  TENORITE_CUDA_LAUNCHED("add_parts");
}

// ---- equal neighbours ----

template <class Key>
__global__ void __launch_bounds__(kThreads)
    mark_first(const char* sorted, int64_t n, ItemKind kind, bool* out) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < n;
       i += step) {
    bool first = i == 0;
    if (!first) {
      Key before = Key::load(sorted, i - 1, 0, kind);
      first = before < Key::load(sorted, i, 0, kind);
    }
    out[i] = first;
  }
}

}  // namespace

void bin_sums(const BinSumPlan& plan) {
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  int bits = std::bit_width(static_cast<uint64_t>(plan.bins));
  auto allocate = [&](int64_t items, size_t size) {
    return Storage::allocate(plan.device, items * size, plan.stream);
  };
  if (plan.n > UINT32_MAX || plan.bins >= UINT32_MAX) {
    StoragePtr storage = allocate(plan.n, sizeof(uint64_t));
    auto* keys = reinterpret_cast<uint64_t*>(storage->data());
    make_number_keys<<<grid_of(plan.n), kThreads, 0, stream>>>(
        plan.numbers, plan.n, keys, static_cast<int64_t*>(nullptr));
    TENORITE_CUDA_LAUNCHED("make_number_keys");
    SortedKeys sorted = sort_keys(keys, plan.n, bits, plan.device, plan.stream);
    return sum_sorted(plan, sorted.keys, sorted.order);
  }
  StoragePtr storage = allocate(plan.n, 4 * sizeof(uint32_t));
  auto* words = reinterpret_cast<uint32_t*>(storage->data());
  Buffers<uint32_t> keys{words, words + plan.n};
  Buffers<uint32_t> places{words + 2 * plan.n, words + 3 * plan.n};
  make_number_keys<<<grid_of(plan.n), kThreads, 0, stream>>>(
      plan.numbers, plan.n, keys.current, places.current);
  TENORITE_CUDA_LAUNCHED("make_number_keys");
  sort_pairs(keys, places, plan.n, bits, plan.device, plan.stream);
  sum_sorted(plan, keys.current, places.current);
}

void first_of_equals(DType dtype, const char* sorted, int64_t n, bool* out,
                     Device device, StreamId stream_id) {
  DeviceGuard guard(device);
  cudaStream_t stream = stream_handle(device, stream_id);
  ItemKind kind{};
  kind.size = static_cast<int>(itemsize(dtype));
  kind.kind = key_kind(dtype);
  kind.complex = tenorite::kind(dtype) == 'c';
  kind.hidden = true;
  if (dtype == DType::kComplex128)
    mark_first<PairPlace>
        <<<grid_of(n), kThreads, 0, stream>>>(sorted, n, kind, out);
  else if (kind.size == 8)
    mark_first<WideKey>
        <<<grid_of(n), kThreads, 0, stream>>>(sorted, n, kind, out);
  else
    mark_first<NarrowKey>
        <<<grid_of(n), kThreads, 0, stream>>>(sorted, n, kind, out);
  TENORITE_CUDA_LAUNCHED("mark_first");
}

}  // namespace tenorite::cuda
