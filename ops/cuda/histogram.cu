// SPDX-License-Identifier: Apache-2.0
// Histograms: counts are integers, so that atomics give the same in any order;
// weights are added along fixed trees.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/radix_sort.h"
#include "ops/cuda/sort_items.cuh"
#include "ops/cuda/sort_pairs.h"
#include "ops/cuda/tuning.h"
#include "ops/device/types.h"

namespace tenorite::cuda {
namespace {

// Counters in a block's shared memory; few bins have several, for its warps.
constexpr int kShared = 8192;
constexpr int kWarps = kThreads / kWarp;
// Items that a thread has in flight.
constexpr int kAhead = 8;

struct BinArgs {
  const char* in;
  char letter;
  int64_t n;
  Bins bins;
  unsigned long long* counts;
  int64_t* numbers;
  int copies;  // of the counters in shared memory; 0: none
};

template <class T>
__device__ __forceinline__ T item_at(const char* in, int64_t i) {
  return reinterpret_cast<const T*>(in)[i];
}
__device__ __forceinline__ double load_number(const char* in, int64_t i,
                                              char letter) {
  switch (letter) {
    case 'f':
      return item_at<float>(in, i);
    case 'd':
      return item_at<double>(in, i);
    case 'e':
      return static_cast<float>(item_at<half>(in, i));
    case 'l':
      return static_cast<double>(item_at<long>(in, i));
    case 'L':
      return static_cast<double>(item_at<unsigned long>(in, i));
    case 'i':
      return item_at<int>(in, i);
    case 'I':
      return item_at<unsigned>(in, i);
    case 'h':
      return item_at<short>(in, i);
    case 'H':
      return item_at<unsigned short>(in, i);
    case 'b':
      return item_at<signed char>(in, i);
    default:
      return item_at<unsigned char>(in, i);
  }
}
__device__ __forceinline__ int64_t load_integer(const char* in, int64_t i,
                                                char letter) {
  if (letter == 'l' || letter == 'L') return item_at<long>(in, i);
  return static_cast<int64_t>(load_number(in, i, letter));
}

// The bin's number; -1 for none.
__device__ __forceinline__ int64_t number_of(const BinArgs& args, int64_t i) {
  if (args.bins.edges)
    return bin_of(args.bins, load_number(args.in, i, args.letter));
  int64_t b = load_integer(args.in, i, args.letter);
  return b >= 0 && b < args.bins.count ? b : -1;
}

__global__ void __launch_bounds__(kThreads)
    count_kernel(const __grid_constant__ BinArgs args) {
  __shared__ unsigned counters[kShared];
  const int bins = static_cast<int>(args.bins.count);
  const int used = args.copies * bins;
  for (int b = threadIdx.x; b < used; b += kThreads) counters[b] = 0;
  __syncthreads();
  unsigned* own =
      counters +
      (args.copies > 1 ? threadIdx.x / kWarp % args.copies * bins : 0);
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t first = blockIdx.x * int64_t{kThreads} + threadIdx.x;
       first < args.n; first += kAhead * step) {
    int64_t numbers[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      numbers[k] =
          first + k * step < args.n ? number_of(args, first + k * step) : -1;
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      if (numbers[k] < 0) continue;
      if (args.copies > 0)
        atomicAdd(own + numbers[k], 1u);
      else
        atomicAdd(args.counts + numbers[k], 1ull);
    }
  }
  __syncthreads();
  if (args.copies == 0) return;
  for (int b = threadIdx.x; b < bins; b += kThreads) {
    unsigned long long count = 0;
    for (int c = 0; c < args.copies; ++c) count += counters[c * bins + b];
    if (count > 0) atomicAdd(args.counts + b, count);
  }
}

__global__ void __launch_bounds__(kThreads)
    number_kernel(const __grid_constant__ BinArgs args) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.n;
       i += step) {
    int64_t b = number_of(args, i);
    args.numbers[i] = b < 0 ? args.bins.count : b;
  }
}

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

template <class Key>
__device__ int64_t first_at_least(const Key* keys, int64_t n, int64_t bin) {
  int64_t low = 0, high = n;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (static_cast<int64_t>(keys[middle]) < bin)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// Each block sums one of `parts` parts of a bin.
template <class Key, class Place>
__global__ void __launch_bounds__(kThreads)
    sum_parts(const Key* keys, const Place* places, const double* weights,
              int64_t n, int64_t bins, int parts, double* sums) {
  __shared__ int64_t ends[2];
  __shared__ double warps[kWarps];
  for (int64_t job = blockIdx.x; job < bins * parts; job += gridDim.x) {
    int64_t bin = job / parts, part = job % parts;
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
      sums[job] = sum;
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
  auto parts = static_cast<int>(std::max<int64_t>(1, kBlocks / plan.bins));
  StoragePtr storage;
  double* sums = plan.out;
  if (parts > 1) {
    storage = Storage::allocate(plan.device, plan.bins * parts * sizeof(double),
                                plan.stream);
    sums = reinterpret_cast<double*>(storage->data());
  }
  auto grid =
      static_cast<unsigned>(std::min<int64_t>(plan.bins * parts, 1 << 20));
  sum_parts<<<grid, kThreads, 0, stream>>>(keys, places, plan.weights, plan.n,
                                           plan.bins, parts, sums);
  TENORITE_CUDA_LAUNCHED("sum_parts");
  if (parts == 1) return;
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

void bin(const BinPlan& plan) {
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  BinArgs args{};
  args.in = plan.in;
  args.letter = letter(plan.dtype);
  args.n = plan.n;
  args.bins = plan.bins;
  args.counts = reinterpret_cast<unsigned long long*>(plan.counts);
  args.numbers = plan.numbers;
  if (plan.numbers) {
    number_kernel<<<grid_of(plan.n), kThreads, 0, stream>>>(args);
    TENORITE_CUDA_LAUNCHED("bin numbers");
    return;
  }
  if (plan.bins.count == 0) return;
  if (plan.bins.count <= kShared)
    args.copies =
        static_cast<int>(std::min<int64_t>(kWarps, kShared / plan.bins.count));
  // Blocks that stay: each clears its counters and adds them once.
  int64_t most = 6 * int64_t{properties(plan.device).multiprocessors};
  int64_t blocks = (plan.n - 1) / (kThreads * kAhead) + 1;
  count_kernel<<<static_cast<unsigned>(std::min(blocks, most)), kThreads, 0,
                 stream>>>(args);
  TENORITE_CUDA_LAUNCHED("bin counts");
}

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
