// SPDX-License-Identifier: Apache-2.0
// Blocks that stay, and take tiles of scans in turn. A tile's total is posted
// well before its block needs what comes before the tile, so that nobody waits
// for a total: a block keeps several tiles, in turn brings one, adds one up,
// and scans one.
#pragma once

#include "ops/cuda/scan/tile_tree.cuh"

namespace tenorite::cuda {

// Tiles that a block keeps, and how many it adds up before it scans the first.
inline constexpr int kTilesKept = 3, kTilesAhead = 2;
// Of the warps that look at a tree: a level each, the last one all others.
inline constexpr int kTreeWarps = 3;
inline constexpr int kPipelineThreads = kScanThreads + 32 * kTreeWarps;

// Threads that wait are put to sleep where the GPU can do that.
#ifdef __CUDACC__
#if __CUDA_ARCH__ >= 900
#define TENORITE_WAIT "try_wait"
#else
#define TENORITE_WAIT "test_wait"
#endif

// An mbarrier of one arrival.
class Signal {
 public:
  __device__ void start() {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at()) : "memory");
  }
  __device__ void send() {
    asm volatile(
        "{\n"
        "  .reg .b64 state;\n"
        "  mbarrier.arrive.shared.b64 state, [%0];\n"
        "}" ::"r"(at())
        : "memory");
  }
  // Waits for the sending of this parity: 0 is the first one, 1 the second one.
  __device__ void receive(unsigned parity) {
    int sent = 0;
    while (!sent)
      asm volatile(
          "{\n"
          "  .reg .pred sent;\n"
          "  mbarrier." TENORITE_WAIT
          ".parity.shared.b64 sent, [%1], %2;\n"
          "  selp.b32 %0, 1, 0, sent;\n"
          "}"
          : "=r"(sent)
          : "r"(at()), "r"(parity)
          : "memory");
  }

 private:
  __device__ unsigned at() {
    return static_cast<unsigned>(__cvta_generic_to_shared(&word_));
  }
  unsigned long word_;
};

#undef TENORITE_WAIT

// Of kThreads threads that take the same barrier.
template <int kBarrier, int kThreads>
__device__ __forceinline__ void sync_group() {
  asm volatile("bar.sync %0, %1;" ::"n"(kBarrier), "n"(kThreads) : "memory");
}
#else
using emulation::Signal;
using emulation::sync_group;
#endif

// Work has
//   bring(slot)        begins to bring a tile;
//   wait_for_all_but<N>()  until but the last N of them are there;
//   add_up(slot)       posts its total; what comes before a thread's part of
//                      the tile, in the tile: a Before;
//   look_at_tree(slot, number)  by other warps: what comes before the tile;
//   scan_tile(slot, before)
//   fetch(number)      into the cache that all blocks share;
// and numbers of tiles, from all() on of none, by slot.
template <class Work>
class ScanPipeline {
 public:
  // Shared by the threads of a block, apart from the tiles.
  struct Shared {
    // Of the tiles that are kept. Their numbers are handed out in order: all
    // lower ones are finished or running.
    long number[kTilesKept];
    Signal taken[kTilesKept], told[kTilesKept];
  };

  __device__ ScanPipeline(Work& work, Shared& shared,
                          unsigned long long* ticket)
      : work_(work), shared_(shared), ticket_(ticket) {}

  __device__ void run() {
    if (threadIdx.x < kTilesKept) {
      shared_.taken[threadIdx.x].start();
      shared_.told[threadIdx.x].start();
    }
    __syncthreads();
    if (threadIdx.x < kScanThreads)
      scan();
    else
      look_at_tree();
  }

  // Of the kScanThreads threads that scan.
  static __device__ void sync() { sync_group<1, kScanThreads>(); }

 private:
  static_assert(kTilesAhead == 2 && kTilesKept > kTilesAhead);

  // By kTreeWarps warps.
  __device__ void look_at_tree() {
    unsigned parity = 0;
    for (int slot = 0;; next(slot, parity)) {
      shared_.taken[slot].receive(parity);
      const long number = shared_.number[slot];
      if (number >= work_.all()) return;
      work_.look_at_tree(slot, number);
      if (threadIdx.x == kScanThreads) shared_.told[slot].send();
    }
  }

  __device__ void scan() {
    // Blocks take turns from the start: one whose first tiles lie between those
    // of others would keep them all waiting.
    long drawn = 0;  // by the first thread
#pragma unroll
    for (int slot = 0; slot < kTilesKept; ++slot) {
      if (threadIdx.x == 0) hand_out(slot, draw());
      sync();
      work_.bring(slot);
    }
    if (threadIdx.x == 0) work_.fetch(drawn = draw());
    // Of this thread's part of a tile.
    typename Work::Before before[kTilesAhead];
#pragma unroll
    for (int i = 0; i < kTilesAhead; ++i) {
      if (i == 0) work_.template wait_for_all_but<kTilesKept - 1>();
      if (i == 1) work_.template wait_for_all_but<kTilesKept - 2>();
      sync();
      before[i] = work_.add_up(i);
    }
    unsigned parity = 0;
    int ahead = kTilesAhead;
    for (int slot = 0;; next(slot, parity)) {
      if (shared_.number[slot] >= work_.all()) return;
      const typename Work::Before before_part = before[0];
#pragma unroll
      for (int i = 1; i < kTilesAhead; ++i) before[i - 1] = before[i];
      work_.template wait_for_all_but<kTilesKept - kTilesAhead - 1>();
      sync();
      before[kTilesAhead - 1] = work_.add_up(ahead);
      if (++ahead == kTilesKept) ahead = 0;
      long next_drawn = 0;  // which takes as long as a scan
      if (threadIdx.x == 0) next_drawn = draw();
      shared_.told[slot].receive(parity);
      work_.scan_tile(slot, before_part);
      if (threadIdx.x == 0) {
        hand_out(slot, drawn);
        work_.fetch(drawn = next_drawn);
      }
      sync();
      work_.bring(slot);
    }
  }

  static __device__ void next(int& slot, unsigned& parity) {
    if (++slot < kTilesKept) return;
    slot = 0;
    parity ^= 1;
  }
  __device__ long draw() { return static_cast<long>(atomicAdd(ticket_, 1ull)); }
  __device__ void hand_out(int slot, long number) {
    shared_.number[slot] = number;
    shared_.taken[slot].send();
  }

  Work& work_;
  Shared& shared_;
  unsigned long long* const ticket_;
};

// What comes before a tile in its lane, by kTreeWarps warps, of which the first
// thread has the result.
template <class F, class Acc>
__device__ __forceinline__ Acc before_tile(const TileTree& tree, long lane,
                                           long tile, Acc initial,
                                           Acc (&of_level)[kTreeLevels]) {
  const int thread = static_cast<int>(threadIdx.x) - kScanThreads;
  const int warp = thread / 32;
  for (int level = warp; level < tree.levels; ++level) {
    const Acc x = before_by_warp<F, Acc>(tree, lane, tile, level);
    if (thread % 32 == 0) of_level[level] = x;
    if (warp + 1 < kTreeWarps) break;
  }
  sync_group<2, 32 * kTreeWarps>();
  Acc before = initial;
  if (thread == 0) {
    Running<F, Acc> earlier;
    earlier.start(initial);
    for (int level = tree.levels - 1; level >= 0; --level)
      earlier.add(of_level[level]);
    before = earlier.value();
  }
  sync_group<2, 32 * kTreeWarps>();
  return before;
}

}  // namespace tenorite::cuda
