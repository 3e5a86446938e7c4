// SPDX-License-Identifier: Apache-2.0
// Selection by rank, a block for each row. Keys of a row are kept in shared
// memory where they fit; of longer rows, those that are left are kept there as
// soon as they fit.
#pragma once

#include "ops/cuda/sort/select_ranks.cuh"

namespace tenorite::cuda {

struct SelectRowsArgs {
  SelectArgs select;
  uint32_t capacity;  // keys that have room in shared memory
};

struct SelectRowsShape {
  int threads;
  size_t shared;  // bytes; histograms, then keys
};

// What a block may have of shared memory, beside what it has declared, decides
// how many keys it keeps.
inline SelectRowsShape select_rows_shape(SelectRowsArgs& args,
                                         size_t most_shared) {
  const size_t key = args.select.kind.size == 8 ? 8 : 4;
  const size_t histograms = args.select.count * kBins * sizeof(uint32_t);
  const size_t room = most_shared - histograms < kSelectBytes
                          ? most_shared - histograms
                          : kSelectBytes;
  const size_t keys = room / key < args.select.n ? room / key : args.select.n;
  args.capacity = static_cast<uint32_t>(keys);
  // Small blocks wait less for their threads.
  int threads = 128;
  while (threads < kSelectThreads &&
         static_cast<uint32_t>(2 * threads * kAhead) < args.select.n)
    threads *= 2;
  return {threads, histograms + keys * key};
}

// Items that are looked at in the next pass.
template <class Key>
__device__ __forceinline__ uint64_t items_left(const Rank<Key>* ranks,
                                               int count) {
  uint64_t items = ranks[0].size;
  for (int j = 1; j < count; ++j)
    if (ranks[j].group != ranks[j - 1].group) items += ranks[j].size;
  return items;
}

template <class Key>
__device__ void select_row(const SelectRowsArgs& row_args, int64_t row,
                           uint4* shared) {
  __shared__ Rank<Key> ranks[kMaxRanks];
  __shared__ uint32_t appended, starts[kMaxBuckets];
  __shared__ Key found[kMaxRanks];
  const SelectArgs& args = row_args.select;
  auto* histograms = reinterpret_cast<uint32_t*>(shared);
  auto* list = reinterpret_cast<Key*>(histograms + args.count * kBins);
  const char* items = args.in + row * args.n * args.kind.size;
  // The list has all keys of the row, in order.
  const bool whole = args.n <= row_args.capacity;
  const uint32_t tile_items = kAhead * blockDim.x;
  const int passes = passes_of(args.kind.size);
  start_ranks(args, ranks);
  __syncthreads();
  bool listed = false;
  uint32_t end = args.n;
  auto load = [&](uint32_t first, Key(&keys)[kAhead]) {
    if (listed)
      reload_keys(list, first, end, keys);
    else
      load_keys(items, first, end, args.kind, keys);
  };
  for (int pass = 0; pass < passes; ++pass) {
    const Key known = known_bits<Key>(args.kind, pass);
    const uint64_t left = items_left(ranks, args.count);
    const int groups_left = ranks[args.count - 1].group + 1;
    // Every rank's item is the only one with its prefix.
    if (pass > 0 && groups_left == args.count &&
        left == static_cast<uint64_t>(args.count)) {
      for (uint32_t tile = 0; tile < end; tile += tile_items) {
        const uint32_t first = tile + first_of_thread();
        Key keys[kAhead];
        int groups[kAhead];
        load(first, keys);
        find_groups(ranks, args.count, known, first, end, keys, groups);
#pragma unroll
        for (int s = 0; s < kAhead; ++s)
          if (groups[s] >= 0) found[groups[s]] = keys[s];
      }
      __syncthreads();
      if (is_thread_of(args.count))
        ranks[threadIdx.x].prefix = found[ranks[threadIdx.x].group];
      __syncthreads();
      break;
    }
    const bool lists = !listed && left <= row_args.capacity;
    clear(histograms, groups_left * kBins);
    if (lists && threadIdx.x == 0) appended = 0;
    __syncthreads();
    for (uint32_t tile = 0; tile < end; tile += tile_items) {
      const uint32_t first = tile + first_of_thread();
      Key keys[kAhead];
      int groups[kAhead];
      load(first, keys);
      find_groups(ranks, args.count, known, first, end, keys, groups);
      if (lists && whole) {
#pragma unroll
        for (int s = 0; s < kAhead; ++s)
          if (groups[s] >= 0) list[first + s * kWarp] = keys[s];
      } else if (lists) {
        append(keys, groups, &appended, list);
      }
      count_digits(histograms, digit_shift(args.kind, pass), keys, groups);
    }
    __syncthreads();
    if (lists) {
      listed = true;
      if (!whole) end = appended;
    }
    pick(histograms, ranks, args.count, digit_shift(args.kind, pass));
  }
  if (args.kept == 0) {
    store_items(args, row, ranks);
  } else {
    listed = whole;
    end = args.n;
    if (is_thread_of(2 * args.count + 1))
      starts[threadIdx.x] = start_of_bucket(args, ranks, threadIdx.x);
    __syncthreads();
    split(args, row, ranks, 0, args.n, starts, load);
  }
  // The next row is put where this one was.
  __syncthreads();
}

// The body of the kernel.
template <class Key>
__device__ void select_rows(const SelectRowsArgs& args, uint4* shared) {
  for (int64_t row = blockIdx.x; row < args.select.rows; row += gridDim.x)
    select_row<Key>(args, row, shared);
}

}  // namespace tenorite::cuda
