// SPDX-License-Identifier: Apache-2.0
// Selection by rank: the digits of the keys at some ranks of a row are found
// from the highest to the lowest, each by a histogram of the items that agree
// with what is known (a radix selection, as a radix sort from the top that
// looks only where a rank is).
//
// All functions are called by whole blocks. Threads take items of a tile so
// that those of a warp are a run of kAhead * kWarp items.
#pragma once

#include <cstdint>

#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/sort/sort_items.cuh"

namespace tenorite::cuda {

inline constexpr int kDigitBits = 11;
inline constexpr int kBins = 1 << kDigitBits;
inline constexpr int kSelectThreads = 512;
inline constexpr int kSelectWarps = kSelectThreads / kWarp;
// Items that a thread has in flight.
inline constexpr int kAhead = 8;
// Below, at and above each rank.
inline constexpr int kMaxBuckets = 2 * kMaxRanks + 1;
inline constexpr unsigned kAllLanes = ~0u;

struct SelectArgs {
  const char* in;
  char* out;
  int64_t* order;
  int64_t rows;
  uint32_t n;
  uint32_t kept;  // see PartitionPlan
  int count;
  uint32_t ranks[kMaxRanks];
  ItemKind kind;
};

inline SelectArgs select_args(const PartitionPlan& plan) {
  SelectArgs args{};
  args.in = plan.in;
  args.out = plan.out;
  args.order = plan.order;
  args.rows = plan.rows;
  args.n = static_cast<uint32_t>(plan.n);
  args.kept = static_cast<uint32_t>(plan.kept);
  args.count = static_cast<int>(plan.count);
  for (int j = 0; j < args.count; ++j)
    args.ranks[j] = static_cast<uint32_t>(plan.ranks[j]);
  args.kind = {static_cast<int>(itemsize(plan.dtype)), key_kind(plan.dtype),
               false, plan.descending, plan.order != nullptr};
  return args;
}

constexpr int passes_of(int itemsize) {
  return (8 * itemsize - 1) / kDigitBits + 1;
}
// Where the digit of a pass is in a key. The last one is narrower: it begins
// with bits of the one before, which are the same in all items that are left.
TENORITE_HD int digit_shift(const ItemKind& kind, int pass) {
  const int shift = 8 * kind.size - kDigitBits * (pass + 1);
  return shift > 0 ? shift : 0;
}
// The bits of keys that are known before a pass.
template <class Key>
__device__ __forceinline__ Key known_bits(const ItemKind& kind, int pass) {
  return pass == 0 ? Key(0) : Key(~Key(0)) << digit_shift(kind, pass - 1);
}

// What is known of the item at a rank.
template <class Key>
struct Rank {
  Key prefix;     // of its key
  uint32_t left;  // its rank among the items with that prefix
  uint32_t size;  // how many they are
  int group;      // the number of the prefix among those of all ranks
};

// Whether the thread is among the first n.
__device__ __forceinline__ bool is_thread_of(int n) {
  return static_cast<int>(threadIdx.x) < n;
}

template <class Key>
__device__ __forceinline__ void start_ranks(const SelectArgs& args,
                                            Rank<Key>* ranks) {
  if (is_thread_of(args.count))
    ranks[threadIdx.x] = {0, args.ranks[threadIdx.x], args.n, 0};
}

__device__ __forceinline__ void clear(uint32_t* words, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) words[i] = 0;
}

// ---- items ----

// Where a thread's items of a tile begin; they are kWarp apart.
__device__ __forceinline__ uint32_t first_of_thread() {
  return threadIdx.x / kWarp * (kAhead * kWarp) + threadIdx.x % kWarp;
}

// Keys of items, by conditions that are the same for all of them.
template <class Bits, class Key>
__device__ __forceinline__ void make_keys(const Bits (&bits)[kAhead],
                                          const ItemKind& kind,
                                          Key (&keys)[kAhead]) {
  if (kind.kind == KeyKind::kFloat) {
    if (kind.hidden) {
#pragma unroll
      for (int s = 0; s < kAhead; ++s)
        keys[s] = sort_key::equal(bits[s], KeyKind::kFloat);
    } else {
#pragma unroll
      for (int s = 0; s < kAhead; ++s)
        keys[s] = sort_key::total(bits[s], KeyKind::kFloat);
    }
  } else {
    const Bits sign =
        kind.kind == KeyKind::kSigned ? sort_key::kSign<Bits> : Bits(0);
#pragma unroll
    for (int s = 0; s < kAhead; ++s) keys[s] = Bits(bits[s] ^ sign);
  }
  if (kind.descending) {
#pragma unroll
    for (int s = 0; s < kAhead; ++s)
      keys[s] = sort_key::turned(static_cast<Bits>(keys[s]), kind.kind);
  }
}

