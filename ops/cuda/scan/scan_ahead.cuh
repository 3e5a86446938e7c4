// SPDX-License-Identifier: Apache-2.0
// Scans along dense lanes of many tiles.
#pragma once

#include "ops/cuda/scan/scan_pipeline.cuh"
#include "ops/cuda/scan/scan_rows.cuh"

namespace tenorite::cuda {

// Elements that a thread has of a tile, as row_tiles has it.
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

// A tile of a lane in memory.
struct TilePlace {
  const char* in;
  char* out;
  int count;  // elements, fewer at the end of a lane
};

// Work of a ScanPipeline.
template <class F, class Acc, class In, class Out>
class ScanAhead {
 public:
  using Pipeline = ScanPipeline<ScanAhead>;
  using Before = Acc;
  // Shared by the threads of a block, apart from the tiles.
  struct Shared {
    typename Pipeline::Shared pipeline;
    Acc of_warp[kScanThreads / 32];
    Acc of_level[kTreeLevels];
    Acc before[kTilesKept];
  };

  __device__ ScanAhead(const ScanArgs& args, Shared& shared, char* tiles)
      : args_(args),
        shared_(shared),
        tiles_(tiles),
        all_(args.tree.tiles * args.lanes.size) {}

  __device__ long all() const { return all_; }

  __device__ void look_at_tree(int slot, long number) {
    const long lane = lane_of(number);
    const Acc before =
        before_tile<F, Acc>(args_.tree, lane, number - lane * args_.tree.tiles,
                            initial_value<F, Acc>(args_), shared_.of_level);
    if (threadIdx.x == kScanThreads) shared_.before[slot] = before;
  }

  template <int kTiles>
  static __device__ void wait_for_all_but() {
    asm volatile("cp.async.wait_group %0;" ::"n"(kTiles) : "memory");
  }

  __device__ void fetch(long number) const {
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
    const long number = shared_.pipeline.number[slot];
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

  // Posts a tile's total.
  __device__ Acc add_up(int slot) {
    const long number = shared_.pipeline.number[slot];
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
                                    [] { Pipeline::sync(); });
    if (threadIdx.x == 0) post(posted_at<Acc>(args_.tree, 0, number), total);
    return before;
  }

  __device__ void scan_tile(int slot, Acc before_part) {
    const TilePlace to = place(shared_.pipeline.number[slot]);
    Acc before = combine<F>(shared_.before[slot], before_part);
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
    Pipeline::sync();
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

 private:
  static constexpr int kRun = 8, kItems = kAheadItems<In, Out>;
  static constexpr int kElements = kScanThreads * kItems;
  static constexpr bool kInPlace = sizeof(In) == sizeof(Out);
  static_assert(kItems % kRun == 0);

  __device__ long lane_of(long number) const {
    return args_.lanes.size == 1 ? 0 : number / args_.tree.tiles;
  }
  __device__ TilePlace place(long number) const {
    const long lane = lane_of(number);
    const long first = (number - lane * args_.tree.tiles) * kElements;
    TilePlace place{args_.in, args_.out, kElements};
    if (args_.lanes.size > 1)
      add_lane_offsets(args_.lanes, lane, place.in, place.out);
    place.in += first * static_cast<long>(sizeof(In));
    place.out += first * static_cast<long>(sizeof(Out));
    if (args_.n - first < kElements)
      place.count = static_cast<int>(args_.n - first);
    return place;
  }

  __device__ char* tile(int slot) {
    return tiles_ + slot * kAheadTile<In, Out, In>;
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

  const ScanArgs& args_;
  Shared& shared_;
  char* const tiles_;
  const long all_;  // tiles
};

template <class F, class Acc, class In, class Out>
__global__ void __launch_bounds__(kPipelineThreads, kAheadBlocks)
    scan_ahead(const __grid_constant__ ScanArgs args) {
  using Scan = ScanAhead<F, Acc, In, Out>;
  extern __shared__ uint4 tiles[];
  __shared__ typename Scan::Shared shared;
  Scan scan(args, shared, reinterpret_cast<char*>(tiles));
  typename Scan::Pipeline(scan, shared.pipeline, args.tree.ticket).run();
}

}  // namespace tenorite::cuda
