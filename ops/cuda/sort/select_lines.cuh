// SPDX-License-Identifier: Apache-2.0
// Selection by rank in lines that many blocks share. Each has a chunk of a
// line. There is a launch for each digit, in which blocks first look the digit
// before up in the histogram that all have made, and then keep those keys of
// their chunk that are left.
#pragma once

#include "ops/cuda/sort/select_ranks.cuh"

namespace tenorite::cuda {

struct SelectLinesArgs {
  SelectArgs select;
  int pass;
  uint32_t blocks;    // of a line
  uint32_t chunk;     // items of a block
  char* keys;         // as many as items: where a chunk begins are those left
  uint32_t* lengths;  // and how many they are, [line][block]
  uint32_t* histograms;  // [pass][line][rank][bin], zero at first
  char* ranks;           // Rank, [pass][line][rank]
  // Items of a block below and at a rank, [line][rank][2][block], zero at
  // first.
  uint32_t* counts;
};

struct SelectLinesShape {
  size_t shared;  // bytes of a block
  // Bytes of what blocks share, in the order of the arguments.
  size_t keys, lengths, histograms, ranks, counts;
};

inline SelectLinesShape select_lines_shape(SelectLinesArgs& args,
                                           int multiprocessors) {
  constexpr int64_t kTile = kAhead * kSelectThreads;
  const SelectArgs& select = args.select;
  const int64_t rows = select.rows, n = select.n;
  const int64_t most = int64_t{kSelectBlocks} * multiprocessors;
  const int64_t wanted = most > rows ? most / rows : 1;
  const int64_t tiles = (n - 1) / kTile + 1;
  const int64_t chunk = ((tiles - 1) / wanted + 1) * kTile;
  args.chunk = static_cast<uint32_t>(chunk);
  args.blocks = static_cast<uint32_t>((n - 1) / chunk + 1);
  const int passes = passes_of(select.kind.size);
  const bool wide = select.kind.size == 8;
  const size_t blocks = static_cast<size_t>(rows) * args.blocks;
  const size_t ranks = static_cast<size_t>(rows) * select.count;
  SelectLinesShape shape{};
  shape.shared = select.count * kBins * sizeof(uint32_t);
  // With one digit there is nothing to be kept.
  shape.keys = passes > 1 ? static_cast<size_t>(rows * n) * (wide ? 8 : 4) : 0;
  shape.lengths = blocks * sizeof(uint32_t);
  shape.histograms = passes * ranks * kBins * sizeof(uint32_t);
  shape.ranks = (passes + 1) * ranks *
                (wide ? sizeof(Rank<uint64_t>) : sizeof(Rank<uint32_t>));
  shape.counts =
      select.kept > 0 ? 2 * blocks * select.count * sizeof(uint32_t) : 0;
  return shape;
}

template <class Key>
__device__ __forceinline__ Rank<Key>* ranks_after(const SelectLinesArgs& args,
                                                  int pass, int64_t line) {
  return reinterpret_cast<Rank<Key>*>(args.ranks) +
         (pass * args.select.rows + line) * args.select.count;
}
__device__ __forceinline__ uint32_t* histograms_of(const SelectLinesArgs& args,
                                                   int pass, int64_t line) {
  return args.histograms +
         (pass * args.select.rows + line) * args.select.count * kBins;
}
__device__ __forceinline__ uint32_t* counts_of(const SelectLinesArgs& args,
                                               int64_t line, int rank,
                                               int which) {
  return args.counts +
         ((line * args.select.count + rank) * 2 + which) * args.blocks;
}

// The body of the kernel of a pass. After the last digit, pass passes_of(...)
// stores the items or ends counting; the former has one block per line.
template <class Key>
__device__ void select_lines(const SelectLinesArgs& args, uint4* shared) {
  __shared__ Rank<Key> ranks[kMaxRanks];
  __shared__ uint32_t appended, below[kSelectWarps][kMaxRanks],
      same[kSelectWarps][kMaxRanks];
  const SelectArgs& select = args.select;
  auto* histograms = reinterpret_cast<uint32_t*>(shared);
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int64_t line = blockIdx.y;
  const uint32_t block = blockIdx.x;
  const int pass = args.pass;
  const bool last = pass == passes_of(select.kind.size);
  start_ranks(select, ranks);
  if (pass > 1 && is_thread_of(select.count))
    ranks[threadIdx.x] = ranks_after<Key>(args, pass - 1, line)[threadIdx.x];
  __syncthreads();
  if (pass > 0) {
    const uint32_t* from = histograms_of(args, pass - 1, line);
    const int words = (ranks[select.count - 1].group + 1) * kBins;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
      histograms[i] = from[i];
    __syncthreads();
    pick(histograms, ranks, select.count, digit_shift(select.kind, pass - 1));
    if (block == 0 && is_thread_of(select.count))
      ranks_after<Key>(args, pass, line)[threadIdx.x] = ranks[threadIdx.x];
  }
  if (last && select.kept == 0) return store_items(select, line, ranks);

  const uint32_t begin = block * args.chunk;
  const uint32_t items = min(args.chunk, select.n - begin);
  const char* in =
      select.in + (line * select.n + begin) * int64_t{select.kind.size};
  Key* list = reinterpret_cast<Key*>(args.keys) + line * select.n + begin;
  uint32_t* length = args.lengths + line * args.blocks + block;
  const bool reload = pass > 1, keeps = pass > 0 && !last;
  const bool counts = pass > 0 && select.kept > 0;
  const uint32_t end = reload ? *length : items;
  const Key known = known_bits<Key>(select.kind, pass);
  const int words = last ? 0 : (ranks[select.count - 1].group + 1) * kBins;
  clear(histograms, words);
  if (lane < select.count) below[warp][lane] = same[warp][lane] = 0;
  if (threadIdx.x == 0) appended = 0;
  __syncthreads();
  for (uint32_t tile = 0; tile < end; tile += kAhead * blockDim.x) {
    const uint32_t first = tile + first_of_thread();
    Key keys[kAhead];
    int groups[kAhead];
    if (reload)
      reload_keys(list, first, end, keys);
    else
      load_keys(in, first, end, select.kind, keys);
    find_groups(ranks, select.count, known, first, end, keys, groups);
    if (counts) {
      // Those that drop out here, or are left at last.
      for (int j = 0; j < select.count; ++j) {
        const Key prefix = ranks[j].prefix;
        uint32_t before = 0, equal = 0;
#pragma unroll
        for (int s = 0; s < kAhead; ++s) {
          const bool is = first + s * kWarp < end && (last || groups[s] < 0);
          before += is && (keys[s] & known) < prefix;
          equal += is && keys[s] == prefix;
        }
        // Both are no more than items of a warp.
        const uint32_t both = sum_up_to_lane(equal << 16 | before);
        if (lane == kWarp - 1) {
          below[warp][j] += both & 0xffff;
          if (last) same[warp][j] += both >> 16;
        }
      }
    }
    if (last) continue;
    if (keeps) {
      // Keys of this tile, and of those before it, are overwritten.
      if (reload) __syncthreads();
      append(keys, groups, &appended, list);
    }
    count_digits(histograms, digit_shift(select.kind, pass), keys, groups);
  }
  __syncthreads();
  if (counts && is_thread_of(select.count)) {
    const int j = threadIdx.x;
    uint32_t before = 0, equal = 0;
    for (int w = 0; w < static_cast<int>(blockDim.x) / kWarp; ++w) {
      before += below[w][j];
      equal += same[w][j];
    }
    counts_of(args, line, j, 0)[block] += before;
    counts_of(args, line, j, 1)[block] += equal;
  }
  if (last) return;
  if (keeps && threadIdx.x == 0) *length = appended;
  uint32_t* to = histograms_of(args, pass, line);
  for (int i = threadIdx.x; i < words; i += blockDim.x)
    if (histograms[i] > 0) atomicAdd(to + i, histograms[i]);
}

// The body of the kernel that partitions lines after all passes.
template <class Key>
__device__ void split_lines(const SelectLinesArgs& args) {
  __shared__ Rank<Key> ranks[kMaxRanks];
  // Items of the blocks before this one below and at a rank.
  __shared__ uint32_t before[kMaxRanks][2], starts[kMaxBuckets];
  const SelectArgs& select = args.select;
  const int lane = threadIdx.x % kWarp;
  const int64_t line = blockIdx.y;
  const uint32_t block = blockIdx.x, begin = block * args.chunk;
  if (is_thread_of(select.count))
    ranks[threadIdx.x] =
        ranks_after<Key>(args, passes_of(select.kind.size), line)[threadIdx.x];
  for (int i = threadIdx.x / kWarp; i < 2 * select.count;
       i += blockDim.x / kWarp) {
    const uint32_t* counts = counts_of(args, line, i / 2, i % 2);
    uint32_t sum = 0;
    for (uint32_t b = lane; b < block; b += kWarp) sum += counts[b];
    sum = sum_up_to_lane(sum);
    if (lane == kWarp - 1) before[i / 2][i % 2] = sum;
  }
  __syncthreads();
  if (is_thread_of(2 * select.count + 1)) {
    const int bucket = threadIdx.x, j = bucket / 2;
    uint32_t skipped = bucket % 2 == 1    ? before[j][1]
                       : j < select.count ? before[j][0]
                                          : begin;
    if (bucket % 2 == 0 && j > 0)
      skipped -= before[j - 1][0] + before[j - 1][1];
    starts[bucket] = start_of_bucket(select, ranks, bucket) + skipped;
  }
  __syncthreads();
  const char* in = select.in + line * select.n * int64_t{select.kind.size};
  const uint32_t end = begin + min(args.chunk, select.n - begin);
  split(select, line, ranks, begin, end, starts,
        [&](uint32_t first, Key(&keys)[kAhead]) {
          load_keys(in, first, end, select.kind, keys);
        });
}

}  // namespace tenorite::cuda