template <class Bits, class Key>
__device__ __forceinline__ void load_as(const char* items, uint32_t first,
                                        uint32_t end, const ItemKind& kind,
                                        Key (&keys)[kAhead]) {
  auto* from = reinterpret_cast<const Bits*>(items) + first;
  Bits bits[kAhead];
  if (first + (kAhead - 1) * kWarp < end) {
#pragma unroll
    for (int s = 0; s < kAhead; ++s) bits[s] = from[s * kWarp];
  } else {
#pragma unroll
    for (int s = 0; s < kAhead; ++s)
      bits[s] = first + s * kWarp < end ? from[s * kWarp] : Bits(0);
  }
  make_keys(bits, kind, keys);
}
template <class Key>
__device__ __forceinline__ void load_keys(const char* items, uint32_t first,
                                          uint32_t end, const ItemKind& kind,
                                          Key (&keys)[kAhead]) {
  if constexpr (sizeof(Key) == 8)
    load_as<unsigned long>(items, first, end, kind, keys);
  else if (kind.size == 4)
    load_as<unsigned>(items, first, end, kind, keys);
  else if (kind.size == 2)
    load_as<unsigned short>(items, first, end, kind, keys);
  else
    load_as<unsigned char>(items, first, end, kind, keys);
}
// Of keys that were stored as such.
template <class Key>
__device__ __forceinline__ void reload_keys(const Key* from, uint32_t first,
                                            uint32_t end, Key (&keys)[kAhead]) {
#pragma unroll
  for (int s = 0; s < kAhead; ++s) {
    const uint32_t i = first + s * kWarp;
    keys[s] = i < end ? from[i] : Key(0);
  }
}

template <class Key>
__device__ __forceinline__ void store_key(char* items, int64_t i, Key key,
                                          const ItemKind& kind) {
  if constexpr (sizeof(Key) == 8)
    reinterpret_cast<unsigned long*>(items)[i] =
        bits_of(static_cast<unsigned long>(key), kind);
  else
    store_narrow(items, i, key, kind);
}

// ---- digits ----

// The groups of a thread's items; -1 for those that no rank looks for, and from
// `end` on.
template <class Key>
__device__ __forceinline__ void find_groups(const Rank<Key>* ranks, int count,
                                            Key known, uint32_t first,
                                            uint32_t end,
                                            const Key (&keys)[kAhead],
                                            int (&groups)[kAhead]) {
#pragma unroll
  for (int s = 0; s < kAhead; ++s) groups[s] = known == 0 ? 0 : -1;
  for (int j = 0; j < count && known != 0; ++j) {
    const Key prefix = ranks[j].prefix;
    const int group = ranks[j].group;
#pragma unroll
    for (int s = 0; s < kAhead; ++s)
      if ((keys[s] & known) == prefix) groups[s] = group;
  }
  if (first + (kAhead - 1) * kWarp < end) return;
#pragma unroll
  for (int s = 0; s < kAhead; ++s)
    if (first + s * kWarp >= end) groups[s] = -1;
}

// Appends the keys with a group to a list of *length, in any order.
template <class Key>
__device__ __forceinline__ void append(const Key (&keys)[kAhead],
                                       const int (&groups)[kAhead],
                                       uint32_t* length, Key* list) {
  const int lane = threadIdx.x % kWarp;
  unsigned found[kAhead];
  uint32_t total = 0;
#pragma unroll
  for (int s = 0; s < kAhead; ++s) {
    found[s] = __ballot_sync(kAllLanes, groups[s] >= 0);
    total += __popc(found[s]);
  }
  if (total == 0) return;
  uint32_t at = 0;
  if (lane == 0) at = atomicAdd(length, total);
  at = __shfl_sync(kAllLanes, at, 0);
#pragma unroll
  for (int s = 0; s < kAhead; ++s) {
    if (groups[s] >= 0)
      list[at + __popc(found[s] & ((1u << lane) - 1))] = keys[s];
    at += __popc(found[s]);
  }
}

