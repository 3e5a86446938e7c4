// SPDX-License-Identifier: Apache-2.0
// How many items are in each bin. Blocks count in shared memory, whose atomics
// count equal items of a warp at once, and add what they have counted once.
#pragma once

#include <cstdint>

#include "ops/cuda/abi/tuning.h"
#include "ops/device/bins.h"
#include "ops/device/math.h"

namespace tenorite::cuda {

struct BinArgs {
  const char* in;
  char letter;
  int64_t n;
  Bins bins;
  unsigned long long* counts;
  int64_t* numbers;
};

// Items that a thread has in flight, and a block.
inline constexpr int kBinsAhead = 8;
inline constexpr int kBinTile = kBinsAhead * kBinThreads;

// ---- items ----

template <class T>
constexpr T kInNoBin = math::kNan<T>;
template <>
inline constexpr int64_t kInNoBin<int64_t> = -1;

template <class From, class T>
__device__ __forceinline__ void load_of(const BinArgs& args, int64_t first,
                                        T (&x)[kBinsAhead]) {
  const auto* items = reinterpret_cast<const From*>(args.in) + first;
  if (first + (kBinsAhead - 1) * kBinThreads < args.n) {
#pragma unroll
    for (int k = 0; k < kBinsAhead; ++k)
      x[k] = static_cast<T>(items[k * kBinThreads]);
  } else {
#pragma unroll
    for (int k = 0; k < kBinsAhead; ++k)
      x[k] = first + k * kBinThreads < args.n
                 ? static_cast<T>(items[k * kBinThreads])
                 : kInNoBin<T>;
  }
}

// Item `first` and others that follow it at distances of kBinThreads; what is
// not there is in no bin.
template <class T>
__device__ __forceinline__ void load_items(const BinArgs& args, int64_t first,
                                           T (&x)[kBinsAhead]) {
  const auto load = [&]<class From>(From) { load_of<From>(args, first, x); };
  if constexpr (is_same<T, float>) return load(float());
  if constexpr (is_same<T, double>) {
    if (args.letter == 'd') return load(double());
    if (args.letter == 'f') return load(float());
    if (args.letter == 'e') return load(half());
  }
  switch (args.letter) {
    case 'l':
      return load(long());
    case 'L':
      return load(uint64_t());
    case 'i':
      return load(int());
    case 'I':
      return load(uint32_t());
    case 'h':
      return load(int16_t());
    case 'H':
      return load(uint16_t());
    case 'b':
      return load(int8_t());
    default:
      return load(uint8_t());
  }
}

// ---- bins ----

// The bin's number; -1 for none.
static __device__ __noinline__ int64_t bin_number(const Bins& bins, double x) {
  return bin_of(bins, x);
}
__device__ __forceinline__ int64_t bin_number(const Bins& bins, int64_t x) {
  return x >= 0 && x < bins.count ? x : -1;
}

// Where items are among even bins: (x - first) * scale is roughly the number of
// the bin and the part of it that is behind x. It never falls as x rises, so
// that the places of the edges say between which parts no edge can be, and
// items there belong to that very bin. All this is checked, not taken for
// granted: others are left to bin_of(), which looks at the edges.
template <class T>
struct Places {
  T first, scale;
  T room;  // from the middle of a bin on both sides; else edges are looked at
};

// A place rounded down, and the rest of it; numbers from 2^32 on stand for
// places that are not in [0, 2^31).
__device__ __forceinline__ float split_place(float place, uint32_t& number) {
  const float whole = __fadd_rd(place, 0x1p23f);
  number = bit_cast<uint32_t>(whole) - bit_cast<uint32_t>(0x1p23f);
  return place - (whole - 0x1p23f);
}
__device__ __forceinline__ double split_place(double place, uint32_t& number) {
  const double whole = __dadd_rd(place, 0x1p52);
  const auto bits = bit_cast<uint64_t>(whole);
  number = bits >> 32 == 0x43300000 ? static_cast<uint32_t>(bits) : ~0u;
  return place - (whole - 0x1p52);
}

// By all threads of a block.
template <class T>
__device__ Places<T> find_places(const Bins& bins) {
  __shared__ T farthest[kBinThreads / kWarp];
  const auto count = static_cast<int>(bins.count);
  Places<T> places;
  places.first = static_cast<T>(bins.first);
  places.scale =
      static_cast<T>(count) / (static_cast<T>(bins.last) - places.first);
  // How far the places of edges are from whole numbers.
  T far = 0;
  for (int k = threadIdx.x; k <= count; k += kBinThreads) {
    const double edge = bins.edges[k];
    const T place = (static_cast<T>(edge) - places.first) * places.scale;
    const T off = math::fabs(place - static_cast<T>(k));
    // NumPy's own estimate, which it moves by one bin at most.
    const long estimate = estimated_bin(bins, edge);
    const bool good = static_cast<double>(static_cast<T>(edge)) == edge &&
                      place >= 0 && off < T(0.5) &&
                      (estimate == k || estimate == k - 1);
    far = !good ? T(1) : off > far ? off : far;
  }
  for (int lanes = kWarp / 2; lanes > 0; lanes /= 2) {
    const T other = __shfl_down_sync(~0u, far, lanes);
    far = other > far ? other : far;
  }
  if (threadIdx.x % kWarp == 0) farthest[threadIdx.x / kWarp] = far;
  __syncthreads();
  for (const T other : farthest) far = other > far ? other : far;
  // The rest of a place has a rounding of its own.
  places.room = T(0.5) - far - T(0x1p-20);
  return places;
}

// Calls body(first, x) for the items of a grid's blocks.
template <class T, class Body>
__device__ __forceinline__ void for_items(const BinArgs& args, Body&& body) {
  for (int64_t first = blockIdx.x * int64_t{kBinTile} + threadIdx.x;
       first < args.n; first += gridDim.x * int64_t{kBinTile}) {
    T x[kBinsAhead];
    load_items(args, first, x);
    body(first, x);
  }
}

// The numbers of items; `count` of those in no bin.
template <class T>
__device__ __forceinline__ void number_items(const T (&x)[kBinsAhead],
                                             const Bins& bins,
                                             const Places<T>& places,
                                             uint32_t (&number)[kBinsAhead]) {
  const auto count = static_cast<uint32_t>(bins.count);
  unsigned unknown = ~0u;
  if constexpr (!is_same<T, int64_t>) {
    if (places.room > 0) {
      unknown = 0;
#pragma unroll
      for (int k = 0; k < kBinsAhead; ++k) {
        const T rest =
            split_place((x[k] - places.first) * places.scale, number[k]);
        const bool inside = number[k] <= count;
        if (inside && !(math::fabs(rest - T(0.5)) < places.room))
          unknown |= 1u << k;
        if (!inside) number[k] = count;
      }
    }
  }
  if (unknown == 0) return;
#pragma unroll
  for (int k = 0; k < kBinsAhead; ++k) {
    if (!(unknown >> k & 1)) continue;
    const int64_t b = bin_number(bins, x[k]);
    number[k] = b < 0 ? count : static_cast<uint32_t>(b);
  }
}

template <class T>
__device__ __forceinline__ void count_in_blocks(const BinArgs& args,
                                                uint32_t* counters) {
  const Bins& bins = args.bins;
  const auto count = static_cast<int>(bins.count);
  // One more for items that are in no bin.
  for (int b = threadIdx.x; b <= count; b += kBinThreads) counters[b] = 0;
  Places<T> places{};
  if constexpr (!is_same<T, int64_t>)
    if (bins.even) places = find_places<T>(bins);
  __syncthreads();
  for_items<T>(args, [&](int64_t, const T(&x)[kBinsAhead]) {
    uint32_t number[kBinsAhead];
    number_items(x, bins, places, number);
#pragma unroll
    for (int k = 0; k < kBinsAhead; ++k) atomicAdd(counters + number[k], 1u);
  });
  __syncthreads();
  for (int b = threadIdx.x; b < count; b += kBinThreads)
    if (counters[b] > 0)
      atomicAdd(args.counts + b, static_cast<unsigned long long>(counters[b]));
}

// The same for bins that have no room in shared memory.
template <class T>
__device__ __forceinline__ void count_in_memory(const BinArgs& args) {
  for_items<T>(args, [&](int64_t, const T(&x)[kBinsAhead]) {
#pragma unroll
    for (int k = 0; k < kBinsAhead; ++k) {
      const int64_t b = bin_number(args.bins, x[k]);
      if (b >= 0) atomicAdd(args.counts + b, 1ull);
    }
  });
}

__device__ __forceinline__ void number_all(const BinArgs& args) {
  for_items<double>(args, [&](int64_t first, const double (&x)[kBinsAhead]) {
#pragma unroll
    for (int k = 0; k < kBinsAhead; ++k) {
      const int64_t b = bin_number(args.bins, x[k]),
                    i = first + k * kBinThreads;
      if (i < args.n) args.numbers[i] = b < 0 ? args.bins.count : b;
    }
  });
}

}  // namespace tenorite::cuda
