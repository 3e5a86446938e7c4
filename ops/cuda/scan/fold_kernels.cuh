// SPDX-License-Identifier: Apache-2.0
// Two kernels per family, which call a function per loop.
#pragma once

#include <algorithm>

#include "core/cuda/check.h"
#include "ops/cuda/abi/sorted_keys.cuh"
#include "ops/cuda/scan/fold.h"
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
};

template <class T>
__device__ T load_element(const FoldRun& run, int64_t i) {
  int64_t at = run.order          ? run.order[i]
               : run.narrow_order ? int64_t{run.narrow_order[i]}
                                  : i;
  return *reinterpret_cast<const T*>(run.in + at * run.in_stride);
}

template <Op op, int loop>
__device__ __noinline__ unsigned fold_run(const FoldRun& run) {
  using T = FoldType<op, loop>;
  using Loop = LoopOf<op, loop>;
  // Loads do not wait for the arithmetic when they are taken several at once.
  constexpr int kAhead = kIsHeavy<op> ? 1 : 4;
  unsigned error = 0;
  int64_t i = 0;
  char* out = run.out;
  T result;
  if (run.first) {
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
      if (run.accumulate) {
        *reinterpret_cast<T*>(out) = result;
        out += run.out_stride;
      }
    }
  }
  if (!run.accumulate) *reinterpret_cast<T*>(out) = result;
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

// The end of the run of equal keys that starts at i; most runs are short.
template <class Key>
__device__ int64_t run_end(const Key* keys, int64_t i, int64_t n) {
  int64_t low = i, step = 1;  // keys[low] is in the run
  while (low + step < n && keys[low + step] == keys[i]) {
    low += step;
    step *= 2;
  }
  int64_t high = min(low + step, n);  // not in the run
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    if (keys[middle] == keys[i])
      low = middle;
    else
      high = middle;
  }
  return high;
}

// Whether threads are for targets, whose elements are searched for: else for
// elements, the first one of each target's.
__host__ __device__ inline bool is_by_target(const AtArgs& args) {
  return args.places <= args.n / 8;
}

// The elements of a target, from the one in order[i] on; false where thread
// `number` has none.
template <class Key>
__device__ bool find_run(const AtArgs& args, const Key* keys, int64_t number,
                         int64_t& i, FoldRun& run) {
  i = number;
  if (is_by_target(args)) {
    i = first_at_least(keys, args.n, number);
    if (i == args.n || static_cast<int64_t>(keys[i]) != number) return false;
  } else if (i > 0 && keys[i - 1] == keys[i]) {
    return false;
  }
  run.out = args.target + static_cast<int64_t>(keys[i]) * args.step;
  run.n = run_end(keys, i, args.n) - i;
  return true;
}

template <class Family>
__global__ void at_kernel(const __grid_constant__ AtArgs args, int index) {
  const int64_t tasks = is_by_target(args) ? args.places : args.n;
  int64_t first = blockIdx.x * int64_t{blockDim.x} + threadIdx.x;
  for (int64_t number = first; number < tasks;
       number += gridDim.x * int64_t{blockDim.x}) {
    FoldRun run{};
    int64_t i;
    if (args.narrow) {
      if (!find_run(args, args.narrow_targets.keys, number, i, run)) continue;
      run.narrow_order = args.narrow_targets.order + i;
    } else {
      if (!find_run(args, args.wide_targets.keys, number, i, run)) continue;
      run.order = args.wide_targets.order + i;
    }
    run.first = run.out;
    run.in = args.values ? args.values : args.scalar;
    run.in_stride = args.value_stride;
    unsigned error = run_indexed<Family>(index, run);
    if (error) atomicOr(args.error, error);
  }
}

constexpr int kFoldThreads = 128;
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
  unsigned grid = fold_grid(is_by_target(args) ? args.places : args.n);
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
