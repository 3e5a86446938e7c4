// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/error.h"
#include "core/storage.h"
#include "linalg/cuda/arithmetic.cuh"
#include "linalg/cuda/kernels.h"

namespace tenorite::linalg::cuda {
namespace {

// A block computes a square tile of c in steps of kDepth along k; each thread
// kPer x kPer of its elements, kSide apart.
constexpr int kTile = 64, kDepth = 16, kSide = 16, kPer = kTile / kSide;
constexpr int kThreads = kSide * kSide;
// Shortest part of k worth a block of its own.
constexpr int64_t kMinSplit = 256;
constexpr int64_t kMaxGridZ = 65535;

template <class T>
struct Tiled {
  const T* a;
  const T* b;
  T* c;
  int64_t m, n, k;
  int64_t row_a, depth_a;  // steps of a along its rows and along k
  int64_t depth_b, col_b;
  int64_t ldc;
  int64_t batch, batch_a, batch_b, batch_c;
  int64_t split;  // how much of k a block sums
};

// Copies lines [first, first + kTile) x [begin, begin + kDepth) of a matrix to
// shared memory, zeros beyond its ends; neighbouring threads read neighbours.
template <class T>
__device__ void load_tile(const T* from, int64_t line_step, int64_t depth_step,
                          int64_t first, int64_t lines, int64_t begin,
                          int64_t end, Sum<T> (*to)[kTile + 1]) {
  bool along_depth = depth_step == 1;
#pragma unroll
  for (int u = 0; u < kTile * kDepth / kThreads; ++u) {
    int index = threadIdx.x + u * kThreads;
    int line = along_depth ? index / kDepth : index % kTile;
    int depth = along_depth ? index % kDepth : index / kTile;
    int64_t i = first + line, p = begin + depth;
    to[depth][line] = i < lines && p < end
                          ? load(from + i * line_step + p * depth_step)
                          : Sum<T>{};
  }
}

// The tile's sums over [begin, end) of k.
template <class T>
__device__ void sum_tile(const Tiled<T>& t, const T* a, const T* b, int64_t row,
                         int64_t col, int64_t begin, int64_t end,
                         Sum<T> (&sums)[kPer][kPer]) {
  __shared__ Sum<T> tile_a[kDepth][kTile + 1];
  __shared__ Sum<T> tile_b[kDepth][kTile + 1];
  int y = threadIdx.x / kSide, x = threadIdx.x % kSide;
  for (int64_t p = begin; p < end; p += kDepth) {
    load_tile(a, t.row_a, t.depth_a, row, t.m, p, end, tile_a);
    load_tile(b, t.col_b, t.depth_b, col, t.n, p, end, tile_b);
    __syncthreads();
#pragma unroll
    for (int q = 0; q < kDepth; ++q) {
      Sum<T> of_a[kPer], of_b[kPer];
#pragma unroll
      for (int i = 0; i < kPer; ++i) {
        of_a[i] = tile_a[q][y + i * kSide];
        of_b[i] = tile_b[q][x + i * kSide];
      }
#pragma unroll
      for (int i = 0; i < kPer; ++i)
#pragma unroll
        for (int j = 0; j < kPer; ++j)
          add_product<T>(sums[i][j], of_a[i], of_b[j]);
    }
    __syncthreads();
  }
}

// Block (tile, split, batch). With several splits the sums go to `partials`,
// [batch][splits][m][n], to be added by add_splits.
template <class T>
__global__ void __launch_bounds__(kThreads)
    multiply_tiles(Tiled<T> t, Sum<T>* partials) {
  int64_t across = (t.n + kTile - 1) / kTile;
  int64_t row = blockIdx.x / across * kTile;
  int64_t col = blockIdx.x % across * kTile;
  int64_t begin = static_cast<int64_t>(blockIdx.y) * t.split;
  int64_t end = begin + t.split < t.k ? begin + t.split : t.k;
  int y = threadIdx.x / kSide, x = threadIdx.x % kSide;
  for (int64_t batch = blockIdx.z; batch < t.batch; batch += gridDim.z) {
    Sum<T> sums[kPer][kPer] = {};
    sum_tile(t, t.a + batch * t.batch_a, t.b + batch * t.batch_b, row, col,
             begin, end, sums);
#pragma unroll
    for (int i = 0; i < kPer; ++i)
#pragma unroll
      for (int j = 0; j < kPer; ++j) {
        int64_t at_row = row + y + i * kSide, at_col = col + x + j * kSide;
        if (at_row >= t.m || at_col >= t.n) continue;
        if (partials)
          partials[((batch * gridDim.y + blockIdx.y) * t.m + at_row) * t.n +
                   at_col] = sums[i][j];
        else
          store(t.c + batch * t.batch_c + at_row * t.ldc + at_col, sums[i][j]);
      }
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    add_splits(Tiled<T> t, const Sum<T>* partials, int64_t splits) {
  int64_t size = t.m * t.n;
  int64_t step = static_cast<int64_t>(gridDim.x) * kThreads;
  for (int64_t i = static_cast<int64_t>(blockIdx.x) * kThreads + threadIdx.x;
       i < t.batch * size; i += step) {
    int64_t batch = i / size, element = i % size;
    const Sum<T>* part = partials + batch * splits * size + element;
    Sum<T> sum{};
    for (int64_t s = 0; s < splits; ++s) add<T>(sum, part[s * size]);
    store(t.c + batch * t.batch_c + element / t.n * t.ldc + element % t.n, sum);
  }
}

// How many parts of k to sum apart so that the blocks fill the device.
// Integer sums do not depend on it.
int64_t choose_splits(Device device, int64_t blocks, int64_t k) {
  int64_t wanted =
      2 * int64_t{tenorite::cuda::properties(device).multiprocessors} / blocks;
  return std::clamp<int64_t>(wanted, 1, std::max<int64_t>(1, k / kMinSplit));
}

template <class T>
void launch(const GemmPlan& plan, Tiled<T>& t) {
  cudaStream_t stream = tenorite::cuda::stream_handle(plan.device, plan.stream);
  int64_t tiles = ((t.m + kTile - 1) / kTile) * ((t.n + kTile - 1) / kTile);
  int64_t splits = choose_splits(plan.device, tiles * t.batch, t.k);
  // Whole steps of kDepth, none of the parts empty.
  t.split = (((t.k + splits - 1) / splits + kDepth - 1) / kDepth) * kDepth;
  splits = (t.k + t.split - 1) / t.split;
  StoragePtr partials;
  Sum<T>* sums = nullptr;
  if (splits > 1) {
    partials = Storage::allocate(
        plan.device,
        static_cast<size_t>(t.batch * splits * t.m * t.n) * sizeof(Sum<T>),
        plan.stream);
    sums = reinterpret_cast<Sum<T>*>(partials->data());
  }
  TENORITE_CHECK(tiles < int64_t{1} << 31, ValueError,
                 "matrix product of %lld x %lld elements is too large",
                 static_cast<long long>(t.m), static_cast<long long>(t.n));
  dim3 grid(static_cast<unsigned>(tiles), static_cast<unsigned>(splits),
            static_cast<unsigned>(std::min(t.batch, kMaxGridZ)));
  multiply_tiles<T><<<grid, kThreads, 0, stream>>>(t, sums);
  TENORITE_CUDA_LAUNCHED("multiply_tiles");
  if (splits == 1) return;
  int64_t blocks = (t.batch * t.m * t.n + kThreads - 1) / kThreads;
  add_splits<T><<<static_cast<unsigned>(std::min<int64_t>(blocks, 4096)),
                  kThreads, 0, stream>>>(t, sums, splits);
  TENORITE_CUDA_LAUNCHED("add_splits");
}

template <class T>
void run_tiled(const GemmPlan& plan, const BatchRun& run) {
  bool plain_a = plan.a.transpose == Transpose::kNo;
  bool plain_b = plan.b.transpose == Transpose::kNo;
  Tiled<T> t;
  t.a = reinterpret_cast<const T*>(plan.a.data) + run.offset_a;
  t.b = reinterpret_cast<const T*>(plan.b.data) + run.offset_b;
  t.c = reinterpret_cast<T*>(plan.c) + run.offset_c;
  t.m = plan.m;
  t.n = plan.n;
  t.k = plan.k;
  t.row_a = plain_a ? plan.a.ld : 1;
  t.depth_a = plain_a ? 1 : plan.a.ld;
  t.depth_b = plain_b ? plan.b.ld : 1;
  t.col_b = plain_b ? 1 : plan.b.ld;
  t.ldc = plan.ldc;
  t.batch = run.count;
  t.batch_a = run.step_a;
  t.batch_b = run.step_b;
  t.batch_c = run.step_c;
  launch(plan, t);
}

}  // namespace

void tiled_gemm(const GemmPlan& plan, const BatchRun& run) {
  if (plan.dtype == DType::kBool) return run_tiled<bool>(plan, run);
  switch (itemsize(plan.dtype)) {
    case 1:
      return run_tiled<unsigned char>(plan, run);
    case 2:
      return run_tiled<unsigned short>(plan, run);
    case 4:
      return run_tiled<unsigned>(plan, run);
    default:
      return run_tiled<unsigned long>(plan, run);
  }
}

}  // namespace tenorite::linalg::cuda
