// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/cuda/scan/scan_parts.cuh"

namespace tenorite::cuda {

// Every four bytes of a total are stored in eight, together with a mark, so
// that what is seen needs no fence. Zero where nothing has been posted.
template <class Acc>
struct Posted {
  ulonglong2 piece[sizeof(Acc) / 8];
};
static_assert(sizeof(Posted<double>) == posted_bytes(sizeof(double)));

template <class Acc>
__device__ __forceinline__ Posted<Acc>* posted_at(const TileTree& tree,
                                                  int level, long i) {
  return reinterpret_cast<Posted<Acc>*>(tree.posted) + tree.level_at[level] + i;
}

#ifdef __CUDACC__
__device__ __forceinline__ void store_relaxed(ulonglong2* to, unsigned long a,
                                              unsigned long b) {
  asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %2};" ::"l"(to), "l"(a), "l"(b)
               : "memory");
}
__device__ __forceinline__ void load_relaxed(const ulonglong2* from,
                                             unsigned long& a,
                                             unsigned long& b) {
  asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];"
               : "=l"(a), "=l"(b)
               : "l"(from)
               : "memory");
}
#else
using emulation::load_relaxed;
using emulation::store_relaxed;
#endif

template <class Acc>
__device__ __forceinline__ void post(Posted<Acc>* to, Acc x) {
  uint2 parts[sizeof(Acc) / 8];
  memcpy(parts, &x, sizeof(x));
#pragma unroll
  for (int i = 0; i < (int)(sizeof(Acc) / 8); ++i) {
    unsigned long a = (unsigned long)parts[i].x << 32 | 1;
    unsigned long b = (unsigned long)parts[i].y << 32 | 1;
    store_relaxed(&to->piece[i], a, b);
  }
}

// Whether the total is there; if so, x.
template <class Acc>
__device__ __forceinline__ bool look(const Posted<Acc>* from, Acc& x) {
  uint2 parts[sizeof(Acc) / 8];
  bool there = true;
#pragma unroll
  for (int i = 0; i < (int)(sizeof(Acc) / 8); ++i) {
    unsigned long a, b;
    load_relaxed(&from->piece[i], a, b);
    there = there && (a & b & 1);
    parts[i] = {(unsigned)(a >> 32), (unsigned)(b >> 32)};
  }
  if (there) memcpy(&x, parts, sizeof(x));
  return there;
}

// A number of the calling block, the same for all of its threads, that is
// handed out in order: all lower ones are finished or running.
__device__ __forceinline__ long take_ticket(const TileTree& tree) {
  __shared__ long ticket;
  if (threadIdx.x == 0) ticket = (long)atomicAdd(tree.ticket, 1ull);
  __syncthreads();
  return ticket;
}

// Where a tile stands in a level of the tree.
struct Branch {
  long first;  // of the tiles (or branches) under the same branch
  int digit;   // how many of those come before it
  bool last;   // it ends the branch, whose total it posts one level up
};
__device__ __forceinline__ Branch branch_of(const TileTree& tree, long tile,
                                            int level, int radix_log2) {
  long at = tile >> radix_log2 * level;
  int digit = (int)at & ((1 << radix_log2) - 1);
  long next = (long)1 << radix_log2 * (level + 1);
  bool last = ((tile + 1) & (next - 1)) == 0 && level + 1 < tree.levels;
  return {at - digit, digit, last};
}

// What comes before a tile in one level of its lane; a warp works on it, and
// all of its threads have the result.
template <class F, class Acc>
__device__ Acc before_by_warp(const TileTree& tree, long lane, long tile,
                              int level) {
  int w = threadIdx.x % 32;
  Branch branch = branch_of(tree, tile, level, kWarpRadixLog2);
  long row = lane * tree.level_tiles[level];
  Acc x = identity<F, Acc>();
  if (w < branch.digit || branch.last) {
    const Posted<Acc>* from =
        posted_at<Acc>(tree, level, row + branch.first + w);
    while (!look(from, x)) {
    }
  }
  __syncwarp();
  for (int delta = 1; delta < 32; delta *= 2) {
    Acc before = shuffle_up(x, delta, 32);
    if (w >= delta) x = combine<F>(before, x);
  }
  if (branch.last && w == 31) {
    long parent =
        lane * tree.level_tiles[level + 1] + (branch.first >> kWarpRadixLog2);
    post(posted_at<Acc>(tree, level + 1, parent), x);
  }
  Acc before = shuffle(x, branch.digit > 0 ? branch.digit - 1 : 0, 32);
  return branch.digit > 0 ? before : identity<F, Acc>();
}

// The same by columns: every thread for its own lane.
template <class F, class Acc>
__device__ Acc before_by_thread(const TileTree& tree, long lanes, long lane,
                                long tile, int level) {
  Branch branch = branch_of(tree, tile, level, kThreadRadixLog2);
  constexpr int kRadix = 1 << kThreadRadixLog2, kAhead = kRadix / 2;
  int count = branch.last ? kRadix : branch.digit;
  Running<F, Acc> running;
  running.start(identity<F, Acc>());
  Acc before = running.value();
  for (int first = 0; first < count; first += kAhead) {
    Acc x[kAhead];
    for (bool there = false; !there;) {
      there = true;
#pragma unroll
      for (int i = 0; i < kAhead; ++i) {
        if (first + i >= count) continue;
        long at = (branch.first + first + i) * lanes + lane;
        there = look(posted_at<Acc>(tree, level, at), x[i]) && there;
      }
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      if (first + i >= count) continue;
      running.add(x[i]);
      if (first + i < branch.digit) before = running.value();
    }
  }
  if (branch.last) {
    long parent = (branch.first >> kThreadRadixLog2) * lanes + lane;
    post(posted_at<Acc>(tree, level + 1, parent), running.value());
  }
  return before;
}

}  // namespace tenorite::cuda
