// SPDX-License-Identifier: Apache-2.0
// A scan along rows that are too long for a block, with what feeds and follows
// it: blocks take tiles in turn.
#pragma once

#include "jit/prelude/groups/scan_rows.cuh"
#include "ops/cuda/scan/scan_pipeline.cuh"

namespace tenorite::kernel {

template <int Arrays, int Axes, int Places>
struct TileLoop {
  char* data[Arrays];
  long strides[Arrays][Axes];  // of the kept axes
  Divisor shape[Axes];
  Divisor tiles;  // of a row
  unsigned all;   // tiles
  int kept;       // bytes of a tile in shared memory
  long run;
  int place[Places];  // of values, in a tile's bytes
  cuda::TileTree tree;

  // Of a row's first element.
  __device__ __forceinline__ char* start(int array, unsigned row) const {
    long offset = 0;
#pragma unroll
    for (int d = Axes - 1; d > 0; --d) {
      const unsigned next = shape[d].divide(row);
      offset += (row - next * shape[d].by) * strides[array][d];
      row = next;
    }
    return data[array] + offset + row * strides[array][0];
  }
};

// What RowLoop is for rows, for one tile.
template <class Loop>
struct TileOfRow {
  const Loop& loop;
  unsigned row;
  int count;   // elements, fewer at the end of a row
  long first;  // in the row
  const int* place;

  __device__ __forceinline__ TileOfRow(const Loop& loop, long number, int size)
      : loop(loop),
        row(loop.tiles.divide((unsigned)number)),
        place(loop.place) {
    first = (number - (long)row * loop.tiles.by) * size;
    count = (int)min(loop.run - first, (long)size);
  }
  template <int V, bool>
  __device__ __forceinline__ RowPlace find(int vector, int vectors) const {
    const int at = vector * V;
    return {0, at, vector < vectors ? min(count - at, V) : 0};
  }
  __device__ __forceinline__ char* start(int array, int) const {
    return loop.start(array, row);
  }
  // Brings what a tile has of an array into the cache that all blocks share.
  __device__ __forceinline__ void fetch(int array, int size) const {
#if __CUDA_ARCH__ >= 900
    const char* const from = element(array, {0, 0, 0}, size);
    if (count * size % 16 == 0 && (size_t)from % 16 == 0)
      asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from),
                   "r"(count * size)
                   : "memory");
#endif
  }
  __device__ __forceinline__ char* element(int array, const RowPlace& p,
                                           int size) const {
    return loop.start(array, row) + (first + p.at) * size;
  }
  template <bool, int V>
  __device__ __forceinline__ int kept_at(const RowPlace& p, int size) const {
    return cuda::padded(p.at * size);
  }
};

// A scan from one place of a tile to another, or to where results are of one
// tile after the other.
template <class S, int kFrom, int kTo, bool kApart = false>
struct TileScan : S {
  static constexpr int kIn = sizeof(typename S::In),
                       kOut = sizeof(typename S::Out);
  static constexpr int kItems = cuda::kThreadBytes / (kIn > kOut ? kIn : kOut);
  static constexpr int kElements = cuda::kScanThreads * kItems;
  static constexpr int from = kFrom, to = kTo;
  static constexpr bool is_apart = kApart;
};

// Work of a ScanPipeline. fetch(tile) brings what is read of a tile closer;
// feed(tile, bytes, results) makes what is scanned of it, in shared memory;
// follow(tile, bytes, results) does what comes after.
template <class S, class Loop, class Fetch, class Feed, class Follow>
class GroupScan {
 public:
  using F = typename S::Function;
  using Acc = typename S::Acc;
  using Pipeline = cuda::ScanPipeline<GroupScan>;
  using Before = Acc;
  struct Shared {
    typename Pipeline::Shared pipeline;
    Acc of_warp[cuda::kScanThreads / 32];
    Acc of_level[cuda::kTreeLevels];
    Acc before[cuda::kTilesKept];
  };

  __device__ GroupScan(const Loop& loop, Shared& shared, char* tiles,
                       const Fetch& fetch, const Feed& feed,
                       const Follow& follow)
      : loop_(loop),
        shared_(shared),
        tiles_(tiles),
        fetch_(fetch),
        feed_(feed),
        follow_(follow) {}

  __device__ long all() const { return loop_.all; }
  __device__ void bring(int) {}
  __device__ void fetch(long number) {
    if (number < all()) fetch_(tile_of(number));
  }
  template <int>
  __device__ void wait_for_all_but() {}

  __device__ void look_at_tree(int slot, long number) {
    const unsigned row = loop_.tiles.divide((unsigned)number);
    const Acc before = cuda::before_tile<F, Acc>(
        loop_.tree, row, number - (long)row * loop_.tiles.by,
        cuda::identity<F, Acc>(), shared_.of_level);
    if (threadIdx.x == cuda::kScanThreads) shared_.before[slot] = before;
  }
  __device__ Acc add_up(int slot) {
    const long number = shared_.pipeline.number[slot];
    if (number >= all()) return cuda::identity<F, Acc>();
    const TileOfRow<Loop> tile = tile_of(number);
    feed_(tile, bytes_of(slot), results());
    Pipeline::sync();
    const Acc mine = S::template add_up<S::kItems>(
        bytes_of(slot) + loop_.place[S::from], (int)threadIdx.x * S::kItems,
        valid(tile));
    Acc total;
    const Acc before =
        cuda::scan_lane<F>(mine, cuda::kScanThreads, total, shared_.of_warp,
                           [] { Pipeline::sync(); });
    if (threadIdx.x == 0)
      cuda::post(cuda::posted_at<Acc>(loop_.tree, 0, number), total);
    return before;
  }
  __device__ void scan_tile(int slot, Acc before) {
    const TileOfRow<Loop> tile = tile_of(shared_.pipeline.number[slot]);
    char* const bytes = bytes_of(slot);
    S::template scan<S::kItems>(
        bytes + loop_.place[S::from],
        (S::is_apart ? results() : bytes) + loop_.place[S::to],
        (int)threadIdx.x * S::kItems, valid(tile),
        cuda::combine<F>(shared_.before[slot], before));
    Pipeline::sync();
    follow_(tile, bytes, results());
  }

 private:
  __device__ TileOfRow<Loop> tile_of(long number) const {
    return {loop_, number, S::kElements};
  }
  __device__ char* bytes_of(int slot) const {
    return tiles_ + slot * loop_.kept;
  }
  __device__ char* results() const { return bytes_of(cuda::kTilesKept); }
  static __device__ int valid(const TileOfRow<Loop>& tile) {
    return tile.count - (int)threadIdx.x * S::kItems;
  }

  const Loop& loop_;
  Shared& shared_;
  char* const tiles_;
  const Fetch& fetch_;
  const Feed& feed_;
  const Follow& follow_;
};

template <class S, class Loop, class Fetch, class Feed, class Follow>
__device__ __forceinline__ void scan_tiles(const Loop& loop, char* tiles,
                                           const Fetch& fetch, const Feed& feed,
                                           const Follow& follow) {
  using Work = GroupScan<S, Loop, Fetch, Feed, Follow>;
  __shared__ typename Work::Shared shared;
  Work work(loop, shared, tiles, fetch, feed, follow);
  typename Work::Pipeline(work, shared.pipeline, loop.tree.ticket).run();
}

}  // namespace tenorite::kernel
