// SPDX-License-Identifier: Apache-2.0
// Scans along dense lanes of many tiles. A tile's total is posted well before
// its block needs what comes before the tile, so that nobody waits for a total:
// a block keeps several tiles, in turn brings one, adds one up, and scans one.
#pragma once

#include "ops/cuda/scan/scan_rows.cuh"

namespace tenorite::cuda {

// Tiles that a block keeps, and how many it adds up before it scans the first.
inline constexpr int kTilesKept = 3, kTilesAhead = 2;
// Of the warps that look at the tree: a level each, the last one all others.
inline constexpr int kTreeWarps = 3;
inline constexpr int kAheadThreads = kScanThreads + 32 * kTreeWarps;

// Elements that a thread has of a tile, as choose_rows has it.
template <class In, class Out>
constexpr int kAheadItems =
    kThreadBytes / (sizeof(In) > sizeof(Out) ? sizeof(In) : sizeof(Out));
// The bytes of a tile in shared memory.
template <class In, class Out, class T>
constexpr int kAheadTile =
    padded(kScanThreads * kAheadItems<In, Out> * static_cast<int>(sizeof(T)));
// Results take the place of elements of their size.
template <class In, class Out>
constexpr int kAheadBytes =
    kTilesKept * kAheadTile<In, Out, In> +
    (sizeof(In) == sizeof(Out) ? 0 : kAheadTile<In, Out, Out>);

// Threads that wait are put to sleep where the GPU can do that.
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

// A tile of a lane in memory.
struct TilePlace {
  const char* in;
  char* out;
  int count;  // elements, fewer at the end of a lane
};

template <class F, class Acc, class In, class Out>
class ScanAhead {
 public:
  // Shared by the threads of a block, apart from the tiles.
  struct Shared {
    Acc of_warp[kScanThreads / 32];
    Acc of_level[kTreeLevels];
    // Of the tiles that are kept. Their numbers are handed out in order: all
    // lower ones are finished or running.
    int64_t number[kTilesKept];
    Acc before[kTilesKept];
    Signal taken[kTilesKept], told[kTilesKept];
  };

  __device__ ScanAhead(const ScanArgs& args, Shared& shared, char* tiles)
      : args_(args),
        shared_(shared),
        tiles_(tiles),
        all_(args.tree.tiles * args.lanes.size) {}

  // By kTreeWarps warps: what comes before each of the block's tiles.
  __device__ void look_at_tree() {
    const int warp = static_cast<int>(threadIdx.x - kScanThreads) / 32;
    unsigned parity = 0;
    for (int slot = 0;; next(slot, parity)) {
      shared_.taken[slot].receive(parity);
      const int64_t number = read(shared_.number[slot]);
      if (number >= all_) return;
      const int64_t lane = lane_of(number);
      const int64_t tile = number - lane * args_.tree.tiles;
      for (int level = warp; level < args_.tree.levels; ++level) {
        const Acc x = before_by_warp<F, Acc>(args_.tree, lane, tile, level);
        if (threadIdx.x % 32 == 0) shared_.of_level[level] = x;
        if (warp + 1 < kTreeWarps) break;
      }
      sync_group<2, 32 * kTreeWarps>();
      if (threadIdx.x == kScanThreads) {
        Running<F, Acc> earlier;
        earlier.start(initial_value<F, Acc>(args_));
        for (int level = args_.tree.levels - 1; level >= 0; --level)
          earlier.add(shared_.of_level[level]);
        shared_.before[slot] = earlier.value();
        shared_.told[slot].send();
      }
      sync_group<2, 32 * kTreeWarps>();
    }
  }