// Counts each lane's bin (none below 0). Lanes with the bin of the first ones
// count together.
__device__ __forceinline__ void count_alike(uint32_t* histogram, int bin) {
  const int lane = threadIdx.x % kWarp;
  unsigned waiting = __ballot_sync(kAllLanes, bin >= 0);
#pragma unroll
  for (int round = 0; round < 2; ++round) {
    if (waiting == 0) return;
    const int leader = __ffs(static_cast<int>(waiting)) - 1;
    const int common = __shfl_sync(kAllLanes, bin, leader);
    const unsigned same = __ballot_sync(kAllLanes, bin == common);
    if (lane == leader) atomicAdd(histogram + common, uint32_t(__popc(same)));
    if (bin == common) bin = -1;
    waiting &= ~same;
  }
  if (bin >= 0) atomicAdd(histogram + bin, 1u);
}

template <class Key>
__device__ __forceinline__ void count_digits(uint32_t* histograms, int shift,
                                             const Key (&keys)[kAhead],
                                             const int (&groups)[kAhead]) {
  int bins[kAhead];
#pragma unroll
  for (int s = 0; s < kAhead; ++s) {
    const int digit = static_cast<int>(keys[s] >> shift) & (kBins - 1);
    bins[s] = groups[s] < 0 ? -1 : groups[s] * kBins + digit;
  }
  // Where many lanes have the same bin they would wait for each other.
  constexpr int kMany = 6;
  const int common = __shfl_sync(kAllLanes, bins[0], 0);
  const unsigned same = __ballot_sync(kAllLanes, bins[0] == common);
  if (common >= 0 && __popc(same) >= kMany) {
#pragma unroll
    for (int s = 0; s < kAhead; ++s) count_alike(histograms, bins[s]);
  } else {
#pragma unroll
    for (int s = 0; s < kAhead; ++s)
      if (bins[s] >= 0) atomicAdd(histograms + bins[s], 1u);
  }
}

__device__ __forceinline__ uint32_t sum_up_to_lane(uint32_t x) {
  const int lane = threadIdx.x % kWarp;
#pragma unroll
  for (int delta = 1; delta < kWarp; delta *= 2) {
    const uint32_t before = __shfl_up_sync(kAllLanes, x, delta);
    if (lane >= delta) x += before;
  }
  return x;
}

// EagerRule a digit of each rank up in the histograms of the groups; a warp for
// each rank.
template <class Key>
__device__ void pick(const uint32_t* histograms, Rank<Key>* ranks, int count,
                     int shift) {
  constexpr int kPerLane = kBins / kWarp;
  const int lane = threadIdx.x % kWarp;
  for (int j = threadIdx.x / kWarp; j < count; j += blockDim.x / kWarp) {
    const uint32_t* bins = histograms + ranks[j].group * kBins;
    uint32_t left = ranks[j].left;
    uint32_t sum = 0;
    // Lanes begin at different places, so that they do not meet in a bank.
#pragma unroll 8
    for (int i = 0; i < kPerLane; ++i)
      sum += bins[lane * kPerLane + (i + lane) % kPerLane];
    uint32_t before = sum_up_to_lane(sum) - sum;
    const unsigned here =
        __ballot_sync(kAllLanes, before <= left && left - before < sum);
    const int owner = __ffs(static_cast<int>(here)) - 1;
    left -= __shfl_sync(kAllLanes, before, owner);
    static_assert(kPerLane == 2 * kWarp);
    int digit = owner * kPerLane + 2 * lane;
    uint32_t size = bins[digit], next = bins[digit + 1];
    before = sum_up_to_lane(size + next) - (size + next);
    if (before <= left && left - before < size + next) {
      left -= before;
      if (left >= size) {
        left -= size;
        size = next;
        ++digit;
      }
      ranks[j].prefix |= static_cast<Key>(digit) << shift;
      ranks[j].left = left;
      ranks[j].size = size;
    }
  }
  __syncthreads();
  // Ranks ascend, and so do their prefixes.
  if (is_thread_of(count)) {
    int group = 0;
    for (int j = 1; j <= static_cast<int>(threadIdx.x); ++j)
      group += ranks[j].prefix != ranks[j - 1].prefix;
    ranks[threadIdx.x].group = group;
  }
  __syncthreads();
}

