// SPDX-License-Identifier: Apache-2.0
// What kernels sort: keys made from items of any dtype, by the width of the
// key rather than by dtype.
#pragma once

#include <cstdint>

#include "ops/plan/sort_plan.h"

namespace tenorite::cuda {

struct ItemKind {
  int size;  // bytes
  KeyKind kind;
  bool complex;
  bool descending;
  bool hidden;  // equal keys for what NumPy takes for equal
};

// Whether items are not told by keys that are equal where NumPy's items are.
inline bool hides_bits(const SortPlan& plan) {
  return kind(plan.dtype) == 'c' ||
         (plan.stable && key_kind(plan.dtype) == KeyKind::kFloat);
}

inline ItemKind item_kind(const SortPlan& plan) {
  return {static_cast<int>(itemsize(plan.dtype)), key_kind(plan.dtype),
          kind(plan.dtype) == 'c', plan.descending,
          plan.order != nullptr || hides_bits(plan)};
}

template <class U>
__device__ __forceinline__ U key_of(U bits, const ItemKind& kind) {
  if (kind.hidden) return sort_key::equal(bits, kind.kind, kind.descending);
  U key = sort_key::total(bits, kind.kind);
  return kind.descending ? sort_key::turned(key, kind.kind) : key;
}
template <class U>
__device__ __forceinline__ U bits_of(U key, const ItemKind& kind) {
  if (kind.descending) key = sort_key::turned(key, kind.kind);
  return sort_key::from_total(key, kind.kind);
}

// Of items of up to four bytes.
__device__ __forceinline__ uint32_t narrow_key(const char* items, int64_t i,
                                               const ItemKind& kind) {
  if (kind.size == 4)
    return key_of(reinterpret_cast<const unsigned*>(items)[i], kind);
  if (kind.size == 2)
    return key_of(reinterpret_cast<const unsigned short*>(items)[i], kind);
  return key_of(reinterpret_cast<const unsigned char*>(items)[i], kind);
}
__device__ __forceinline__ void store_narrow(char* items, int64_t i,
                                             uint32_t key,
                                             const ItemKind& kind) {
  if (kind.size == 4)
    reinterpret_cast<unsigned*>(items)[i] = bits_of(key, kind);
  else if (kind.size == 2)
    reinterpret_cast<unsigned short*>(items)[i] =
        bits_of(static_cast<unsigned short>(key), kind);
  else
    reinterpret_cast<unsigned char*>(items)[i] =
        bits_of(static_cast<unsigned char>(key), kind);
}

__device__ __forceinline__ sort_key::Pair<unsigned long> pair_key(
    const char* items, int64_t i, const ItemKind& kind) {
  auto* parts = reinterpret_cast<const unsigned long*>(items) + 2 * i;
  return sort_key::equal_pair(parts[0], parts[1], kind.descending);
}

// Of items of eight bytes, or of complex64.
__device__ __forceinline__ uint64_t wide_key(const char* items, int64_t i,
                                             const ItemKind& kind) {
  if (!kind.complex)
    return key_of(reinterpret_cast<const unsigned long*>(items)[i], kind);
  auto* parts = reinterpret_cast<const unsigned*>(items) + 2 * i;
  auto pair = sort_key::equal_pair(parts[0], parts[1], kind.descending);
  return uint64_t{pair.high} << 32 | pair.low;
}

// An item of `size` bytes as it is.
__device__ __forceinline__ uint4 load_item(const char* items, int64_t i,
                                           int size) {
  switch (size) {
    case 2:
      return {reinterpret_cast<const unsigned short*>(items)[i], 0, 0, 0};
    case 4:
      return {reinterpret_cast<const unsigned*>(items)[i], 0, 0, 0};
    case 8: {
      uint2 x = reinterpret_cast<const uint2*>(items)[i];
      return {x.x, x.y, 0, 0};
    }
    default: {
      // Complex numbers lie at multiples of their parts only.
      uint2 x = reinterpret_cast<const uint2*>(items)[2 * i];
      uint2 y = reinterpret_cast<const uint2*>(items)[2 * i + 1];
      return {x.x, x.y, y.x, y.y};
    }
  }
}
__device__ __forceinline__ void store_item(char* items, int64_t i, uint4 item,
                                           int size) {
  switch (size) {
    case 2:
      reinterpret_cast<unsigned short*>(items)[i] =
          static_cast<unsigned short>(item.x);
      return;
    case 4:
      reinterpret_cast<unsigned*>(items)[i] = item.x;
      return;
    case 8:
      reinterpret_cast<uint2*>(items)[i] = {item.x, item.y};
      return;
    default:
      reinterpret_cast<uint2*>(items)[2 * i] = {item.x, item.y};
      reinterpret_cast<uint2*>(items)[2 * i + 1] = {item.z, item.w};
  }
}

// ---- what a sort in shared memory moves ----

struct NarrowKey {
  uint32_t key;
  static constexpr bool kPlaces = false;
  __device__ static NarrowKey load(const char* items, int64_t i, int,
                                   const ItemKind& kind) {
    return {narrow_key(items, i, kind)};
  }
  __device__ static NarrowKey last() { return {~uint32_t{0}}; }
  __device__ bool operator<(NarrowKey o) const { return key < o.key; }
  __device__ int place() const { return 0; }
  __device__ void store(char* items, int64_t i, const ItemKind& kind) const {
    store_narrow(items, i, key, kind);
  }
};

struct WideKey {
  uint64_t key;
  static constexpr bool kPlaces = false;
  __device__ static WideKey load(const char* items, int64_t i, int,
                                 const ItemKind& kind) {
    return {wide_key(items, i, kind)};
  }
  __device__ static WideKey last() { return {~uint64_t{0}}; }
  __device__ bool operator<(WideKey o) const { return key < o.key; }
  __device__ int place() const { return 0; }
  __device__ void store(char* items, int64_t i, const ItemKind& kind) const {
    reinterpret_cast<unsigned long*>(items)[i] =
        bits_of(static_cast<unsigned long>(key), kind);
  }
};

// Places in the row decide between equal keys.
struct NarrowPlace {
  uint64_t bits;
  static constexpr bool kPlaces = true;
  __device__ static NarrowPlace load(const char* items, int64_t i, int place,
                                     const ItemKind& kind) {
    return {uint64_t{narrow_key(items, i, kind)} << 32 |
            static_cast<unsigned>(place)};
  }
  __device__ static NarrowPlace last() { return {~uint64_t{0}}; }
  __device__ bool operator<(NarrowPlace o) const { return bits < o.bits; }
  __device__ int place() const { return static_cast<int>(bits); }
  __device__ void store(char*, int64_t, const ItemKind&) const {}
};

struct WidePlace {
  uint64_t key;
  int64_t at;
  static constexpr bool kPlaces = true;
  __device__ static WidePlace load(const char* items, int64_t i, int place,
                                   const ItemKind& kind) {
    return {wide_key(items, i, kind), place};
  }
  __device__ static WidePlace last() { return {~uint64_t{0}, INT32_MAX}; }
  __device__ bool operator<(const WidePlace& o) const {
    return key < o.key || (key == o.key && at < o.at);
  }
  __device__ int place() const { return static_cast<int>(at); }
  __device__ void store(char*, int64_t, const ItemKind&) const {}
};

struct PairPlace {
  uint64_t high, low;
  int64_t at;
  static constexpr bool kPlaces = true;
  __device__ static PairPlace load(const char* items, int64_t i, int place,
                                   const ItemKind& kind) {
    auto pair = pair_key(items, i, kind);
    return {pair.high, pair.low, place};
  }
  __device__ static PairPlace last() {
    return {~uint64_t{0}, ~uint64_t{0}, INT32_MAX};
  }
  __device__ bool operator<(const PairPlace& o) const {
    if (high != o.high) return high < o.high;
    return low < o.low || (low == o.low && at < o.at);
  }
  __device__ int place() const { return static_cast<int>(at); }
  __device__ void store(char*, int64_t, const ItemKind&) const {}
};

}  // namespace tenorite::cuda