  // By kScanThreads threads.
  __device__ void scan() {
    // Blocks take turns from the start: one whose first tiles lie between those
    // of others would keep them all waiting.
    int64_t drawn = 0;  // by the first thread
#pragma unroll
    for (int slot = 0; slot < kTilesKept; ++slot) {
      if (threadIdx.x == 0) hand_out(slot, draw());
      sync();
      bring(slot);
    }
    if (threadIdx.x == 0) fetch(drawn = draw());
    Acc before[kTilesAhead];  // of this thread's part of a tile, in the tile
#pragma unroll
    for (int i = 0; i < kTilesAhead; ++i) {
      if (i == 0) wait_for_all_but<kTilesKept - 1>();
      if (i == 1) wait_for_all_but<kTilesKept - 2>();
      sync();
      before[i] = add_up(i);
    }
    unsigned parity = 0;
    int ahead = kTilesAhead;
    for (int slot = 0;; next(slot, parity)) {
      if (shared_.number[slot] >= all_) return;
      const Acc before_part = before[0];
#pragma unroll
      for (int i = 1; i < kTilesAhead; ++i) before[i - 1] = before[i];
      wait_for_all_but<kTilesKept - kTilesAhead - 1>();
      sync();
      before[kTilesAhead - 1] = add_up(ahead);
      if (++ahead == kTilesKept) ahead = 0;
      int64_t next_drawn = 0;  // which takes as long as a scan
      if (threadIdx.x == 0) next_drawn = draw();
      shared_.told[slot].receive(parity);
      scan_tile(slot, combine<F>(read(shared_.before[slot]), before_part));
      if (threadIdx.x == 0) {
        hand_out(slot, drawn);
        fetch(drawn = next_drawn);
      }
      sync();
      bring(slot);
    }
  }

 private:
  static constexpr int kRun = 8, kItems = kAheadItems<In, Out>;
  static constexpr int kElements = kScanThreads * kItems;
  static constexpr bool kInPlace = sizeof(In) == sizeof(Out);
  static_assert(kItems % kRun == 0);
  static_assert(kTilesAhead == 2 && kTilesKept > kTilesAhead);

  static __device__ void sync() { sync_group<1, kScanThreads>(); }
  template <int kTiles>
  static __device__ void wait_for_all_but() {
    asm volatile("cp.async.wait_group %0;" ::"n"(kTiles) : "memory");
  }
  // What another warp has written.
  template <class T>
  static __device__ T read(const T& x) {
    return *const_cast<const volatile T*>(&x);
  }
  static __device__ void next(int& slot, unsigned& parity) {
    if (++slot < kTilesKept) return;
    slot = 0;
    parity ^= 1;
  }

  __device__ int64_t draw() {
    return static_cast<int64_t>(atomicAdd(args_.tree.ticket, 1ull));
  }
  __device__ void hand_out(int slot, int64_t number) {
    shared_.number[slot] = number;
    shared_.taken[slot].send();
  }

  __device__ int64_t lane_of(int64_t number) const {
    return args_.lanes.size == 1 ? 0 : number / args_.tree.tiles;
  }
  __device__ TilePlace place(int64_t number) const {
    const int64_t lane = lane_of(number);
    const int64_t first = (number - lane * args_.tree.tiles) * kElements;
    TilePlace place{args_.in, args_.out, kElements};
    if (args_.lanes.size > 1)
      add_lane_offsets(args_.lanes, lane, place.in, place.out);
    place.in += first * static_cast<int64_t>(sizeof(In));
    place.out += first * static_cast<int64_t>(sizeof(Out));
    if (args_.n - first < kElements)
      place.count = static_cast<int>(args_.n - first);
    return place;
  }

  __device__ char* tile(int slot) {
    return tiles_ + slot * kAheadTile<In, Out, In>;
  }