template <class Key>
__device__ __forceinline__ void store_items(const SelectArgs& args, int64_t row,
                                            const Rank<Key>* ranks) {
  if (is_thread_of(args.count))
    store_key(args.out, row * args.count + threadIdx.x,
              ranks[threadIdx.x].prefix, args.kind);
}

// ---- partitions ----
//
// Items between two ranks are a bucket, and those that are equal to a rank's
// item are one. In a bucket they keep their order.

// Where a bucket of a whole row begins, once the keys at the ranks are known.
template <class Key>
__device__ __forceinline__ uint32_t start_of_bucket(const SelectArgs& args,
                                                    const Rank<Key>* ranks,
                                                    int bucket) {
  const int j = bucket / 2;
  if (bucket % 2 == 1) return args.ranks[j] - ranks[j].left;
  if (j == 0) return 0;
  return args.ranks[j - 1] - ranks[j - 1].left + ranks[j - 1].size;
}

// Moves items begin .. end of a row to their buckets; starts[bucket] says where
// the next one goes and is moved on. load(first, keys) has a thread's keys.
template <class Key, class Load>
__device__ void split(const SelectArgs& args, int64_t row,
                      const Rank<Key>* ranks, uint32_t begin, uint32_t end,
                      uint32_t* starts, Load&& load) {
  // Items of each warp, then where its first one goes. The last bucket has
  // those that are none.
  __shared__ uint32_t places[kSelectWarps][kMaxBuckets + 1];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int warps = blockDim.x / kWarp, buckets = 2 * args.count + 1;
  for (uint32_t tile = begin; tile < end; tile += kAhead * blockDim.x) {
    const uint32_t first = tile + first_of_thread();
    if (lane <= buckets) places[warp][lane] = 0;
    __syncwarp();
    Key keys[kAhead];
    load(first, keys);
    // Those of which something is still to be stored.
    const unsigned open =
        __ballot_sync(kAllLanes, lane < buckets && starts[lane] < args.kept);
    int bucket[kAhead];
#pragma unroll
    for (int s = 0; s < kAhead; ++s) bucket[s] = 0;
    for (int j = 0; j < args.count; ++j) {
      const Key at = ranks[j].prefix;
#pragma unroll
      for (int s = 0; s < kAhead; ++s)
        bucket[s] = at < keys[s]    ? 2 * (j + 1)
                    : at == keys[s] ? bucket[s] | 1
                                    : bucket[s];
    }
    uint32_t place[kAhead];
#pragma unroll
    for (int s = 0; s < kAhead; ++s) {
      if (first + s * kWarp >= end || (open >> bucket[s] & 1) == 0)
        bucket[s] = buckets;
      if (__ballot_sync(kAllLanes, bucket[s] < buckets) == 0) continue;
      const unsigned same = __match_any_sync(kAllLanes, bucket[s]);
      const uint32_t before = places[warp][bucket[s]];
      const unsigned lower = same & ((1u << lane) - 1);
      place[s] = before + __popc(lower);
      __syncwarp();
      if (lower == 0) places[warp][bucket[s]] = before + __popc(same);
      __syncwarp();
    }
    __syncthreads();
    for (int b = warp; b < buckets; b += warps) {
      const uint32_t count = lane < warps ? places[lane][b] : 0;
      const uint32_t start = starts[b], sum = sum_up_to_lane(count);
      if (lane < warps) places[lane][b] = start + sum - count;
      __syncwarp();
      if (lane == kWarp - 1) starts[b] = start + sum;
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kAhead; ++s) {
      if (bucket[s] == buckets) continue;
      const uint32_t to = places[warp][bucket[s]] + place[s];
      if (to >= args.kept) continue;
      const int64_t at = row * args.kept + to;
      if (args.order)
        args.order[at] = first + s * kWarp;
      else
        store_key(args.out, at, keys[s], args.kind);
    }
    __syncwarp();
  }
}

}  // namespace tenorite::cuda
