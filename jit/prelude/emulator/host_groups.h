// SPDX-License-Identifier: Apache-2.0
// cooperative_groups.h for the host: blocks, grids, tiles of a warp, and the
// lanes that are active together.
#pragma once

#include "jit/prelude/emulator/host_threads.h"

namespace cooperative_groups {

namespace detail {
TENORITE_INLINE unsigned rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
TENORITE_INLINE unsigned threads_of_block() {
  return blockDim.x * blockDim.y * blockDim.z;
}
}  // namespace detail

class thread_block {
 public:
  TENORITE_CALL static void sync() {
    tenorite::host::runtime->barrier(false, TENORITE_SITE);
  }
  TENORITE_INLINE static unsigned thread_rank() {
    return detail::rank_in_block();
  }
  TENORITE_INLINE static unsigned num_threads() {
    return detail::threads_of_block();
  }
  TENORITE_INLINE static unsigned size() { return num_threads(); }
  TENORITE_INLINE static dim3 group_index() { return blockIdx; }
  TENORITE_INLINE static dim3 thread_index() { return threadIdx; }
  TENORITE_INLINE static dim3 group_dim() { return blockDim; }
  TENORITE_INLINE static dim3 dim_threads() { return blockDim; }
};
TENORITE_INLINE thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  TENORITE_CALL void sync() const {
    tenorite::host::runtime->grid_barrier(TENORITE_SITE);
  }
  TENORITE_INLINE static bool is_valid() { return true; }
  TENORITE_INLINE static unsigned long long block_rank() {
    return blockIdx.x +
           gridDim.x *
               (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  TENORITE_INLINE static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  TENORITE_INLINE static unsigned long long thread_rank() {
    return block_rank() * detail::threads_of_block() + detail::rank_in_block();
  }
  TENORITE_INLINE static unsigned long long num_threads() {
    return num_blocks() * detail::threads_of_block();
  }
  TENORITE_INLINE static unsigned long long size() { return num_threads(); }
  TENORITE_INLINE static dim3 group_dim() { return gridDim; }
  TENORITE_INLINE static dim3 dim_blocks() { return gridDim; }
  TENORITE_INLINE static dim3 block_index() { return blockIdx; }
};
TENORITE_INLINE grid_group this_grid() { return {}; }

// Some lanes of a warp; their ranks follow the order of the lanes.
class coalesced_group {
 public:
  TENORITE_INLINE coalesced_group(unsigned mask)
      : mask_(mask), lane_(detail::rank_in_block() & 31) {}

  TENORITE_CALL void sync() const {
    tenorite::host::runtime->meet(mask_, 0, TENORITE_SITE);
  }
  TENORITE_INLINE unsigned thread_rank() const {
    return (unsigned)__builtin_popcount(mask_ & ((1u << lane_) - 1));
  }
  TENORITE_INLINE unsigned num_threads() const {
    return (unsigned)__builtin_popcount(mask_);
  }
  TENORITE_INLINE unsigned size() const { return num_threads(); }
  TENORITE_INLINE unsigned meta_group_size() const { return 1; }
  TENORITE_INLINE unsigned meta_group_rank() const { return 0; }

  template <class T>
  TENORITE_CALL T shfl(T value, unsigned rank) const {
    return take(value, rank % num_threads(), TENORITE_SITE);
  }
  template <class T>
  TENORITE_CALL T shfl_up(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    return take(value, rank >= delta ? rank - delta : rank, TENORITE_SITE);
  }
  template <class T>
  TENORITE_CALL T shfl_down(T value, unsigned delta) const {
    unsigned rank = thread_rank() + delta;
    return take(value, rank < num_threads() ? rank : thread_rank(),
                TENORITE_SITE);
  }
  template <class T>
  TENORITE_CALL T shfl_xor(T value, unsigned mask) const {
    unsigned rank = thread_rank() ^ mask;
    return take(value, rank < num_threads() ? rank : thread_rank(),
                TENORITE_SITE);
  }
  TENORITE_CALL unsigned ballot(int predicate) const {
    auto lanes =
        tenorite::host::runtime->meet(mask_, predicate != 0, TENORITE_SITE);
    unsigned bits = 0, rank = 0;
    for (int lane = 0; lane < 32; ++lane)
      if (mask_ >> lane & 1) bits |= (unsigned)lanes.values[lane] << rank++;
    return bits;
  }
  TENORITE_CALL int any(int predicate) const {
    return tenorite::host::fold_lanes(mask_, (int)(predicate != 0),
                                      TENORITE_SITE,
                                      [](int a, int b) { return a | b; });
  }
  TENORITE_CALL int all(int predicate) const {
    return tenorite::host::fold_lanes(mask_, (int)(predicate != 0),
                                      TENORITE_SITE,
                                      [](int a, int b) { return a & b; });
  }
  template <class T>
  TENORITE_CALL unsigned match_any(T value) const {
    auto lanes = tenorite::host::runtime->meet(
        mask_, tenorite::host::to_slot(value), TENORITE_SITE);
    unsigned bits = 0, rank = 0;
    for (int lane = 0; lane < 32; ++lane)
      if (mask_ >> lane & 1)
        bits |= (unsigned)(lanes.values[lane] == lanes.values[lanes.lane])
                << rank++;
    return bits;
  }
  unsigned tenorite_mask() const { return mask_; }

 private:
  template <class T>
  TENORITE_INLINE T take(T value, unsigned rank, const void* site) const {
    auto lanes = tenorite::host::runtime->meet(
        mask_, tenorite::host::to_slot(value), site);
    for (int lane = 0; lane < 32; ++lane)
      if ((mask_ >> lane & 1) && rank-- == 0)
        return tenorite::host::from_slot<T>(lanes.values[lane]);
    return value;
  }
  unsigned mask_, lane_;
};
TENORITE_CALL coalesced_group coalesced_threads() {
  return tenorite::host::runtime->active_mask(TENORITE_SITE);
}

// Size lanes next to each other, from a multiple of Size on.
template <unsigned Size, class Parent = void>
class thread_block_tile : public coalesced_group {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  TENORITE_INLINE explicit thread_block_tile(unsigned mask)
      : coalesced_group(mask) {}
  TENORITE_INLINE static constexpr unsigned num_threads() { return Size; }
  TENORITE_INLINE static constexpr unsigned size() { return Size; }
  TENORITE_INLINE static unsigned thread_rank() {
    return detail::rank_in_block() % Size;
  }
  TENORITE_INLINE static unsigned meta_group_rank() {
    return detail::rank_in_block() / Size;
  }
  TENORITE_INLINE static unsigned meta_group_size() {
    return (detail::threads_of_block() + Size - 1) / Size;
  }
};
namespace detail {
TENORITE_INLINE unsigned tile_mask(unsigned size) {
  unsigned all = size >= 32 ? ~0u : (1u << size) - 1;
  return all << (rank_in_block() & 31) / size * size;
}
}  // namespace detail
template <unsigned Size, class Parent>
TENORITE_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return thread_block_tile<Size, Parent>(detail::tile_mask(Size));
}
template <class Parent>
TENORITE_INLINE coalesced_group tiled_partition(const Parent&, unsigned size) {
  return coalesced_group(detail::tile_mask(size));
}
using thread_group = coalesced_group;

template <class Group>
TENORITE_INLINE void sync(const Group& group) {
  group.sync();
}

template <class T>
struct plus {
  TENORITE_INLINE T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  TENORITE_INLINE T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  TENORITE_INLINE T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  TENORITE_INLINE T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  TENORITE_INLINE T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  TENORITE_INLINE T operator()(T a, T b) const { return a ^ b; }
};
template <class Group, class T, class F>
TENORITE_CALL T reduce(const Group& group, T value, F f) {
  return tenorite::host::fold_lanes(group.tenorite_mask(), value, TENORITE_SITE,
                                    f);
}

}  // namespace cooperative_groups
