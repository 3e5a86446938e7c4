// SPDX-License-Identifier: Apache-2.0
// Scans of rows that a block keeps in shared memory, which lie there as tiles
// of the library's own scans do, and are scanned in the same order.
#pragma once

#include "jit/prelude/groups/shared_rows.cuh"
#include "ops/cuda/scan/scan_parts.cuh"

namespace tenorite::kernel {

// The scan by F of elements In, in accumulators A, with results Out.
template <class F, class A, class I, class O>
struct RowScan {
  using Function = F;
  using Acc = A;
  using In = I;
  using Out = O;
  static constexpr int kRun = cuda::run_elements(is_complex<A>);

  // A thread's elements from `own` on, of which `valid` are in the row:
  // kCount, or `count` if that is 0.
  template <int kCount = 0>
  static __device__ __forceinline__ Acc add_up(const char* x, int own,
                                               int valid, int count = kCount) {
    Acc all = cuda::identity<F, Acc>();
    const auto take = [&](int i) {
      Acc run[kRun];
      cuda::load_run_of<In>(run, x, own + i);
      cuda::scan_run<F>(run, valid - i);
      all = cuda::combine<F>(all, run[kRun - 1]);
    };
    each_run<kCount>(min(count, valid), take);
    return all;
  }
  // Each combined with those before it. `x` may be `results`.
  template <int kCount = 0>
  static __device__ __forceinline__ void scan(const char* x, char* results,
                                              int own, int valid, Acc before,
                                              int count = kCount) {
    const auto take = [&](int i) {
      Acc run[kRun];
      cuda::load_run_of<In>(run, x, own + i);
      cuda::scan_run<F>(run, valid - i);
      const Acc after = cuda::combine<F>(before, run[kRun - 1]);
#pragma unroll
      for (Acc& item : run) item = cuda::combine<F>(before, item);
      cuda::store_run_of<Out>(run, results, own + i);
      before = after;
    };
    each_run<kCount>(min(count, valid), take);
  }

 private:
  // Where there is nothing of the row, nothing changes.
  template <int kCount, class Take>
  static __device__ __forceinline__ void each_run(int count, Take take) {
    if constexpr (kCount > 0) {
#pragma unroll
      for (int i = 0; i < kCount; i += kRun) take(i);
    } else {
#pragma unroll 1
      for (int i = 0; i < count; i += kRun) take(i);
    }
  }
};

// By all threads of the block, which have met since the rows were written, and
// meet before the results are read. `shared`: scan_part_bytes() of
// jit/groups/group_scan.h. `x` may be `results`.
template <class S, int Threads>
__device__ __forceinline__ void scan_rows(const char* x, int pitch,
                                          char* results, int results_pitch,
                                          int rows, int run, char* shared) {
  using F = typename S::Function;
  using Acc = typename S::Acc;
  constexpr int kTotals = 32;
  const cuda::RowTiles tiles = cuda::row_tiles(run, (int)sizeof(typename S::In),
                                               (int)sizeof(typename S::Out));
  const int width = tiles.width, count = (int)tiles.count;
  const int slots = Threads / width, slot = (int)threadIdx.x / width;
  const int local = (int)threadIdx.x & (width - 1);
  Acc* const of_warp = (Acc*)shared;
  Acc* const totals = of_warp + Threads / 32;  // of the last tiles
  const int units = rows * count;
#pragma unroll 1
  for (int base = 0; base < units; base += slots) {
    const int unit = base + slot;
    const int row = count == 1 ? unit : unit / count;
    const int tile = unit - row * count;
    const int own = (tile * width + local) * tiles.items;
    const int valid = unit < units ? run - own : 0;
    const char* const from = x + row * pitch;
    const Acc mine = S::add_up(from, own, valid, tiles.items);
    Acc total;
    Acc before = cuda::scan_lane<F>(mine, width, total, of_warp,
                                    [] { __syncthreads(); });
    // What comes before the tile, as before_by_warp of
    // ops/cuda/scan/tile_tree.cuh has it.
    cuda::Running<F, Acc> earlier;
    earlier.start(cuda::identity<F, Acc>());
    if (count > 1) {
      if (local == 0) totals[unit & (kTotals - 1)] = total;
      __syncthreads();
      const int w = (int)threadIdx.x & 31;
      Acc sum = cuda::identity<F, Acc>();
      if (w < tile) sum = totals[(unit - tile + w) & (kTotals - 1)];
#pragma unroll
      for (int delta = 1; delta < 32; delta *= 2) {
        const Acc other = cuda::shuffle_up(sum, delta, 32);
        if (w >= delta) sum = cuda::combine<F>(other, sum);
      }
      const Acc of_tiles = cuda::shuffle(sum, tile > 0 ? tile - 1 : 0, 32);
      earlier.add(tile > 0 ? of_tiles : cuda::identity<F, Acc>());
    }
    before = cuda::combine<F>(earlier.value(), before);
    S::scan(from, results + row * results_pitch, own, valid, before,
            tiles.items);
    if (base + slots < units) __syncthreads();
  }
}

}  // namespace tenorite::kernel
