// SPDX-License-Identifier: Apache-2.0
// Two kernels per family, which call a function per loop.
#pragma once

#include <algorithm>

#include "core/cuda/check.h"
#include "ops/cuda/scan/fold.h"
#include "ops/cuda/scan/narrowed.cuh"
#include "ops/table/fold_type.h"

namespace tenorite::cuda {
namespace {

// One left fold.
struct FoldRun {
  const char* first;  // where it starts; else at the first element
  const char* in;
  int64_t in_stride;
  const int64_t* order;          // element i is in[order[i]]
  const uint32_t* narrow_order;  // the same
  char* out;
  int64_t out_stride;
  int64_t n;
  bool accumulate;
  int kept;  // bytes of `first`, `out` and each result, if fewer (narrowed.cuh)
};

template <class T>
__device__ T load_element(const FoldRun& run, int64_t i) {
  int64_t at = run.order          ? run.order[i]
               : run.narrow_order ? int64_t{run.narrow_order[i]}
                                  : i;
  return *reinterpret_cast<const T*>(run.in + at * run.in_stride);
}

template <Op op, int loop>
__device__ __noinline__ unsigned fold_run(const FoldRun& given) {
  // In registers: a store to `out` could change what `given` refers to.
  const FoldRun run = given;
  using T = FoldType<op, loop>;
  using Loop = LoopOf<op, loop>;
  // Loads do not wait for the arithmetic when they are taken several at once.
  constexpr int kAhead = kIsHeavy<op> ? 1 : 4;
  unsigned error = 0;
  int64_t i = 0;
  char* out = run.out;
  T result;
  if (run.kept) {
    result = load_narrowed<T>(run.first, run.kept);
  } else if (run.first) {
    result = *reinterpret_cast<const T*>(run.first);
  } else {
    result = load_element<T>(run, i++);
    if (run.accumulate) {
      *reinterpret_cast<T*>(out) = result;
      out += run.out_stride;
    }
  }
  for (; i < run.n; i += kAhead) {
    T x[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      if (i + k < run.n) x[k] = load_element<T>(run, i + k);
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      if (i + k >= run.n) break;
      Loop::apply(error, result, result, x[k]);
      if (run.kept) result = narrowed(result, run.kept);
      if (run.accumulate) {
        *reinterpret_cast<T*>(out) = result;
        out += run.out_stride;
      }
    }
  }
  if (run.kept)
    store_narrowed(out, result, run.kept);
  else if (!run.accumulate)
    *reinterpret_cast<T*>(out) = result;
  return error;
}

// The loops of a family that can be folded.
struct FoldLoop {
  Op op;
  int loop;
};
template <class Family>
constexpr int count_folds() {
  int n = 0;
  for_each_fold_of<Family>([&]<Op, int>() { ++n; });
  return n;
}
template <class Family>
inline constexpr int kFoldCount = count_folds<Family>();
template <class Family>
struct FoldLoops {
  FoldLoop items[kFoldCount<Family>];
  constexpr FoldLoops() : items{} {
    int n = 0;
    for_each_fold_of<Family>(
        [&]<Op op, int loop>() { items[n++] = {op, loop}; });
  }
};
template <class Family>
inline constexpr FoldLoops<Family> kFoldLoops;

template <class Family, int i = 0>
__device__ __forceinline__ unsigned run_indexed(int index, const FoldRun& run) {
  if constexpr (i < kFoldCount<Family>) {
    if (index == i)
      return fold_run<kFoldLoops<Family>.items[i].op,
                      kFoldLoops<Family>.items[i].loop>(run);
    return run_indexed<Family, i + 1>(index, run);
  } else {
    return 0;
  }
}

template <class Family>
__global__ void fold_kernel(const __grid_constant__ FoldArgs args, int index) {
  int64_t tasks = args.lanes.size * args.segments;
  int64_t first = blockIdx.x * int64_t{blockDim.x} + threadIdx.x;
  for (int64_t task = first; task < tasks;
       task += gridDim.x * int64_t{blockDim.x}) {
    int64_t segment = task / args.lanes.size, lane = task % args.lanes.size;
    int64_t begin = segment * args.chunk;
    int64_t end = min(begin + args.chunk, args.n);
    if (args.begin) {
      begin = args.begin[segment];
      end = args.end[segment];
    }
    FoldRun run{};
    run.in = args.in + begin * args.in_stride;
    run.out = args.out + segment * args.out_stride;
    for (int d = args.lanes.ndim - 1; d >= 0; --d) {
      int64_t i = d == 0 ? lane : lane % args.lanes.shape[d];
      if (d > 0) lane /= args.lanes.shape[d];
      run.in += i * args.lanes.in_strides[d];
      run.out += i * args.lanes.out_strides[d];
    }
    run.in_stride = args.in_stride;
    run.out_stride = args.out_stride;
    run.n = end - begin;
    run.accumulate = args.accumulate;
    if (args.has_initial) run.first = args.initial;
    if (run.n <= 0 && !args.has_initial) continue;
    unsigned error = run_indexed<Family>(index, run);
    if (error) atomicOr(args.error, error);
  }
}

constexpr int kFoldThreads = 128;
constexpr int kFoldWarps = kFoldThreads / 32;
constexpr int kStaged = 128;  // values that a warp loads together

// The occurrences of target `number` of those that have any.
template <class Key, class Place>
__device__ const Place* find_run(const AtArgs& args,
                                 const SortedTargets<Key, Place>& targets,
                                 int64_t number, int64_t runs, FoldRun& run) {
  const auto first = static_cast<int64_t>(targets.starts[number]);
  const int64_t end = number + 1 < runs
                          ? static_cast<int64_t>(targets.starts[number + 1])
                          : args.n;
  run.out = args.target + static_cast<int64_t>(targets.keys[first]) * args.step;
  run.n = end - first;
  return targets.order + first;
}
__device__ FoldRun run_of_target(const AtArgs& args, int64_t number,
                                 int64_t runs) {
  FoldRun run{};
  if (args.narrow)
    run.narrow_order = find_run(args, args.narrow_targets, number, runs, run);
  else
    run.order = find_run(args, args.wide_targets, number, runs, run);
  run.first = run.out;
  run.in = args.values ? args.values : args.scalar;
  run.in_stride = args.value_stride;
  run.kept = args.kept_size;
  return run;
}

// A long run by a warp: its lanes load together what the first of them folds.
template <class Family>
__device__ unsigned fold_by_warp(const AtArgs& args, int index,
                                 const FoldRun& run) {
  __shared__ alignas(16) char staged[kFoldWarps][kStaged * 16];
  const unsigned lane = threadIdx.x % 32;
  char* values = staged[threadIdx.x / 32];
  unsigned error = 0;
  for (int64_t begin = 0; begin < run.n; begin += kStaged) {
    FoldRun part = run;
    part.n = min(run.n - begin, int64_t{kStaged});
    __syncwarp();
    for (int64_t i = lane; i < part.n; i += 32) {
      const auto copy = [&]<class T>(T) {
        *reinterpret_cast<T*>(values + i * sizeof(T)) =
            load_element<T>(run, begin + i);
      };
      switch (args.size) {
        case 1:
          copy(uint8_t());
          break;
        case 2:
          copy(uint16_t());
          break;
        case 4:
          copy(0u);
          break;
        case 8:
          copy(uint2());
          break;
        default:
          copy(uint4());
          break;
      }
    }
    __syncwarp();
    part.in = values;
    part.in_stride = args.size;
    part.order = nullptr;
    part.narrow_order = nullptr;
    if (lane == 0) error |= run_indexed<Family>(index, part);
  }
  return error;
}

// Whether each target has a warp: its threads alone would wait for memory.
__host__ __device__ inline bool has_warps(const AtArgs& args) {
  constexpr int64_t kFew = 1 << 16;
  return args.values && args.aligned && args.places < kFew &&
         args.places <= args.n / 16;
}

template <class Family>
__global__ void __launch_bounds__(kFoldThreads)
    at_kernel(const __grid_constant__ AtArgs args, int index) {
  const int64_t runs = *args.runs;
  const int lanes = has_warps(args) ? 32 : 1;
  int64_t first = (blockIdx.x * int64_t{kFoldThreads} + threadIdx.x) / lanes;
  for (int64_t number = first; number < runs;
       number += gridDim.x * int64_t{kFoldThreads / lanes}) {
    const FoldRun run = run_of_target(args, number, runs);
    const unsigned error = lanes == 32 ? fold_by_warp<Family>(args, index, run)
                                       : run_indexed<Family>(index, run);
    if (error) atomicOr(args.error, error);
  }
}

inline unsigned fold_grid(int64_t tasks) {
  constexpr int64_t kMost = 1 << 24;
  int64_t blocks = (tasks - 1) / kFoldThreads + 1;
  return static_cast<unsigned>(blocks < kMost ? blocks : kMost);
}

template <class Family>
void launch_fold(const FoldArgs& args, int index, cudaStream_t stream) {
  unsigned grid = fold_grid(args.lanes.size * args.segments);
  fold_kernel<Family><<<grid, kFoldThreads, 0, stream>>>(args, index);
  TENORITE_CUDA_LAUNCHED("fold");
}

template <class Family>
void launch_at(const AtArgs& args, int index, cudaStream_t stream) {
  const int64_t most = std::min(args.places, args.n);
  unsigned grid = fold_grid(has_warps(args) ? most * 32 : most);
  at_kernel<Family><<<grid, kFoldThreads, 0, stream>>>(args, index);
  TENORITE_CUDA_LAUNCHED("at");
}

template <class Family>
bool register_folds_of() {
  if constexpr (kFoldCount<Family> > 0) {
    static constexpr FoldFamily kFamily = {launch_fold<Family>,
                                           launch_at<Family>};
    for (int i = 0; i < kFoldCount<Family>; ++i)
      register_fold(kFoldLoops<Family>.items[i].op,
                    kFoldLoops<Family>.items[i].loop, {&kFamily, i});
  }
  return true;
}

}  // namespace
}  // namespace tenorite::cuda