  // Into the cache that all blocks share.
  __device__ void fetch(int64_t number) const {
#if __CUDA_ARCH__ >= 900
    if (number >= all_) return;
    const TilePlace from = place(number);
    if (from.count == kElements)
      asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from.in),
                   "r"(kElements * static_cast<int>(sizeof(In)))
                   : "memory");
#endif
  }

  __device__ void bring(int slot) {
    const int64_t number = shared_.number[slot];
    if (number < all_) {
      const TilePlace from = place(number);
      char* const to = tile(slot);
      if (from.count == kElements) {
        constexpr int kPiece = kScanThreads * 16;
#pragma unroll
        for (int i = 0; i < kElements * int{sizeof(In)} / kPiece; ++i) {
          const int at = i * kPiece + static_cast<int>(threadIdx.x) * 16;
          __pipeline_memcpy_async(to + padded(at), from.in + at, 16);
        }
      } else {
        each_item<In>(from.count, [&](int at) {
          *reinterpret_cast<In*>(to + padded(at)) =
              *reinterpret_cast<const In*>(from.in + at);
        });
      }
    }
    __pipeline_commit();
  }

  // Calls body(bytes before an item).
  template <class T, class Body>
  static __device__ void each_item(int count, Body body) {
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kScanThreads)
      body(i * int{sizeof(T)});
  }

  // kRun elements of this thread's part, from `first` on, each combined with
  // those before it; `valid`: of the part.
  __device__ void load(Acc (&x)[kRun], const char* tile, int first, int valid) {
    load_run_of<In>(x, tile, static_cast<int>(threadIdx.x) * kItems + first);
    scan_run<F>(x, valid - first);
  }

  // Posts a tile's total; what comes before this thread's part, in the tile.
  __device__ Acc add_up(int slot) {
    const int64_t number = shared_.number[slot];
    if (number >= all_) return identity<F, Acc>();
    const int valid =
        place(number).count - static_cast<int>(threadIdx.x) * kItems;
    Acc mine = identity<F, Acc>();
#pragma unroll
    for (int first = 0; first < kItems; first += kRun) {
      Acc x[kRun];
      load(x, tile(slot), first, valid);
      mine = combine<F>(mine, x[kRun - 1]);
    }
    Acc total;
    const Acc before = scan_lane<F>(mine, kScanThreads, total, shared_.of_warp,
                                    [] { sync(); });
    if (threadIdx.x == 0) post(posted_at<Acc>(args_.tree, 0, number), total);
    return before;
  }

  __device__ void scan_tile(int slot, Acc before) {
    const TilePlace to = place(shared_.number[slot]);
    const int valid = to.count - static_cast<int>(threadIdx.x) * kItems;
    char* const from = tile(slot);
    char* const results = kInPlace ? from : tile(kTilesKept);
#pragma unroll
    for (int first = 0; first < kItems; first += kRun) {
      Acc x[kRun];
      load(x, from, first, valid);
      const Acc after = combine<F>(before, x[kRun - 1]);
#pragma unroll
      for (int k = 0; k < kRun; ++k) x[k] = combine<F>(before, x[k]);
      store_run_of<Out>(x, results,
                        static_cast<int>(threadIdx.x) * kItems + first);
      before = after;
    }
    sync();
    if (to.count == kElements) {
      constexpr int kPiece = kScanThreads * 16;
#pragma unroll
      for (int i = 0; i < kElements * int{sizeof(Out)} / kPiece; ++i) {
        const int at = i * kPiece + static_cast<int>(threadIdx.x) * 16;
        *reinterpret_cast<uint4*>(to.out + at) =
            *reinterpret_cast<const uint4*>(results + padded(at));
      }
    } else {
      each_item<Out>(to.count, [&](int at) {
        *reinterpret_cast<Out*>(to.out + at) =
            *reinterpret_cast<const Out*>(results + padded(at));
      });
    }
  }

  const ScanArgs& args_;
  Shared& shared_;
  char* const tiles_;
  const int64_t all_;  // tiles
};

template <class F, class Acc, class In, class Out>
__global__ void __launch_bounds__(kAheadThreads, kAheadBlocks)
    scan_ahead(const __grid_constant__ ScanArgs args) {
  using Scan = ScanAhead<F, Acc, In, Out>;
  extern __shared__ uint4 tiles[];
  __shared__ typename Scan::Shared shared;
  if (threadIdx.x < kTilesKept) {
    shared.taken[threadIdx.x].start();
    shared.told[threadIdx.x].start();
  }
  __syncthreads();
  Scan scan(args, shared, reinterpret_cast<char*>(tiles));
  if (threadIdx.x < kScanThreads)
    scan.scan();
  else
    scan.look_at_tree();
}

}  // namespace tenorite::cuda
